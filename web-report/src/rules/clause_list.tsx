// The clauses of a ruleset in full. An address names one of them, as in #/rules/classic?clause=R3.2.
import { useEffect, useRef } from "preact/hooks";
import type { RuleClause } from "../data/messages";
import { ClauseText } from "../ui/clauses";
import { Note, Section } from "../ui/parts";
import { Scroll } from "../ui/parts";
import { clauseParts } from "./clause_parts";

export function ClauseWords({ clause, ruleset }: { clause: RuleClause; ruleset: string }) {
  return (
    <>
      {clauseParts(clause.text ?? "").map((part, i) => {
        if (part.rows)
          return (
            <Scroll key={i} label={`Table of ${clause.name ?? ""}`}>
              <table class="clause-table">
                <tbody>
                  {part.rows.map((row, j) => (
                    <tr key={j}>
                      {row.map((cell, k) => (j === 0 ? <th key={k}>{cell}</th> : <td key={k}>{cell}</td>))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          );
        return part.isCode ? (
          <code key={i}>{part.text}</code>
        ) : (
          <ClauseText key={i} text={part.text} ruleset={ruleset} />
        );
      })}
    </>
  );
}

const sectionOf = (name: string) => name.split(".")[0]!;

interface ClausesProps {
  clauses: readonly RuleClause[];
  // The sections that hold in the ruleset, as in R3.
  sections: readonly string[];
  ruleset: string;
  // The clause that the address names; empty for none.
  named: string;
}

// Brings the clause that the address names into view, and the keyboard to it.
function useNamed(named: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const found = named && list.current?.querySelector<HTMLElement>(`[id="${CSS.escape(named)}"]`);
    if (!found) return;
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
  }, [named]);
  return list;
}

export function ClauseList({ clauses, sections, ruleset, named }: ClausesProps) {
  const list = useNamed(named);
  const shown = clauses.filter(({ name = "" }) => sections.includes(sectionOf(name)));
  return (
    <Section title="The clauses" id="clauses">
      <Note>The referee plays by these. Texts and refusals name them by their numbers.</Note>
      <div ref={list} class="clauses">
        {shown.map((clause) => {
          const { name = "" } = clause;
          if (!name.includes(".")) return <h3 key={name}>{`${name} ${clause.text ?? ""}`}</h3>;
          return (
            <div key={name} id={name} tabIndex={-1} class={name === named ? "clause named" : "clause"}>
              <ClauseText text={name} ruleset={ruleset} /> <ClauseWords clause={clause} ruleset={ruleset} />
            </div>
          );
        })}
      </div>
    </Section>
  );
}
