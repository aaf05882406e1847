import { useEffect, useState } from "preact/hooks";
import type { HostStatus } from "../data/web_messages";
import { EVERY_GAME } from "../data/source";
import { plural } from "../ui/format";
import { Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useResource } from "../ui/resource";
import { hrefOf } from "../ui/route";
import { LiveGames } from "./live_games";
import { GamesTable } from "./games_table";
import { TournamentTable } from "./tournament_table";

function Pools() {
  const { site } = useArena();
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

function Running() {
  const { source } = useArena();
  const [status, setStatus] = useState<HostStatus>();
  useEffect(() => source.watchStatus(setStatus), [source]);
  return (
    <Section title="Running now">
      <LiveGames games={status?.games ?? []} max={8} />
    </Section>
  );
}

export function HomePage() {
  const { source, site } = useArena();
  const games = useResource("games", () => source.games(EVERY_GAME, "", 10));
  const tournaments = useResource("tournaments", () => source.tournaments(""));
  return (
    <>
      <Heading>{site.title || "Flagfall"}</Heading>
      <p class="lead">
        An arena in which programs play Stratego and its variants: {plural(site.bots ?? 0, "bot")},{" "}
        {plural(site.tournaments ?? 0, "tournament")}, {plural(site.games ?? 0, "game")}.
      </p>
      <Section title="Leaderboards">
        <Pools />
      </Section>
      {source.isLive && <Running />}
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
