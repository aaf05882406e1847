import type {
  DecisionInfo,
  GuideSection,
  HostLimit,
  PieceKind,
  RuleClause,
  RuleExample,
  RulesetInfo,
  RulesetOptionInfo,
} from "../data/messages";
import { pieceSymbol, type Ranks } from "../data/words";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { RanksChoice, useRanks } from "../ui/ranks";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { clausesIn, markdownParts, verdictsText, withNames } from "./rules_text";

// A text in which each clause that it names leads to that clause.
function Linked({ text, id }: { text: string; id: string }) {
  return (
    <>
      {clausesIn(text).map((part, i) =>
        part.clause ? (
          <a key={i} href={hrefOf(["rules", id], { clause: part.clause })}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  );
}

function piecesColumns(ruleset: RulesetInfo, ranks: Ranks): Column<PieceKind>[] {
  const isField = ruleset.guide?.field !== undefined;
  const isBoard = ruleset.guide?.board !== undefined;
  const shown = ({ type = 0, letter, rank = 0 }: PieceKind) =>
    isBoard && rank > 0 ? pieceSymbol(type, ranks) : letter;
  return [
    { title: isField ? "Role" : "Piece", isHead: true, cell: ({ name }) => name },
    ...(isField
      ? []
      : [
          { title: "On boards", cell: shown },
          { title: "In texts", cell: letterOf },
        ]),
    { title: isField ? "Strength" : "Rank", cell: ({ type = 0, rank }) => rankText(isBoard, type, rank, ranks) },
    { title: "Number", isNumber: true, cell: ({ count = 0 }) => count },
    { title: "Special", isLong: true, cell: ({ special = "" }) => special },
  ];
}

function letterOf({ letter = "" }: PieceKind) {
  return <code>{letter}</code>;
}

function rankText(isBoard: boolean, type: number, rank: number | undefined, ranks: Ranks): string {
  if (rank === undefined) return "–";
  return isBoard && ranks === "high-is-1" ? pieceSymbol(type, ranks) : String(rank);
}

function Example({ example, pieces, id }: { example: RuleExample; pieces: readonly PieceKind[]; id: string }) {
  return (
    <div class="example">
      <p>
        <b>Example: {example.caption}.</b> Red: {withNames(example.red ?? "", pieces)}. Blue:{" "}
        {withNames(example.blue ?? "", pieces)}.
      </p>
      <p>
        Plies: <code>{(example.plies ?? []).join(" ")}</code>. <Linked text={verdictsText(example)} id={id} />
      </p>
    </div>
  );
}

interface GuideProps {
  ruleset: RulesetInfo;
  ranks: Ranks;
  onRanks: (ranks: Ranks) => void;
}

function Part({ section, ruleset, ranks, onRanks }: GuideProps & { section: GuideSection }) {
  const id = ruleset.id ?? "";
  const pieces = ruleset.guide?.pieces ?? [];
  return (
    <Section title={section.title ?? ""}>
      <div class="prose">
        {(section.paragraphs ?? []).map((paragraph) => (
          <p key={paragraph}>
            <Linked text={paragraph} id={id} />
          </p>
        ))}
      </div>
      {section.shows_pieces && (
        <>
          {ruleset.guide?.board && <RanksChoice ranks={ranks} onChange={onRanks} />}
          <Table
            label={section.title ?? ""}
            columns={piecesColumns(ruleset, ranks)}
            rows={pieces}
            rowKey={({ name = "" }) => name}
          />
        </>
      )}
      {(section.examples ?? []).map((example) => (
        <Example key={example.caption} example={example} pieces={pieces} id={id} />
      ))}
    </Section>
  );
}

function optionColumns(id: string): Column<RulesetOptionInfo>[] {
  return [
    { title: "Option", cell: (option) => <code>{option.name}</code> },
    { title: "Default", cell: (option) => option.default_value },
    { title: "Values", cell: (option) => option.domain },
    { title: "Meaning", isLong: true, cell: (option) => <Linked text={option.description ?? ""} id={id} /> },
  ];
}

function limitColumns(id: string): Column<HostLimit>[] {
  return [
    { title: "Limit", cell: (limit) => <code>{limit.name}</code> },
    { title: "Default", cell: (limit) => limit.default_value },
    { title: "Meaning", isLong: true, cell: (limit) => <Linked text={limit.description ?? ""} id={id} /> },
  ];
}

const DECISIONS: readonly Column<DecisionInfo>[] = [
  {
    title: "Decision",
    cell: ({ kind = "" }) => <code>{kind.replace("DECISION_KIND_", "").toLowerCase()}</code>,
  },
  { title: "Legal actions listed", cell: (decision) => (decision.is_listed ? "yes" : "no") },
  { title: "What is decided", isLong: true, cell: (decision) => decision.description },
  { title: "For example", isLong: true, cell: (decision) => <code>{decision.example}</code> },
];

function Tables({ ruleset }: { ruleset: RulesetInfo }) {
  const id = ruleset.id ?? "";
  const options = ruleset.options ?? [];
  return (
    <>
      <Section title="The host's limits">
        <Note>They are no part of the rules: each tournament sets its own.</Note>
        <Table
          label="Limits"
          columns={limitColumns(id)}
          rows={ruleset.limits ?? []}
          rowKey={(limit) => limit.name ?? ""}
        />
      </Section>
      <Section title="Options">
        {options.length === 0 ? (
          <Note>This ruleset has no options.</Note>
        ) : (
          <Table label="Options" columns={optionColumns(id)} rows={options} rowKey={(option) => option.name ?? ""} />
        )}
      </Section>
      <Section title="What bots decide">
        <Table
          label="Decisions"
          columns={DECISIONS}
          rows={ruleset.decisions ?? []}
          rowKey={(decision) => decision.kind ?? ""}
        />
      </Section>
    </>
  );
}

// The clause that the address names, above the rules.
function NamedClause({ clauses, name, id }: { clauses: readonly RuleClause[]; name: string; id: string }) {
  const clause = clauses.find((one) => one.name === name);
  return (
    <aside class="clause" aria-label={`Clause ${name}`}>
      {clause ? (
        <p>
          <b>{name}</b>{" "}
          {markdownParts(clause.text ?? "").map((part, i) =>
            part.isCode ? <code key={i}>{part.text}</code> : part.text,
          )}
        </p>
      ) : (
        <p>There is no clause {name}.</p>
      )}
      <a href={hrefOf(["rules", id])}>Close</a>
    </aside>
  );
}

interface RulesProps {
  rulesets: readonly RulesetInfo[];
  clauses: readonly RuleClause[];
  id: string;
  clause: string;
}

function Rules({ rulesets, clauses, id, clause }: RulesProps) {
  const [ranks, setRanks] = useRanks();
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
      {clause && <NamedClause clauses={clauses} name={clause} id={id} />}
      {ruleset && (
        <>
          <p class="lead">{ruleset.description}</p>
          {(ruleset.guide?.sections ?? []).map((section) => (
            <Part key={section.title} section={section} ruleset={ruleset} ranks={ranks} onRanks={setRanks} />
          ))}
          <Tables ruleset={ruleset} />
          <p>
            <a href={hrefOf(["games"], { ruleset: ruleset.id ?? "" })}>Games of {ruleset.title}</a>
          </p>
        </>
      )}
    </>
  );
}

export function RulesPage({ id, query }: { id: string; query: URLSearchParams }) {
  const { source } = useArena();
  const rulesets = useResource("rulesets", () => source.rulesets());
  return (
    <>
      <Heading>Rules</Heading>
      <Loaded resource={rulesets} what="rules">
        {(data) => (
          <Rules
            rulesets={data.rulesets ?? []}
            clauses={data.clauses ?? []}
            id={id}
            clause={query.get("clause") ?? ""}
          />
        )}
      </Loaded>
    </>
  );
}
