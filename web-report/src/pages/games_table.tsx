import type { GameSummary } from "../data/messages";
import { reasonText, resultText, scoreText } from "../data/words";
import { changeText, countText, durationText } from "../ui/format";
import { GameLink, Note, SideName, Time } from "../ui/parts";
import { Table, type Column } from "../ui/table";

const resultOf = (game: GameSummary) => game.outcome?.result;

const COLUMNS: readonly Column<GameSummary>[] = [
  { title: "Game", cell: (game) => <GameLink id={game.game_id} /> },
  { title: "Score", cell: (game) => <span title={resultText(resultOf(game))}>{scoreText(resultOf(game))}</span> },
  {
    title: "Red",
    cell: (game) => (
      <SideName side="red" name={game.red} isWinner={resultOf(game) === "RESULT_RED_WINS"} isBot={!game.is_imported} />
    ),
  },
  {
    title: "Blue",
    cell: (game) => (
      <SideName
        side="blue"
        name={game.blue}
        isWinner={resultOf(game) === "RESULT_BLUE_WINS"}
        isBot={!game.is_imported}
      />
    ),
  },
  { title: "Reason", isLong: true, isMinor: true, cell: (game) => reasonText(game.outcome?.reason) },
  { title: "Ruleset", isMinor: true, cell: (game) => game.ruleset_id },
  { title: "Plies", isNumber: true, isSpare: true, cell: (game) => countText(game.plies) },
  {
    title: "Red's rating change",
    isNumber: true,
    isSpare: true,
    cell: (game) => (game.rating ? changeText(game.rating.red_elo_change) : "–"),
  },
  {
    title: "Length",
    isNumber: true,
    isSpare: true,
    cell: (game) => durationText(Number(game.duration_micros ?? 0) / 1000),
  },
  { title: "Began", isSpare: true, cell: (game) => <Time time={game.start_time} /> },
];

export function GamesTable({ games }: { games: readonly GameSummary[] }) {
  if (games.length === 0) return <Note>No games fit.</Note>;
  return <Table label="Games" columns={COLUMNS} rows={games} rowKey={(game) => game.game_id ?? ""} />;
}
