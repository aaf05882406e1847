import { useEffect, useRef, useState } from "preact/hooks";
import type { Tournament, TournamentPage as PageData, TournamentProgress, TournamentSpec } from "../data/messages";
import { formatText, isUnderWay } from "../data/words";
import { countText, gamesText, optionsText, plural, shortHead } from "../ui/format";
import { Facts, Heading, Loaded, Note, RulesetLink, Section, Time } from "../ui/parts";
import { useArena, useReloadSoon, useResource } from "../ui/resource";
import { FeedLink } from "../ui/feed_link";
import { GamesDownload } from "../ui/games_download";
import { hrefOf, setQuery } from "../ui/route";
import { Tabs } from "../ui/tabs";
import { useTitle } from "../ui/title";
import { Bracket } from "./bracket";
import { Crosstable } from "./crosstable";
import { MatchView } from "./match_view";
import { Rounds } from "./rounds";
import { Schedule } from "./schedule";
import { Standings } from "./standings";
import { Times } from "./times";
import { Tuning } from "./tuning";
import { specControlText, Summary } from "./tournament_summary";
import { Challenge, TournamentState } from "./tournament_table";

// Milliseconds until a page is reloaded whose tournament has new games: more for large tables.
function reloadPause(bots: number): number {
  return bots <= 16 ? 1000 : bots <= 64 ? 3000 : 10_000;
}

// The page's data, reloaded as games are stored, and the newest progress.
function useTournament(id: number) {
  const { source } = useArena();
  const resource = useResource(String(id), () => source.tournament(id));
  const [progress, setProgress] = useState<TournamentProgress>();
  const isFollowed = isUnderWay(resource.data?.tournament?.state);
  const known = useRef<Tournament>();
  known.current = resource.data?.tournament;
  const reloadSoon = useReloadSoon(reloadPause(resource.data?.tournament?.spec?.bots?.length ?? 0), resource.reload);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const onProgress = (next: TournamentProgress) => {
      setProgress(next);
      const { games_stored: stored = 0, state } = known.current ?? {};
      if ((next.games_stored ?? 0) !== stored || next.state !== state) reloadSoon();
    };
    return source.watchTournament(id, onProgress, reloadSoon);
  }, [id, isFollowed, reloadSoon]);
  return { ...resource, progress: isFollowed ? progress : undefined };
}

function Progress({ progress }: { progress: TournamentProgress }) {
  const { state, games_stored: stored = 0, games_total: total = 0, games_per_minute: rate = 0 } = progress;
  const waiting = progress.games_waiting ?? 0;
  const minutes = rate > 0 && total > stored ? (total - stored) / rate : 0;
  return (
    <div class="progress" aria-live="off">
      {total > 0 && state === "STATE_RUNNING" && <progress max={total} value={stored} aria-label="Games played" />}
      <span>
        {gamesText(stored, total)}
        {minutes > 0 && state === "STATE_RUNNING"
          ? `, about ${minutes < 1 ? "a minute" : plural(Math.ceil(minutes), "minute")} left`
          : ""}
      </span>
      {waiting > 0 && (
        <span>
          {plural(waiting, "game")} {waiting === 1 ? "waits" : "wait"} for a machine that can play{" "}
          {waiting === 1 ? "it" : "them"}
        </span>
      )}
      {(progress.queue_before ?? 0) > 0 && <span>{plural(progress.queue_before ?? 0, "tournament")} before it</span>}
    </div>
  );
}

function setUpsText(spec: TournamentSpec): string {
  if (!spec.book) return "by the bots";
  return `from ${spec.book === "standard" ? "the standard book" : "a book of the host's own"}${spec.duplicate ? ", in pairs" : ""}`;
}

// Whether the list of its bots is still to be made of its entrants.
function hasNoBotsYet({ bots = [], entrants = [] }: TournamentSpec): boolean {
  return bots.length === 0 && entrants.length > 0;
}

// Whom the list of bots will hold, once it is made.
function entrantsText(spec: TournamentSpec): string {
  const words = (spec.entrants ?? []).map((entrant) =>
    entrant === "all" ? "all bots" : entrant.replace(/^@tag:/, "all tagged ").replace(/^@owner:/, "all of "),
  );
  return `${words.join(", ")}; settled ${spec.entries_until ? "before the start" : "at the start"}`;
}

// Shortly, and whole for whoever wants to keep it.
function ChainHead({ line }: { line: string }) {
  return (
    <details>
      <summary>{shortHead(line)}</summary>
      <code class="chain-head">{line}</code>
    </details>
  );
}

function About({ tournament }: { tournament: Tournament }) {
  const spec = tournament.spec ?? {};
  return (
    <Facts
      facts={[
        ["Ruleset", <RulesetLink key="r" id={spec.ruleset?.id} />],
        ["Options", optionsText(spec.ruleset)],
        ["Format", formatText(spec.format)],
        ["Rounds", spec.rounds ? countText(spec.rounds) : "–"],
        ["Games a pairing", countText(spec.games)],
        ["Time control", specControlText(spec)],
        ["Set-ups", setUpsText(spec)],
        ["Rated", spec.rated === false ? "no" : "yes"],
        ["Challenge by", spec.challenger],
        ["Starts", spec.start_time && <Time key="s" time={spec.start_time} />],
        ["Entrants", hasNoBotsYet(spec) && entrantsText(spec)],
        ["Seed", spec.seed ? <code key="s">{spec.seed}</code> : "shown when the tournament is over"],
        ["Created", <Time key="c" time={tournament.create_time} />],
        ["Last changed", <Time key="u" time={tournament.update_time} />],
        ["Ledger's head at its end", tournament.chain_head && <ChainHead key="h" line={tournament.chain_head} />],
      ]}
    />
  );
}

type View = readonly [id: string, title: string];

// The parts that a tournament's page has. The first is shown where the address names none.
export function viewsOf(page: PageData, isLive: boolean): View[] {
  const standings = page.tournament?.standings ?? [];
  if (hasNoBotsYet(page.tournament?.spec ?? {})) return [["about", "Settings"]];
  const isTuning = page.tournament?.spec?.format === "FORMAT_TUNE";
  const views: View[] = [isTuning ? ["tuning", "Tuning"] : ["standings", "Standings"]];
  if (page.bracket?.length) views.unshift(["bracket", "Bracket"]);
  if (page.rounds) views.push(["rounds", "Rounds"]);
  if (standings.some((standing) => standing.against?.length)) views.push(["crosstable", "Crosstable"]);
  if (page.tournament?.match) views.push(["match", page.sprt ? "SPRT" : "Match"]);
  if (isLive && page.tournament?.state === "STATE_RUNNING") views.push(["schedule", "Schedule"]);
  if (page.tournament?.times?.length) views.push(["times", "Times"]);
  return [...views, ["about", "Settings"]];
}

function Part({
  view,
  page,
  progress,
  id,
  query,
}: {
  view: string;
  page: PageData;
  progress: TournamentProgress;
  id: number;
  query: URLSearchParams;
}) {
  const tournament = page.tournament ?? {};
  switch (view) {
    case "bracket":
      return <Bracket rounds={page.bracket ?? []} total={page.bracket_rounds ?? 0} id={id} />;
    case "rounds":
      return <Rounds id={id} count={page.rounds ?? 0} query={query} stored={tournament.games_stored ?? 0} />;
    case "crosstable":
      return <Crosstable standings={tournament.standings ?? []} id={id} />;
    case "match":
      return <MatchView page={page} />;
    case "schedule":
      return <Schedule progress={progress} />;
    case "tuning":
      return <Tuning tournament={tournament} query={query} />;
    case "times":
      return <Times tournament={tournament} query={query} />;
    case "about":
      return <About tournament={tournament} />;
    default:
      return <Standings tournament={tournament} query={query} />;
  }
}

function TournamentParts({
  page,
  live,
  id,
  query,
}: {
  page: PageData;
  // The newest progress, where there is a stream.
  live: TournamentProgress | undefined;
  id: number;
  query: URLSearchParams;
}) {
  const { source } = useArena();
  const progress = live ?? page.progress ?? {};
  const views = viewsOf(page, source.isLive);
  const asked = query.get("show");
  const view = views.find(([name]) => name === asked)?.[0] ?? views[0]![0];
  return (
    <>
      <Progress progress={progress} />
      <Summary page={page} isOver={(progress.state ?? page.tournament?.state) === "STATE_FINISHED"} />
      <Tabs
        label="Parts of the tournament"
        tabs={views}
        current={view}
        onChoose={(chosen) => setQuery({ show: chosen, page: "", sort: "" })}
      />
      <Section title={views.find(([name]) => name === view)![1]}>
        <Part view={view} page={page} progress={progress} id={id} query={query} />
      </Section>
      <p>
        <a href={hrefOf(["games"], { tournament: String(id) })}>All games of this tournament</a>
        <GamesDownload filter={{ tournament: String(id) }} />
      </p>
    </>
  );
}

export function TournamentPage({ id, query }: { id: number; query: URLSearchParams }) {
  if (id === 0)
    return (
      <>
        <Heading>No such tournament</Heading>
        <Note>A tournament's id is a number.</Note>
      </>
    );
  return <LoadedTournament key={id} id={id} query={query} />;
}

function LoadedTournament({ id, query }: { id: number; query: URLSearchParams }) {
  const resource = useTournament(id);
  const tournament = resource.data?.tournament;
  const state = resource.progress?.state ?? tournament?.state;
  useTitle(tournament?.spec?.name ?? "", `tournament ${id}`);
  return (
    <>
      <Heading
        extra={
          tournament && (
            <>
              <TournamentState state={state} />
              <Challenge spec={tournament.spec} />
              <FeedLink of={{ tournament: id }} title={tournament.spec?.name ?? `tournament ${id}`} />
            </>
          )
        }
      >
        {tournament?.spec?.name ?? `Tournament ${id}`}
      </Heading>
      <Loaded resource={resource} what="the tournament">
        {(page) => <TournamentParts page={page} live={resource.progress} id={id} query={query} />}
      </Loaded>
    </>
  );
}
