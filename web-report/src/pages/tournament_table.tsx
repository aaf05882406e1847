import type { Tournament } from "../data/messages";
import { formatText, stateText } from "../data/words";
import { Badge, Note, Scroll, Time } from "../ui/parts";
import { countText } from "../ui/format";
import { hrefOf } from "../ui/route";

export function TournamentState({ state }: { state: string | undefined }) {
  return (
    <Badge {...(state === "STATE_RUNNING" ? { kind: "live" as const } : { kind: "quiet" as const })}>
      {stateText(state)}
    </Badge>
  );
}

export function TournamentTable({ tournaments }: { tournaments: readonly Tournament[] }) {
  if (tournaments.length === 0) return <Note>No tournaments yet.</Note>;
  return (
    <Scroll label="Tournaments">
      <table>
        <thead>
          <tr>
            <th scope="col">Tournament</th>
            <th scope="col">State</th>
            <th scope="col" class="minor">
              Format
            </th>
            <th scope="col" class="minor">
              Ruleset
            </th>
            <th scope="col" class="number minor">
              Bots
            </th>
            <th scope="col" class="number">
              Games
            </th>
            <th scope="col" class="minor">
              Created
            </th>
          </tr>
        </thead>
        <tbody>
          {tournaments.map((tournament) => (
            <tr key={tournament.id}>
              <td>
                <a href={hrefOf(["tournaments", String(tournament.id ?? 0)])}>
                  {tournament.id}. {tournament.spec?.name}
                </a>
              </td>
              <td>
                <TournamentState state={tournament.state} />
              </td>
              <td class="minor">{formatText(tournament.spec?.format)}</td>
              <td class="minor">{tournament.spec?.ruleset?.id}</td>
              <td class="number minor">{countText(tournament.spec?.bots?.length)}</td>
              <td class="number">
                {countText(tournament.games_stored)}
                {tournament.games_total ? `/${countText(tournament.games_total)}` : ""}
              </td>
              <td class="minor">
                <Time time={tournament.create_time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
