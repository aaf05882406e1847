import type { Tournament, Tournament_State, TournamentSpec } from "../data/messages";
import { formatText, stateText } from "../data/words";
import { countText, playersText } from "../ui/format";
import { Badge, Note, Time } from "../ui/parts";
import { hrefOf } from "../ui/route";
import { Table, type Column } from "../ui/table";

export function TournamentState({ state }: { state: Tournament_State | undefined }) {
  return <Badge kind={state === "STATE_RUNNING" ? "live" : "quiet"}>{stateText(state)}</Badge>;
}

// Marks a challenge, whose name says no more than whose it is, and tells who plays.
export function Challenge({ spec }: { spec: TournamentSpec | undefined }) {
  if (!spec?.challenger) return null;
  return (
    <>
      {" "}
      <Badge kind="quiet">challenge</Badge> <span class="muted">{playersText(spec.bots ?? [])}</span>
    </>
  );
}

const COLUMNS: readonly Column<Tournament>[] = [
  {
    title: "Tournament",
    cell: ({ id = 0, spec }) => (
      <>
        <a href={hrefOf(["tournaments", String(id)])}>
          {id}. {spec?.name}
        </a>
        <Challenge spec={spec} />
      </>
    ),
  },
  {
    title: "State",
    cell: ({ state, spec }) => (
      <>
        <TournamentState state={state} />
        {state === "STATE_SCHEDULED" && (
          <>
            {" "}
            <Time time={spec?.start_time} />
          </>
        )}
      </>
    ),
  },
  { title: "Format", isMinor: true, cell: ({ spec }) => formatText(spec?.format) },
  { title: "Ruleset", isMinor: true, cell: ({ spec }) => spec?.ruleset?.id },
  { title: "Bots", isNumber: true, isMinor: true, cell: ({ spec }) => countText(spec?.bots?.length) },
  {
    title: "Games",
    isNumber: true,
    cell: ({ games_stored, games_total }) =>
      `${countText(games_stored)}${games_total ? `/${countText(games_total)}` : ""}`,
  },
  { title: "Created", isMinor: true, cell: ({ create_time }) => <Time time={create_time} /> },
];

export function TournamentTable({
  tournaments,
  query,
}: {
  tournaments: readonly Tournament[];
  query?: URLSearchParams;
}) {
  if (tournaments.length === 0) return <Note>No tournaments yet.</Note>;
  return <Table label="Tournaments" columns={COLUMNS} rows={tournaments} rowKey={({ id = 0 }) => id} query={query} />;
}
