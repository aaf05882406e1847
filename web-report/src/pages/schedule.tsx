import type { ScheduledPairing, TournamentProgress } from "../data/messages";
import { countText } from "../ui/format";
import { Note, SideName } from "../ui/parts";
import { Table, type Column } from "../ui/table";
import { LiveGames } from "./live_games";

const COLUMNS: readonly Column<ScheduledPairing>[] = [
  { title: "Game", cell: (game) => game.game_id },
  { title: "Round", isNumber: true, cell: (game) => countText(game.round) },
  { title: "Red", cell: (game) => <SideName side="red" name={game.red} /> },
  { title: "Blue", cell: (game) => <SideName side="blue" name={game.blue} /> },
];

export function Schedule({ progress }: { progress: TournamentProgress }) {
  const next = progress.next ?? [];
  return (
    <>
      <h3>Running</h3>
      <LiveGames games={progress.running ?? []} max={50} />
      <h3>Next</h3>
      {next.length === 0 ? (
        <Note>No further game is drawn yet.</Note>
      ) : (
        <Table label="Next games" columns={COLUMNS} rows={next} rowKey={(game) => game.game_id ?? ""} />
      )}
    </>
  );
}
