import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { GameSummary, HostStatus, Pool, Site } from "../data/messages";
import { EVERY_GAME } from "../data/source";
import { plural } from "../ui/format";
import { lazily } from "../ui/lazy";
import { Badge, Heading, Loaded, Note, Section } from "../ui/parts";
import { useArena, useReloadSoon, useResource } from "../ui/resource";
import { FeedLink } from "../ui/feed_link";
import { hrefOf } from "../ui/route";
import { bestGame, liveGame, NEWEST } from "./best_game";
import { Leaders, NewestResults, NoPool, Pools } from "./home_lists";
import { LiveGames } from "./live_games";
import { TournamentTable } from "./tournament_table";

const RELOAD_PAUSE = 3000;
const RESULTS = 8;
const LEADERS = 5;
const TOURNAMENTS = 5;

const FrontBoard = lazily<{ id: string; onUnfit: (id: string) => void }>(
  async () => (await import("../game/front_board")).FrontBoard,
  () => null,
);

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

type Kind = "live" | "ended" | "best";

interface ShownGame {
  // Empty while there is none.
  id: string;
  kind: Kind;
  onUnfit: (id: string) => void;
}

// A running game stays until it is over, and then until there is another one; so does one that plays by itself.
function useShownGame(status: HostStatus | undefined, games: readonly GameSummary[] | undefined): ShownGame {
  const { source } = useArena();
  const [unfit, setUnfit] = useState<readonly string[]>([]);
  const shown = useRef<{ id: string; kind: Kind }>({ id: "", kind: "best" });
  const isUnfit = (id: string) => unfit.includes(id);
  const onUnfit = useCallback((id: string) => setUnfit((old) => [...old, id]), []);
  const { id, kind } = shown.current;
  const live = liveGame(status, id, isUnfit);
  const isKept = id !== "" && !isUnfit(id);
  const isKnown = games !== undefined && (status !== undefined || !source.isLive);
  if (live) shown.current = { id: live, kind: "live" };
  else if (isKept) shown.current = { id, kind: kind === "best" ? kind : "ended" };
  else shown.current = { id: isKnown ? bestGame(games, isUnfit) : "", kind: "best" };
  return { ...shown.current, onUnfit };
}

const TITLES: Record<Kind, string> = { live: "Being played now", ended: "Just over", best: "Best recent game" };
const RULES: Record<Kind, string> = {
  live: "As spectators know it: hidden pieces are hidden here, too.",
  ended: "It was being played a moment ago. The next game that begins takes its place.",
  best: `Of the last ${NEWEST} games those won on the board; of these the one between the highest rated players.`,
};

// The board, in a frame that has its size before the board is there.
function Stage({ shown, isKnown }: { shown: ShownGame; isKnown: boolean }) {
  const { id, kind, onUnfit } = shown;
  return (
    <section class="section front-stage" aria-label={TITLES[kind]}>
      <h2>
        {kind === "live" && <Badge kind="live">live</Badge>} {TITLES[kind]}
      </h2>
      <div class="front-board">
        {id !== "" && <FrontBoard key={id} id={id} onUnfit={onUnfit} />}
        {id === "" && isKnown && <Note>Here a game will be shown as soon as one was won on a board.</Note>}
      </div>
      <p class="hint front-rule">{RULES[kind]}</p>
    </section>
  );
}

function LeadersOf({ pool, pools }: { pool: Pool; pools: readonly Pool[] }) {
  const { source } = useArena();
  const name = pool.name ?? "";
  const leaders = useResource(name, () => source.leaderboard(name));
  return (
    <Section title={`Leaderboard of ${name}`}>
      <Leaders resource={leaders} rows={Math.min(LEADERS, pool.bots ?? 0)} />
      <Pools pools={pools} />
    </Section>
  );
}

// The pool that has the most games.
function mainPool(pools: readonly Pool[]): Pool | undefined {
  return pools.reduce<Pool | undefined>(
    (main, pool) => ((pool.games ?? 0) > (main?.games ?? -1) ? pool : main),
    undefined,
  );
}

function SendABot({ site }: { site: Site }) {
  return (
    <Section title="Send a bot in">
      <p>
        A bot is a program in any language: it says where its pieces stand and what it plays, and needs some ten lines
        of Python. <a href={hrefOf(["submit"])}>How to write one{site.submission_address ? " and send it here" : ""}</a>
        ; <a href={hrefOf(["rules"])}>the rules in pictures</a>; <a href={hrefOf(["guides"])}>all guides</a>.
      </p>
    </Section>
  );
}

export function HomePage() {
  const { source, site: firstSite } = useArena();
  const [site, setSite] = useState(firstSite);
  const games = useResource("games", async () => (await source.games(EVERY_GAME, "", NEWEST)).games);
  const tournaments = useResource("tournaments", () => source.tournaments(""));
  const status = useStatus(
    useReloadSoon(RELOAD_PAUSE, () => {
      games.reload();
      tournaments.reload();
      void source.site().then(setSite, () => undefined);
    }),
  );
  const shown = useShownGame(status, games.data);
  const pools = site.pools ?? [];
  const pool = mainPool(pools);
  return (
    <div class="front">
      <div class="front-intro">
        <Heading>{site.title || "Flagfall"}</Heading>
        <p class="lead">
          An arena in which programs play Stratego and its variants against each other: a referee keeps the rules and
          the clocks, and every game can be watched and replayed.
        </p>
        <p class="front-counts">
          {plural(site.bots ?? 0, "bot")}, {plural(site.tournaments ?? 0, "tournament")},{" "}
          {plural(site.games ?? 0, "game")}; <FeedLink of={{ site: true }} title={site.title || "Flagfall"} />
        </p>
      </div>
      <Stage shown={shown} isKnown={games.data !== undefined && (status !== undefined || !source.isLive)} />
      <div class="front-lists">
        <Section title="Newest results">
          <NewestResults resource={games} rows={Math.min(RESULTS, site.games ?? 0)} />
        </Section>
        {pool ? (
          <LeadersOf key={pool.name} pool={pool} pools={pools} />
        ) : (
          <Section title="Leaderboards">
            <NoPool />
          </Section>
        )}
        <SendABot site={site} />
      </div>
      <div class="front-rest">
        {source.isLive && (
          <Section title="Running now">
            {status?.held_reason && <Note>No game begins just now: {status.held_reason}.</Note>}
            <LiveGames games={status?.games ?? []} max={8} />
          </Section>
        )}
        <Section title="Newest tournaments">
          <Loaded resource={tournaments} what="tournaments">
            {(list) => <TournamentTable tournaments={(list.tournaments ?? []).slice(0, TOURNAMENTS)} />}
          </Loaded>
        </Section>
      </div>
    </div>
  );
}
