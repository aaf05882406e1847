import type { DecisionInfo, RulesetInfo, RulesetOptionInfo } from "../data/messages";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";

// The paragraphs of a text whose lines were broken for a terminal.
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

const OPTIONS: readonly Column<RulesetOptionInfo>[] = [
  { title: "Option", cell: (option) => <code>{option.name}</code> },
  { title: "Default", cell: (option) => option.default_value },
  { title: "Values", cell: (option) => option.domain },
  { title: "Meaning", isLong: true, cell: (option) => option.description },
];

function Options({ ruleset }: { ruleset: RulesetInfo }) {
  const options = ruleset.options ?? [];
  if (options.length === 0) return <Note>This ruleset has no options.</Note>;
  return <Table label="Options" columns={OPTIONS} rows={options} rowKey={(option) => option.name ?? ""} />;
}

const DECISIONS: readonly Column<DecisionInfo>[] = [
  {
    title: "Decision",
    cell: ({ kind = "" }) => <code>{kind.replace("DECISION_KIND_", "").toLowerCase()}</code>,
  },
  { title: "What is decided", isLong: true, cell: (decision) => decision.description },
  { title: "For example", isLong: true, cell: (decision) => <code>{decision.example}</code> },
];

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
            <Table
              label="Decisions"
              columns={DECISIONS}
              rows={ruleset.decisions ?? []}
              rowKey={(decision) => decision.kind ?? ""}
            />
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
