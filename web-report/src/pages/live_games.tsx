import type { LiveGame } from "../data/messages";
import { countText } from "../ui/format";
import { GameLink, Note, SideName } from "../ui/parts";
import { Table, type Column } from "../ui/table";

const COLUMNS: readonly Column<LiveGame>[] = [
  { title: "Game", cell: ({ game_id = "" }) => <GameLink id={game_id}>Watch {game_id}</GameLink> },
  { title: "Red", cell: (game) => <SideName side="red" name={game.red} /> },
  { title: "Blue", cell: (game) => <SideName side="blue" name={game.blue} /> },
  { title: "Ruleset", isMinor: true, cell: (game) => game.ruleset_id },
  { title: "Plies", isNumber: true, isMinor: true, cell: (game) => countText(game.plies) },
];

export function LiveGames({ games, max }: { games: readonly LiveGame[]; max: number }) {
  if (games.length === 0) return <Note>No game is running.</Note>;
  const shown = games.slice(0, max);
  return (
    <>
      <Table label="Running games" columns={COLUMNS} rows={shown} rowKey={(game) => game.game_id ?? ""} />
      {games.length > max && <p class="muted">and {games.length - max} more</p>}
    </>
  );
}
