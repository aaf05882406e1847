// Clauses of the rules that a text names, each as a link to its words on the rules page.
import { hrefOf } from "./route";

interface TextPart {
  text: string;
  // The clause that the part names; empty for other text.
  clause: string;
}

// The text in parts, so that those that name a clause can be links.
export function clausesIn(text: string): TextPart[] {
  return text
    .split(/\b(R\d+\.\d+)\b/)
    .map((part, i) => ({ text: part, clause: i % 2 === 1 ? part : "" }))
    .filter((part) => part.text !== "");
}

// The names of the clauses, each once.
export function clauseNames(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => clausesIn(text).map(({ clause }) => clause)).filter(Boolean);
  return [...new Set(names)];
}

// Where a clause stands. Without a ruleset it is the first page that has it.
export function clauseHref(clause: string, ruleset = ""): string {
  return hrefOf(ruleset ? ["rules", ruleset] : ["rules"], { clause });
}

// A text in which each clause that it names leads to that clause.
export function ClauseText({ text, ruleset }: { text: string; ruleset?: string | undefined }) {
  return (
    <>
      {clausesIn(text).map((part, i) =>
        part.clause ? (
          <a key={i} class="clause-link" href={clauseHref(part.clause, ruleset)}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
