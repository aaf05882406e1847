// How a bot sets up its army: where each kind of piece stands, and what it has played most.
import type { BotPage, BotSetUps, PieceMap, PlayedSetUp } from "../data/messages";
import { hasSetUps, pieceSymbol, pieceText, squareText, type Ranks } from "../data/words";
import { countText, percentText, plural } from "../ui/format";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { RanksChoice, useRanks } from "../ui/ranks";
import { useArena, useResource } from "../ui/resource";
import { hrefOf, setQuery } from "../ui/route";
import { Table, type Column } from "../ui/table";
import { RulesetTabs } from "../ui/tabs";
import { COUNTS, POINTS, SCORE } from "./columns";
import { ZoneMap, type ZoneSquare } from "./zone_map";
import "../style/set_ups.css";

// By PieceType, as set-ups are written.
const LETTERS = "?S23456789MBF";

const typeOf = (letter: string) => Math.max(0, LETTERS.indexOf(letter));

// The rulesets that the bot has played and that have set-ups on a board.
export function setUpRulesets(page: BotPage): string[] {
  return (page.records ?? []).map(({ ruleset_id: id = "" }) => id).filter(hasSetUps);
}

// The squares of a map, each with its part of the bot's games. The strongest colour is that of the square with the most.
export function mapSquares(map: PieceMap, games: number): ZoneSquare[] {
  const counts = map.games ?? [];
  const most = Math.max(1, ...counts);
  return counts.map((count, square) => ({
    text: count > 0 ? percentShort(count, games) : "",
    title: `${squareText(square)}: in ${countText(count)} of ${plural(games, "game")}`,
    weight: count / most,
    isPiece: false,
  }));
}

// Without a sign, so that it fits a square; one that is there is never 0.
function percentShort(count: number, games: number): string {
  const percent = (100 * count) / games;
  return percent < 1 ? "<1" : String(Math.round(percent));
}

// The squares of a line of a book.
export function lineSquares(line: string, ranks: Ranks): ZoneSquare[] {
  return Array.from(line.replaceAll(" ", ""), (letter, square) => {
    const type = typeOf(letter);
    return {
      text: type > 0 ? pieceSymbol(type, ranks) : "",
      title: type > 0 ? `${squareText(square)}: ${pieceText(type)}` : "",
      weight: 0,
      isPiece: type > 0,
    };
  });
}

// In words, for those who do not see the map: the three squares with the most games.
export function mapText(map: PieceMap, games: number): string {
  const squares = (map.games ?? [])
    .map((count, square) => ({ count, square }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ count, square }) => `${squareText(square)} in ${percentText(count, games)}`);
  return `${pieceText(typeOf(map.letter ?? ""))}: most often on ${squares.join(", ")} of the games`;
}

function Maps({ setUps, chosen, ranks }: { setUps: BotSetUps; chosen: string; ranks: Ranks }) {
  const maps = setUps.pieces ?? [];
  const map = maps.find(({ letter }) => letter === chosen) ?? maps[0];
  if (!map) return null;
  const games = setUps.games ?? 0;
  const text = mapText(map, games);
  return (
    <Section title="Where its pieces stand">
      <nav class="tabs pieces" aria-label="Pieces">
        {maps.map(({ letter = "" }) => (
          <button
            key={letter}
            type="button"
            aria-pressed={letter === map.letter}
            title={pieceText(typeOf(letter))}
            onClick={() => setQuery({ piece: letter })}
          >
            {pieceSymbol(typeOf(letter), ranks)}
            <span class="sr-only"> {pieceText(typeOf(letter))}</span>
          </button>
        ))}
      </nav>
      <figure class="zone-figure">
        <ZoneMap squares={mapSquares(map, games)} label={text} />
        <figcaption class="hint">
          {text}. Each square says in how many of 100 games such a piece stood there; the lowest row is the bot’s back
          row, whichever side it played.
        </figcaption>
      </figure>
    </Section>
  );
}

const playedColumns = (ranks: Ranks): readonly Column<PlayedSetUp>[] => [
  {
    title: "Set-up",
    cell: ({ line = "" }) => (
      <span class="played-set-up">
        <ZoneMap squares={lineSquares(line, ranks)} label={`The set-up ${line}`} />
        <code>{line}</code>
      </span>
    ),
  },
  // A telephone has room for them beside the picture of a set-up.
  ...COUNTS.map((column) => ({ ...column, isMinor: false })),
  POINTS,
  SCORE,
];

function MostPlayed({ setUps, ranks, query }: { setUps: BotSetUps; ranks: Ranks; query: URLSearchParams }) {
  const rows = setUps.most_played ?? [];
  const isAll = rows.length === (setUps.different ?? 0);
  return (
    <Section title={isAll ? "Its set-ups" : "What it has played most"}>
      <p class="hint">
        {plural(setUps.different ?? 0, "set-up")} in {plural(setUps.games ?? 0, "game")}
        {isAll ? "." : `; the ${rows.length} that it played most are shown.`} The text below each is a line of a book of
        set-ups.
      </p>
      <Table
        label="Set-ups by games"
        columns={playedColumns(ranks)}
        rows={rows}
        rowKey={({ line = "" }) => line}
        query={query}
        pageSize={10}
      />
    </Section>
  );
}

function SetUps({ name, ruleset, query }: { name: string; ruleset: string; query: URLSearchParams }) {
  const { source } = useArena();
  const [ranks, setRanks] = useRanks();
  const setUps = useResource(`${name}/set-ups/${ruleset}`, () => source.setUps(name, ruleset));
  return (
    <Loaded resource={setUps} what={`the set-ups of ${name}`}>
      {(data) =>
        (data.games ?? 0) === 0 ? (
          <Note>None of its games has a set-up that can be shown yet.</Note>
        ) : (
          <>
            <RanksChoice ranks={ranks} onChange={setRanks} />
            <Maps setUps={data} chosen={query.get("piece") ?? ""} ranks={ranks} />
            <MostPlayed setUps={data} ranks={ranks} query={query} />
          </>
        )
      }
    </Loaded>
  );
}

export function SetUpsPage({ name, query }: { name: string; query: URLSearchParams }) {
  const { source } = useArena();
  const page = useResource(name, () => source.bot(name));
  return (
    <>
      <Heading>Set-ups of {name}</Heading>
      <p>
        <a href={hrefOf(["bots", name])}>Back to {name}</a>
      </p>
      <Loaded resource={page} what={name}>
        {(data) => {
          const rulesets = setUpRulesets(data);
          const asked = query.get("ruleset") ?? "";
          const ruleset = rulesets.includes(asked) ? asked : rulesets[0];
          if (!ruleset) return <Note>It has played no games with an army to set up on a board.</Note>;
          return (
            <>
              <RulesetTabs ids={rulesets} current={ruleset} />
              <SetUps key={ruleset} name={name} ruleset={ruleset} query={query} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
