import { useEffect, useRef, useState } from "preact/hooks";
import type { HostStatus, Site } from "../data/messages";
import { EVERY_GAME } from "../data/source";
import { plural } from "../ui/format";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useReloadSoon, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { LiveGames } from "./live_games";
import { GamesTable } from "./games_table";
import { TournamentTable } from "./tournament_table";

const RELOAD_PAUSE = 3000;

// A text that changes whenever the lists of tournaments and games may have changed.
function stateOf(status: HostStatus): string {
  const games = (status.games ?? []).map((game) => game.game_id);
  const tournaments = (status.queue ?? []).map((each) => [each.id, each.games_stored, each.is_playing]);
  return JSON.stringify([games, tournaments]);
}

// The host's status, always the newest. `onChange` is called when a game or tournament has begun or was stored since the first
// status.
function useStatus(onChange: () => void): HostStatus | undefined {
  const { source } = useArena();
  const [status, setStatus] = useState<HostStatus>();
  const state = useRef<string>();
  useEffect(
    () =>
      source.watchStatus((next) => {
        setStatus(next);
        const before = state.current;
        state.current = stateOf(next);
        if (before !== undefined && before !== state.current) onChange();
      }),
    [source, onChange],
  );
  return status;
}

function Pools({ site }: { site: Site }) {
  const pools = site.pools ?? [];
  if (pools.length === 0) return <Note>No rated games yet. The first tournament makes the first leaderboard.</Note>;
  return (
    <ul class="cards-list">
      {pools.map((pool) => (
        <li key={pool.name}>
          <a href={hrefOf(["leaderboards", pool.name ?? ""])}>{pool.name}</a>
          <span class="muted">
            {plural(pool.bots ?? 0, "bot")}, {plural(pool.games ?? 0, "rated game")}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function HomePage() {
  const { source, site: firstSite } = useArena();
  const [site, setSite] = useState(firstSite);
  const games = useResource("games", () => source.games(EVERY_GAME, "", 10));
  const tournaments = useResource("tournaments", () => source.tournaments(""));
  const status = useStatus(
    useReloadSoon(RELOAD_PAUSE, () => {
      games.reload();
      tournaments.reload();
      void source.site().then(setSite, () => undefined);
    }),
  );
  return (
    <>
      <Heading>{site.title || "Flagfall"}</Heading>
      <p class="lead">
        An arena in which programs play Stratego and its variants: {plural(site.bots ?? 0, "bot")},{" "}
        {plural(site.tournaments ?? 0, "tournament")}, {plural(site.games ?? 0, "game")}.
      </p>
      <Section title="Leaderboards">
        <Pools site={site} />
      </Section>
      {source.isLive && (
        <Section title="Running now">
          <LiveGames games={status?.games ?? []} max={8} />
        </Section>
      )}
      <Section title="Newest tournaments">
        <Loaded resource={tournaments} what="tournaments">
          {(list) => <TournamentTable tournaments={(list.tournaments ?? []).slice(0, 5)} />}
        </Loaded>
      </Section>
      <Section title="Newest games">
        <Loaded resource={games} what="games">
          {(page) => <GamesTable games={page.games} />}
        </Loaded>
      </Section>
    </>
  );
}
