// The server's data: `/api/v1/…` beside the page.
import type { GameFilter, GamePage, GameWatch, ExportForm, Source, Stop } from "./source";
import { SourceError } from "./source";
import type { ApiError, ListGamesResponse, Replay } from "./messages";

const API = "api/v1";

// The part of a name that stands for a server's word: RESULT_RED_WINS is red_wins there.
function word(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length).toLowerCase() : name;
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString();
}

// The parameters of ListGamesRequest by their names.
export function gameParameters(filter: GameFilter, token: string, size: number): URLSearchParams {
  const all: [string, string][] = [
    ["bot", filter.bot],
    ["opponent", filter.bot ? filter.opponent : ""],
    ["tournament_id", filter.tournament],
    ["ruleset_id", filter.ruleset],
    ["result", word(filter.result, "RESULT_")],
    ["reason", word(filter.reason, "REASON_")],
    ["plies_min", filter.pliesMin],
    ["plies_max", filter.pliesMax],
    ["start_time_min", filter.dateMin ? `${filter.dateMin}T00:00:00Z` : ""],
    ["start_time_max", filter.dateMax ? dayAfter(filter.dateMax) : ""],
    ["page_size", String(size)],
    ["page_token", token],
  ];
  return new URLSearchParams(all.filter(([, value]) => value !== ""));
}

async function errorOf(response: Response): Promise<SourceError> {
  let message = "";
  try {
    message = ((await response.json()) as ApiError).message ?? "";
  } catch {
    // An answer of somebody between here and the server.
  }
  if (response.status === 429) message ||= "The arena is busy. Please try again in a moment.";
  return new SourceError(message || `The arena answered with status ${response.status}.`, response.status === 404);
}

async function get<T>(path: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${API}/${path}`, { credentials: "omit" });
  } catch {
    throw new SourceError("The arena cannot be reached. Is its server running?");
  }
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

const name = encodeURIComponent;

type Takers = Record<string, (data: unknown) => void>;

// Takes the events of one stream by their names until it is stopped. The browser opens a broken stream again by itself,
// but gives up when the server refuses it: then `failed` is told. A page that nobody sees has no stream, since a browser
// has six connections for all pages of a site; `path` is told the last event's id, to go on from there. `reopened` is told
// when there is a stream again, or late: what happened before may have gone by.
function listen(
  path: (last: string) => string,
  takers: Takers,
  failed: () => void,
  reopened: () => void = () => undefined,
): Stop {
  let stream: EventSource | undefined;
  let last = "";
  // Whether something may have happened since the page was loaded, or there was a stream.
  let isLate = document.hidden;
  const open = () => {
    const opened = new EventSource(`${API}/${path(last)}`);
    opened.addEventListener("open", () => {
      if (isLate) reopened();
      isLate = true;
    });
    for (const [event, take] of Object.entries(takers)) {
      opened.addEventListener(event, (message) => {
        const { data, lastEventId } = message as MessageEvent<string>;
        last = lastEventId;
        take(JSON.parse(data));
      });
    }
    opened.addEventListener("error", () => {
      if (opened.readyState === EventSource.CLOSED) failed();
    });
    return opened;
  };
  const turn = () => {
    stream?.close();
    stream = document.hidden ? undefined : open();
  };
  const stop = () => {
    document.removeEventListener("visibilitychange", turn);
    stream?.close();
  };
  document.addEventListener("visibilitychange", turn);
  turn();
  return stop;
}

// Asks now and then where there is no stream to be had.
function poll(ask: () => Promise<void>): Stop {
  const timer = setInterval(() => void ask().catch(() => undefined), 10_000);
  return () => clearInterval(timer);
}

// A stream, or asking now and then once the server refuses streams.
function listenOrPoll(path: string, takers: Takers, ask: () => Promise<void>, reopened?: () => void): Stop {
  let stop = listen(
    () => path,
    takers,
    () => {
      stop();
      stop = poll(ask);
    },
    reopened,
  );
  return () => stop();
}

function watchGame(id: string, from: number, watch: GameWatch): Stop {
  const ended = () => {
    stop();
    watch.ended();
  };
  const stop = listen(
    (last) => `games/${name(id)}/events?from=${last || from}`,
    { steps: (data) => watch.steps(data as Replay), over: ended },
    // Past the limit of watchers: the page asks again after a while.
    () => {
      stop();
      setTimeout(watch.ended, 5000);
    },
  );
  return stop;
}

export function liveSource(): Source {
  const source: Source = {
    isLive: true,
    site: () => get("site"),
    status: () => get("status"),
    rulesets: () => get("rulesets"),
    leaderboard: (pool) => get(`leaderboards/${name(pool)}`),
    bots: () => get("bots"),
    bot: (bot) => get(`bots/${name(bot)}`),
    tournaments: (token) =>
      get(`tournaments?${new URLSearchParams({ page_size: "50", ...(token ? { page_token: token } : {}) })}`),
    tournament: (id) => get(`tournaments/${id}`),
    round: (id, round) => get(`tournaments/${id}/rounds/${round}`),
    async games(filter, token, size): Promise<GamePage> {
      const page = await get<ListGamesResponse>(`games?${gameParameters(filter, token, size)}`);
      return { games: page.games ?? [], next: page.next_page_token ?? "" };
    },
    game: (id) => get(`games/${name(id)}`),
    exportUrl: (id: string, form: ExportForm) => Promise.resolve(`${API}/games/${name(id)}/${form}`),
    watchStatus: (take) =>
      listenOrPoll("status/events", { status: (data) => take(data as never) }, async () => take(await source.status())),
    watchTournament: (id, take, noticed) =>
      listenOrPoll(
        `tournaments/${id}/events`,
        { progress: (data) => take(data as never), notice: noticed },
        async () => take((await source.tournament(id)).progress ?? {}),
        // A stream tells no notice of before it.
        noticed,
      ),
    watchGame,
  };
  return source;
}
