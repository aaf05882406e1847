// A bot's results in one ruleset, and what it used for them.
import type { BotRecord, OpponentRecord, ReasonCount } from "../data/messages";
import { hasSetUps, reasonText } from "../data/words";
import { bytesText, countText, durationText, percentText, plural } from "../ui/format";
import { Facts, Note, Section, SideMark } from "../ui/parts";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { TimeByPly } from "./bot_plots";
import { botColumn, COUNTS, POINTS, SCORE, type Tallied } from "./columns";

interface SideRow extends Tallied {
  side: "red" | "blue";
}

const SIDE: Column<SideRow> = {
  title: "Side",
  isHead: true,
  cell: ({ side }) => (
    <>
      <SideMark side={side} /> {side === "red" ? "Red" : "Blue"}
    </>
  ),
};

export function BySide({ record }: { record: Pick<BotRecord, "as_red" | "as_blue"> }) {
  const rows: SideRow[] = [
    { side: "red", tally: record.as_red },
    { side: "blue", tally: record.as_blue },
  ];
  const columns = [SIDE, ...COUNTS, SCORE];
  return <Table label="Results by side" isNarrow columns={columns} rows={rows} rowKey={({ side }) => side} />;
}

const opponentColumns = (bot: string, ruleset: string): readonly Column<OpponentRecord>[] => [
  botColumn((row) => row.bot, "Opponent"),
  ...COUNTS,
  POINTS,
  SCORE,
  {
    title: "",
    isBelow: true,
    cell: (row) => (
      <>
        <a href={hrefOf(["bots", bot, "against", row.bot ?? ""], { ruleset })}>
          head to head<span class="sr-only"> with {row.bot}</span>
        </a>
        {", "}
        <a href={hrefOf(["games"], { bot, opponent: row.bot ?? "", ruleset })}>
          games<span class="sr-only"> against {row.bot}</span>
        </a>
      </>
    ),
  },
];

// Each reason leads to the games that ended so: of the bot, or of the bot against one opponent.
export function Reasons({
  title,
  kind,
  reasons,
  result,
  bot,
  opponent = "",
  ruleset,
}: {
  title: string;
  kind: "won" | "drawn" | "lost";
  reasons: readonly ReasonCount[];
  result?: string;
  bot: string;
  opponent?: string;
  ruleset: string;
}) {
  if (reasons.length === 0) return null;
  const total = reasons.reduce((sum, { games = 0 }) => sum + games, 0);
  return (
    <div>
      <h3>{title}</h3>
      <ul class="bars">
        {reasons.map(({ reason = "REASON_UNSPECIFIED", games = 0 }) => (
          <li key={reason}>
            <a href={hrefOf(["games"], { bot, opponent, ruleset, reason, result: result ?? "" })}>
              {reasonText(reason)}
            </a>
            <span
              class={`bar ${kind}`}
              role="img"
              aria-label={`${reasonText(reason)}: ${countText(games)} of ${countText(total)}`}
            >
              <span style={{ width: `${(100 * games) / total}%` }} />
            </span>
            <span class="number">{countText(games)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Spending({ record }: { record: BotRecord }) {
  const use = record.spending;
  if (!use?.games) return null;
  const measured = use.measured_games ?? 0;
  return (
    <>
      <h3>Time</h3>
      <p class="muted">
        From its newest {plural(use.games, "game")}, {plural(use.decisions ?? 0, "decision")}.
      </p>
      <Facts
        facts={[
          ["Mean a decision", durationText(use.mean_ms ?? 0)],
          ["Median", durationText(use.median_ms ?? 0)],
          ["99 of 100 within", durationText(use.p99_ms ?? 0)],
          ["Longest", durationText(use.max_ms ?? 0)],
          ["Least clock left", use.clock_left_min === undefined ? "–" : percentText(use.clock_left_min, 1)],
        ]}
      />
      <TimeByPly spending={use} />
      <h3>Resources</h3>
      {measured === 0 ? (
        <Note>Not measured: this bot runs elsewhere, or in no control group.</Note>
      ) : (
        <Facts
          facts={[
            ["CPU a game", durationText(use.cpu_ms_per_game ?? 0)],
            ["of that, off its turns", durationText(use.off_turn_cpu_ms_per_game ?? 0)],
            ["Memory at most", bytesText(use.memory_bytes_peak ?? 0)],
            ["Processes at most", countText(use.processes_max)],
            ["Sent a game", bytesText(use.bytes_from_per_game ?? 0)],
            ["Received a game", bytesText(use.bytes_to_per_game ?? 0)],
          ]}
        />
      )}
    </>
  );
}

export function Record({ record, bot, query }: { record: BotRecord; bot: string; query: URLSearchParams }) {
  const ruleset = record.ruleset_id ?? "";
  const reasons = { bot, ruleset };
  return (
    <Section title={ruleset ? `Results: ${ruleset}` : "Results in all rulesets"}>
      <BySide record={record} />
      {ruleset !== "" && hasSetUps(ruleset) && (
        <p>
          <a href={hrefOf(["bots", bot, "set-ups"], { ruleset })}>Its set-ups in {ruleset}</a>
        </p>
      )}
      <Table
        label="Results by opponent"
        columns={opponentColumns(bot, ruleset)}
        rows={record.opponents ?? []}
        rowKey={(row) => row.bot ?? ""}
        query={query}
        pageSize={20}
      />
      <div class="columns">
        <Reasons title="Losses by reason" kind="lost" reasons={record.losses ?? []} {...reasons} />
        <Reasons title="Wins by reason" kind="won" reasons={record.wins ?? []} {...reasons} />
        <Reasons title="Draws by reason" kind="drawn" reasons={record.draws ?? []} result="RESULT_DRAW" {...reasons} />
      </div>
      <Spending record={record} />
    </Section>
  );
}
