import type {
  DecisionInfo,
  GuideSection,
  HostLimit,
  PieceKind,
  RuleClause,
  RulesetInfo,
  RulesetOptionInfo,
  RulesetPictures,
} from "../data/messages";
import { pieceSymbol, type Ranks } from "../data/words";
import { PieceSign } from "../game/piece";
import { ClauseList } from "../rules/clause_list";
import { signOf } from "../rules/frames";
import { ExampleWalk } from "../rules/walk";
import { ClauseText } from "../ui/clauses";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { RanksChoice, RanksContext, useRanks } from "../ui/ranks";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { Tabs } from "../ui/tabs";

function piecesColumns(ruleset: RulesetInfo, ranks: Ranks): Column<PieceKind>[] {
  const isField = ruleset.guide?.field !== undefined;
  const isBoard = ruleset.guide?.board !== undefined;
  return [
    { title: isField ? "Role" : "Piece", isHead: true, cell: ({ name }) => name },
    ...(isField
      ? []
      : [
          // The letters of cards stand beside it.
          {
            title: "On boards",
            isMinor: !isBoard,
            cell: (kind: PieceKind) => <Sign kind={kind} isBoard={isBoard} ranks={ranks} />,
          },
          { title: "In texts", cell: letterOf },
        ]),
    {
      title: isField ? "Strength" : "Rank",
      isMinor: isBoard,
      cell: ({ type = 0, rank }) => rankText(isBoard, type, rank, ranks),
    },
    { title: "Number", isNumber: true, cell: ({ count = 0 }) => count },
    { title: "Special", isLong: true, isBelow: true, cell: ({ special = "" }) => special },
  ];
}

// Drawn as on the boards; cards have no picture but their letter.
function Sign({ kind, isBoard, ranks }: { kind: PieceKind; isBoard: boolean; ranks: Ranks }) {
  if (!isBoard) return <>{signOf(kind, isBoard, ranks)}</>;
  return (
    <>
      <span class="sr-only">{signOf(kind, isBoard, ranks)}</span>
      <PieceSign type={kind.type ?? 0} side="red" />
    </>
  );
}

function letterOf({ letter = "" }: PieceKind) {
  return <code>{letter}</code>;
}

function rankText(isBoard: boolean, type: number, rank: number | undefined, ranks: Ranks): string {
  if (rank === undefined) return "–";
  return isBoard && ranks === "high-is-1" ? pieceSymbol(type, ranks) : String(rank);
}

// The parts that follow those of the guide.
const LIMITS = "The host's limits";
const OPTIONS = "Options";
const DECIDED = "What bots decide";

function partId(title: string): string {
  return `part-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
}

// The page is many windows long on a telephone.
function Contents({ ruleset }: { ruleset: RulesetInfo }) {
  const titles = [...(ruleset.guide?.sections ?? []).map(({ title = "" }) => title), LIMITS, OPTIONS, DECIDED];
  const parts = [...titles.map((title) => [title, partId(title)] as const), ["The clauses", "clauses"] as const];
  return (
    <nav class="contents" aria-label="On this page">
      {parts.map(([title, id]) => (
        <button
          key={id}
          type="button"
          class="link"
          onClick={() => {
            const heading = document.getElementById(id)?.querySelector("h2");
            heading?.setAttribute("tabindex", "-1");
            heading?.focus({ preventScroll: true });
            heading?.scrollIntoView();
          }}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

interface GuideProps {
  ruleset: RulesetInfo;
  clauses: readonly RuleClause[];
  // Absent until they have come.
  pictures: RulesetPictures | undefined;
  // There are none to come.
  hasNoPictures: boolean;
  ranks: Ranks;
  onRanks: (ranks: Ranks) => void;
}

function Part({ section, ...props }: GuideProps & { section: GuideSection }) {
  const { ruleset, ranks, onRanks } = props;
  const id = ruleset.id ?? "";
  const pieces = ruleset.guide?.pieces ?? [];
  return (
    <Section title={section.title ?? ""} id={partId(section.title ?? "")}>
      <div class="prose">
        {(section.paragraphs ?? []).map((paragraph) => (
          <p key={paragraph}>
            <ClauseText text={paragraph} ruleset={id} />
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
        <ExampleWalk
          key={example.id}
          example={example}
          picture={props.pictures?.examples?.find((picture) => picture.id === example.id)}
          hasNoPicture={props.hasNoPictures}
          kinds={pieces}
          clauses={props.clauses}
          ruleset={id}
          ranks={ranks}
        />
      ))}
    </Section>
  );
}

function optionColumns(id: string): Column<RulesetOptionInfo>[] {
  return [
    { title: "Option", cell: (option) => <code>{option.name}</code> },
    { title: "Default", isBelow: true, cell: (option) => option.default_value },
    { title: "Values", isBelow: true, cell: (option) => option.domain },
    {
      title: "Meaning",
      isLong: true,
      isBelow: true,
      cell: (option) => <ClauseText text={option.description ?? ""} ruleset={id} />,
    },
  ];
}

function limitColumns(id: string): Column<HostLimit>[] {
  return [
    { title: "Limit", cell: (limit) => <code>{limit.name}</code> },
    { title: "Default", cell: (limit) => limit.default_value },
    {
      title: "Meaning",
      isLong: true,
      isBelow: true,
      cell: (limit) => <ClauseText text={limit.description ?? ""} ruleset={id} />,
    },
  ];
}

const DECISIONS: readonly Column<DecisionInfo>[] = [
  {
    title: "Decision",
    cell: ({ kind = "" }) => <code>{kind.replace("DECISION_KIND_", "").toLowerCase()}</code>,
  },
  { title: "Legal actions listed", cell: (decision) => (decision.is_listed ? "yes" : "no") },
  { title: "What is decided", isLong: true, isBelow: true, cell: (decision) => decision.description },
  { title: "For example", isLong: true, isBelow: true, cell: (decision) => <code>{decision.example}</code> },
];

function Tables({ ruleset }: { ruleset: RulesetInfo }) {
  const id = ruleset.id ?? "";
  const options = ruleset.options ?? [];
  return (
    <>
      <Section title={LIMITS} id={partId(LIMITS)}>
        <Note>They are no part of the rules: each tournament sets its own.</Note>
        <Table
          label="Limits"
          columns={limitColumns(id)}
          rows={ruleset.limits ?? []}
          rowKey={(limit) => limit.name ?? ""}
        />
      </Section>
      <Section title={OPTIONS} id={partId(OPTIONS)}>
        <p>{ruleset.description}.</p>
        {options.length === 0 ? (
          <Note>This ruleset has no options.</Note>
        ) : (
          <Table label="Options" columns={optionColumns(id)} rows={options} rowKey={(option) => option.name ?? ""} />
        )}
      </Section>
      <Section title={DECIDED} id={partId(DECIDED)}>
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

interface RulesProps {
  rulesets: readonly RulesetInfo[];
  clauses: readonly RuleClause[];
  id: string;
  clause: string;
}

// The ruleset that the address names. An address that names a clause alone means the first ruleset that has it.
export function rulesetFor(rulesets: readonly RulesetInfo[], id: string, clause: string): RulesetInfo | undefined {
  const section = clause.split(".")[0]!;
  const has = ({ guide }: RulesetInfo) => (guide?.clause_sections ?? []).includes(section);
  return rulesets.find((one) => one.id === id) ?? rulesets.find((one) => clause !== "" && has(one)) ?? rulesets[0];
}

function Guide(props: Omit<GuideProps, "pictures" | "hasNoPictures">) {
  const { source } = useArena();
  const { ruleset, ranks } = props;
  const id = ruleset.id ?? "";
  const pictures = useResource(`pictures ${id}`, () => source.pictures(id));
  return (
    <RanksContext.Provider value={ruleset.guide?.board ? ranks : "high-is-10"}>
      {(ruleset.guide?.sections ?? []).map((section) => (
        <Part
          key={section.title}
          section={section}
          {...props}
          pictures={pictures.data}
          hasNoPictures={pictures.error !== undefined}
        />
      ))}
    </RanksContext.Provider>
  );
}

function Rules({ rulesets, clauses, id, clause }: RulesProps) {
  const [ranks, setRanks] = useRanks();
  const ruleset = rulesetFor(rulesets, id, clause);
  const sections = ruleset?.guide?.clause_sections ?? [];
  const isKnown = clauses.some(({ name = "" }) => name === clause && sections.includes(name.split(".")[0]!));
  return (
    <>
      <Tabs
        label="Rulesets"
        tabs={rulesets.map((one) => [one.id ?? "", one.title])}
        current={ruleset?.id ?? ""}
        href={(one) => hrefOf(["rules", one])}
      />
      {ruleset && (
        <>
          {clause && !isKnown && (
            <Note>
              There is no clause {clause} in {ruleset.title}.
            </Note>
          )}
          <Contents ruleset={ruleset} />
          <Guide key={ruleset.id} ruleset={ruleset} clauses={clauses} ranks={ranks} onRanks={setRanks} />
          <Tables ruleset={ruleset} />
          <ClauseList clauses={clauses} sections={sections} ruleset={ruleset.id ?? ""} named={clause} />
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
