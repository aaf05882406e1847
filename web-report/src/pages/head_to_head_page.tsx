// Two bots against each other: by side, by how games ended, over time, and the newest games.
import { useMemo } from "preact/hooks";
import type { HeadToHead, HeadToHeadRecord, ScoreCourse } from "../data/messages";
import { EVERY_GAME } from "../data/source";
import { gamesIn, pointsIn, sumOfTallies } from "../data/tally";
import { countText, percentText, plural, pointsText, withErrorText } from "../ui/format";
import { BotLink, Facts, Heading, Loaded, Note, Section } from "../ui/parts";
import { Plot } from "../ui/plot";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { RulesetTabs } from "../ui/tabs";
import { BySide, Reasons } from "./bot_record";
import { GamesTable } from "./games_table";

const NEWEST_GAMES = 20;

// The columns of the plot: the games played so far, and the score in percent.
export function scoreColumns({ games = [], points = [] }: ScoreCourse): number[][] {
  return [games, games.map((count, i) => (100 * (points[i] ?? 0)) / count)];
}

function ScorePlot({ bot, course }: { bot: string; course: ScoreCourse }) {
  const columns = useMemo(() => scoreColumns(course), [course]);
  if (columns[0]!.length < 2) return null;
  return (
    <Plot
      label={`Score of ${bot} by games played, in percent`}
      height={200}
      columns={columns}
      xText={(x) => `after ${plural(x, "game")}`}
      lines={[{ label: "Score", color: "accent" }]}
      format={(value) => `${value.toFixed(1)} %`}
    />
  );
}

function NewestGames({ both, ruleset }: { both: HeadToHead; ruleset: string }) {
  const { source } = useArena();
  const { bot = "", opponent = "" } = both;
  const games = useResource(`${bot}/${opponent}/${ruleset}`, () =>
    source.games({ ...EVERY_GAME, bot, opponent, ruleset }, "", NEWEST_GAMES),
  );
  return (
    <Section title="Newest games">
      <Loaded resource={games} what="the newest games">
        {({ games: rows, next }) => (
          <>
            <GamesTable games={rows} />
            {next && (
              <p>
                <a href={hrefOf(["games"], { bot, opponent, ruleset })}>All their games in {ruleset}</a>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Record({ both, record }: { both: HeadToHead; record: HeadToHeadRecord }) {
  const { bot = "", opponent = "" } = both;
  const ruleset = record.ruleset_id ?? "";
  const all = sumOfTallies([record.as_red, record.as_blue]);
  const reasons = { bot, opponent, ruleset };
  return (
    <>
      <Section title={`In ${ruleset}`}>
        <Facts
          facts={[
            ["Games", countText(gamesIn(all))],
            [`Points of ${bot}`, `${pointsText(pointsIn(all))} (${percentText(pointsIn(all), gamesIn(all))})`],
            ["Ahead by", `${withErrorText(record.elo, record.elo_error, 0)} Elo`],
          ]}
        />
        <p class="hint">
          By these games alone, with the 95 % interval; negative where {bot} is behind, ∞ where one has won all. Ratings
          take all opponents into account.
        </p>
        <BySide record={record} />
        <ScorePlot bot={bot} course={record.course ?? {}} />
        <div class="columns">
          <Reasons title={`Lost by ${bot}`} kind="lost" reasons={record.losses ?? []} {...reasons} />
          <Reasons title={`Won by ${bot}`} kind="won" reasons={record.wins ?? []} {...reasons} />
          <Reasons title="Drawn" kind="drawn" reasons={record.draws ?? []} result="RESULT_DRAW" {...reasons} />
        </div>
      </Section>
      <NewestGames both={both} ruleset={ruleset} />
    </>
  );
}

export function HeadToHeadPage({ bot, opponent, query }: { bot: string; opponent: string; query: URLSearchParams }) {
  const { source } = useArena();
  const page = useResource(`${bot}/${opponent}`, () => source.headToHead(bot, opponent));
  return (
    <>
      <Heading>
        {bot} against {opponent}
      </Heading>
      <p>
        <BotLink name={bot} /> · <BotLink name={opponent} /> ·{" "}
        <a href={hrefOf(["bots", opponent, "against", bot])}>the other way round</a>
      </p>
      <Loaded resource={page} what={`${bot} against ${opponent}`}>
        {(both) => {
          const records = both.records ?? [];
          const record = records.find(({ ruleset_id: id }) => id === query.get("ruleset")) ?? records[0];
          if (!record) return <Note>They have not played each other.</Note>;
          return (
            <>
              <RulesetTabs ids={records.map(({ ruleset_id: id = "" }) => id)} current={record.ruleset_id ?? ""} />
              <Record key={record.ruleset_id} both={both} record={record} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
