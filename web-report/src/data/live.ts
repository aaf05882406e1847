// The server's data: `/api/v1/…` beside the page.
import type { GameFilter, GamePage, GameWatch, ExportForm, Source, Stop } from "./source";
import { Connection } from "./connection";
import { SourceError } from "./source";
import type { ApiError, HostStatus, ListGamesResponse, Replay, TournamentProgress } from "./messages";

const API = "api/v1";

// An enum's name as the server takes it in an address: RESULT_RED_WINS is red_wins there.
function parameterOf(name: string, prefix: string): string {
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
    ["result", parameterOf(filter.result, "RESULT_")],
    ["reason", parameterOf(filter.reason, "REASON_")],
    ["plies_min", filter.pliesMin],
    ["plies_max", filter.pliesMax],
    ["start_time_min", filter.dateMin ? `${filter.dateMin}T00:00:00Z` : ""],
    ["start_time_max", filter.dateMax ? dayAfter(filter.dateMax) : ""],
    ["imported", filter.imported],
    ["page_size", String(size)],
    ["page_token", token],
  ];
  return new URLSearchParams(all.filter(([, value]) => value !== ""));
}

// A text of the server as a sentence.
export function sentence(text: string): string {
  return text && text[0]!.toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

async function errorOf(response: Response): Promise<SourceError> {
  let message = "";
  try {
    message = ((await response.json()) as ApiError).message ?? "";
  } catch {
    // The answer came from a proxy between here and the server.
  }
  if (response.status === 429) message ||= "The arena is busy. Please try again in a moment.";
  return new SourceError(
    sentence(message) || `The arena answered with status ${response.status}.`,
    response.status === 404,
  );
}

async function get<T>(path: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`${API}/${path}`, { credentials: "omit" });
  } catch {
    throw new SourceError("The arena cannot be reached. Please try again later.");
  }
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

const name = encodeURIComponent;

// The functions that take a stream's events, by the events' names.
type Handlers = Record<string, (data: unknown) => void>;

// Hands the events of one stream to their handlers until it is stopped. The browser opens a broken stream again by itself, but
// gives up when the server refuses it: then `onRefused` is called. A page in the background has no stream, since a browser
// has only six connections for all pages of a site. `path` gets the last event's id, so that a new stream goes on from
// there. `onReopened` is called when a stream is opened again, or later than the page: events may have been missed.
// The connection is told whether the stream is whole.
function listen(
  connection: Connection,
  path: (last: string) => string,
  handlers: Handlers,
  onRefused: () => void,
  onReopened: () => void = () => undefined,
): Stop {
  let stream: EventSource | undefined;
  let last = "";
  // Whether events may have been missed since the page was loaded, or since the last stream.
  let isLate = document.hidden;
  // What the connection knows this stream by, however often it is opened.
  const self = {};
  const open = () => {
    const opened = new EventSource(`${API}/${path(last)}`);
    opened.addEventListener("open", () => {
      connection.whole(self);
      if (isLate) onReopened();
      isLate = true;
    });
    for (const [event, handle] of Object.entries(handlers)) {
      opened.addEventListener(event, (message) => {
        const { data, lastEventId } = message as MessageEvent<string>;
        last = lastEventId;
        handle(JSON.parse(data));
      });
    }
    opened.addEventListener("error", () => {
      connection.broken(self);
      if (opened.readyState === EventSource.CLOSED) onRefused();
    });
    return opened;
  };
  const openOrClose = () => {
    stream?.close();
    if (document.hidden) connection.whole(self);
    stream = document.hidden ? undefined : open();
  };
  const stop = () => {
    document.removeEventListener("visibilitychange", openOrClose);
    stream?.close();
    connection.whole(self);
  };
  document.addEventListener("visibilitychange", openOrClose);
  openOrClose();
  return stop;
}

// Asks every ten seconds, in place of a stream that the server refused.
function poll(connection: Connection, ask: () => Promise<void>): Stop {
  const self = {};
  const askOnce = () =>
    void ask().then(
      () => connection.whole(self),
      () => connection.broken(self),
    );
  const timer = setInterval(askOnce, 10_000);
  return () => {
    clearInterval(timer);
    connection.whole(self);
  };
}

// Listens to a stream, and polls once the server refuses it.
function listenOrPoll(
  connection: Connection,
  path: string,
  handlers: Handlers,
  ask: () => Promise<void>,
  onReopened?: () => void,
): Stop {
  let stop = listen(
    connection,
    () => path,
    handlers,
    () => {
      stop();
      stop = poll(connection, ask);
    },
    onReopened,
  );
  return () => stop();
}

// After a refusal, because too many are watching or a proxy has lost its server, the page asks for the game again, and so
// does the stream, until the page does not want it any more.
function watchGame(connection: Connection, id: string, from: number, watch: GameWatch): Stop {
  const self = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: Stop = () => undefined;
  const ended = () => {
    stopListening();
    watch.onEnd();
  };
  const begin = () => {
    stopListening = listen(
      connection,
      (last) => `games/${name(id)}/events?from=${last || from}`,
      {
        steps: (data) => {
          connection.whole(self);
          watch.onSteps(data as Replay);
        },
        over: ended,
      },
      () => {
        connection.broken(self);
        timer = setTimeout(() => {
          ended();
          begin();
        }, 5000);
      },
    );
  };
  begin();
  return () => {
    clearTimeout(timer);
    stopListening();
    connection.whole(self);
  };
}

export function liveSource(): Source {
  const connection = new Connection();
  const source: Source = {
    isLive: true,
    site: () => get("site"),
    status: () => get("status"),
    rulesets: () => get("rulesets"),
    pictures: (ruleset) => get(`rulesets/${name(ruleset)}`),
    leaderboard: (pool) => get(`leaderboards/${name(pool)}`),
    bots: () => get("bots"),
    bot: (bot) => get(`bots/${name(bot)}`),
    headToHead: (bot, opponent) => get(`bots/${name(bot)}/against/${name(opponent)}`),
    setUps: (bot, ruleset) => get(`bots/${name(bot)}/set-ups/${name(ruleset)}`),
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
    watchStatus: (onStatus) =>
      listenOrPoll(connection, "status/events", { status: (data) => onStatus(data as HostStatus) }, async () =>
        onStatus(await source.status()),
      ),
    watchTournament: (id, onProgress, onNotice) =>
      listenOrPoll(
        connection,
        `tournaments/${id}/events`,
        { progress: (data) => onProgress(data as TournamentProgress), notice: onNotice },
        async () => onProgress((await source.tournament(id)).progress ?? {}),
        // A stream has no notices from before it was opened.
        onNotice,
      ),
    watchGame: (id, from, watch) => watchGame(connection, id, from, watch),
    watchConnection: (onChange) => connection.watch(onChange),
  };
  return source;
}
