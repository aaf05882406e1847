import type { RulesetInfo } from "../data/messages";
import { Heading, Loaded, Note, Scroll, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";

// Paragraphs of a text that was laid out for a terminal.
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

function Options({ ruleset }: { ruleset: RulesetInfo }) {
  const options = ruleset.options ?? [];
  if (options.length === 0) return <Note>This ruleset has no options.</Note>;
  return (
    <Scroll label="Options">
      <table>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">Default</th>
            <th scope="col">Values</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {options.map((option) => (
            <tr key={option.name}>
              <td>
                <code>{option.name}</code>
              </td>
              <td>{option.default_value}</td>
              <td>{option.domain}</td>
              <td class="wrap">{option.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Decisions({ ruleset }: { ruleset: RulesetInfo }) {
  return (
    <Scroll label="Decisions">
      <table>
        <thead>
          <tr>
            <th scope="col">Decision</th>
            <th scope="col">What is decided</th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {(ruleset.decisions ?? []).map((decision) => (
            <tr key={decision.kind}>
              <td>
                <code>{(decision.kind ?? "").replace("DECISION_KIND_", "").toLowerCase()}</code>
              </td>
              <td class="wrap">{decision.description}</td>
              <td class="wrap">
                <code>{decision.example}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Rules({ rulesets, id }: { rulesets: readonly RulesetInfo[]; id: string }) {
  const ruleset = rulesets.find((one) => one.id === id) ?? rulesets[0];
  return (
    <>
      <nav class="tabs" aria-label="Rulesets">
        {rulesets.map((one) => (
          <a
            key={one.id}
            href={hrefOf(["rules", one.id ?? ""])}
            {...(one === ruleset ? { "aria-current": "page" as const } : {})}
          >
            {one.title}
          </a>
        ))}
      </nav>
      {ruleset && (
        <>
          <p class="lead">{ruleset.description}</p>
          <div class="prose">
            {paragraphsOf(ruleset.rules ?? "").map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <Section title="Options">
            <Options ruleset={ruleset} />
          </Section>
          <Section title="What bots decide">
            <Decisions ruleset={ruleset} />
          </Section>
          <p>
            <a href={hrefOf(["games"], { ruleset: ruleset.id ?? "" })}>Games of {ruleset.title}</a>
          </p>
        </>
      )}
    </>
  );
}

export function RulesPage({ id }: { id: string }) {
  const { source } = useArena();
  const rulesets = useResource("rulesets", () => source.rulesets());
  return (
    <>
      <Heading>Rules</Heading>
      <Loaded resource={rulesets} what="rules">
        {(data) => <Rules rulesets={data.rulesets ?? []} id={id} />}
      </Loaded>
    </>
  );
}
