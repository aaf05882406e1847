// The server's data: `/api/v1/…` beside the page.
import type { GameFilter, GamePage, GameWatch, ExportForm, Source, Stop } from "./source";
import { Connection } from "./connection";
import { answerFor } from "./early_answers";
import { EventChannel } from "./event_channel";
import { stepsAfter } from "./event_hub";
import { parseJson } from "./plain_json";
import { ROOT } from "./root";
import { SourceError } from "./source";
import { isUnderWay } from "./words";
import type { ApiError, HostStatus, ListGamesResponse, Replay, TournamentProgress } from "./messages";

const API = `${ROOT}api/v1`;

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
    ["page_size", size > 0 ? String(size) : ""],
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
    message = (parseJson(await response.text()) as ApiError).message ?? "";
  } catch {
    // The answer came from a proxy between here and the server.
  }
  if (response.status === 429) message ||= "The arena is busy. Please try again in a moment.";
  return new SourceError(
    sentence(message) || `The arena answered with status ${response.status}.`,
    response.status === 404,
  );
}

// The message of an answer; a SourceError where there is none. `onRefused` is told the status of what the server refused.
export async function messageOf<T>(
  answer: Promise<Response>,
  onRefused: (status: number) => void = () => undefined,
): Promise<T> {
  let response: Response;
  try {
    response = await answer;
  } catch {
    throw new SourceError("The arena cannot be reached. Please try again later.");
  }
  if (response.ok) return parseJson(await response.text()) as T;
  onRefused(response.status);
  throw await errorOf(response);
}

const get = <T>(path: string) => messageOf<T>(answerFor(path, () => fetch(`${API}/${path}`, { credentials: "omit" })));

const name = encodeURIComponent;

// The functions that take a topic's events, by the events' names.
type Handlers = Record<string, (data: unknown) => void>;

// What all streams of a page share.
interface Live {
  connection: Connection;
  channel: EventChannel;
}

// Hands the events of one topic to their handlers until it is stopped. The stream is opened again by itself; `onRefused` is
// called when the server refuses to tell of the topic, for now or (`hasEnded`) for good, `onOpen` when it does tell, at first or
// again. Then `isLate` says that events may have been missed, since the page has not listened all the time. The connection is
// told whether the stream is whole.
function listen(
  { connection, channel }: Live,
  path: string,
  from: number,
  handlers: Handlers,
  onRefused: (hasEnded: boolean) => void,
  onOpen: (isLate: boolean) => void = () => undefined,
): Stop {
  let isLate = document.hidden;
  // What the connection knows this topic by, however often its stream is opened.
  const self = {};
  const stop = channel.listen(path, from, (word) => {
    switch (word.is) {
      case "event":
        return handlers[word.event]?.(word.data);
      case "open":
        connection.whole(self);
        onOpen(isLate);
        isLate = true;
        return undefined;
      case "broken":
        return connection.broken(self);
      case "closed":
        isLate = true;
        return connection.whole(self);
      case "refused":
      case "ended":
        connection.whole(self);
        return onRefused(word.is === "ended");
    }
  });
  return () => {
    stop();
    connection.whole(self);
  };
}

// Asks every ten seconds, while the server refuses the stream.
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

// Listens to a topic, and polls while the server refuses it.
function listenOrPoll(
  live: Live,
  path: string,
  handlers: Handlers,
  ask: () => Promise<void>,
  onLate: () => void = () => undefined,
): Stop {
  let stopPolling: Stop | undefined;
  const endPolling = () => {
    stopPolling?.();
    stopPolling = undefined;
  };
  const stopListening = listen(
    live,
    path,
    0,
    handlers,
    () => (stopPolling ??= poll(live.connection, ask)),
    (isLate) => {
      endPolling();
      if (isLate) onLate();
    },
  );
  return () => {
    stopListening();
    endPolling();
  };
}

// The stream ends with a progress of a tournament that is over.
function watchTournament(
  live: Live,
  id: number,
  onProgress: (progress: TournamentProgress) => void,
  onNotice: () => void,
  ask: () => Promise<void>,
): Stop {
  const handlers: Handlers = {
    progress: (data) => {
      const progress = data as TournamentProgress;
      if (!isUnderWay(progress.state)) stop();
      onProgress(progress);
    },
    notice: onNotice,
  };
  // A stream has no notices from before it was opened.
  const stop = listenOrPoll(live, `tournaments/${id}`, handlers, ask, onNotice);
  return stop;
}

// After a refusal, because too many are watching or a proxy has lost its server, the page asks for the game again and again, and
// so does the stream, until the page does not want it any more.
function watchGame(live: Live, id: string, from: number, watch: GameWatch): Stop {
  const { connection } = live;
  const self = {};
  let at = from;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: Stop = () => undefined;
  const heardAgain = () => {
    clearTimeout(timer);
    timer = undefined;
    connection.whole(self);
  };
  const askAgain = (hasEnded: boolean) => {
    connection.broken(self);
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (hasEnded) stopListening();
      watch.onEnd();
      if (hasEnded) begin();
      else askAgain(false);
    }, 5000);
  };
  const onSteps = (part: Replay) => {
    at = stepsAfter(part);
    heardAgain();
    watch.onSteps(part);
  };
  const onOver = () => {
    stopListening();
    watch.onEnd();
  };
  const handlers: Handlers = { steps: (data) => onSteps(data as Replay), over: onOver };
  const begin = () => {
    stopListening = listen(live, `games/${id}`, at, handlers, askAgain, heardAgain);
  };
  begin();
  return () => {
    heardAgain();
    stopListening();
  };
}

export function liveSource(): Source {
  const live: Live = { connection: new Connection(), channel: new EventChannel(API) };
  const source: Source = {
    isLive: true,
    site: () => get("site"),
    status: () => get("status"),
    rulesets: () => get("rulesets"),
    pictures: (ruleset) => get(`rulesets/${name(ruleset)}`),
    leaderboard: (pool) => get(`leaderboards/${name(pool)}`),
    rankings: (pool) => get(`leaderboards/${name(pool)}/rankings`),
    residuals: (pool) => get(`leaderboards/${name(pool)}/residuals`),
    bots: () => get("bots"),
    bot: (bot) => get(`bots/${name(bot)}`),
    headToHead: (bot, opponent) => get(`bots/${name(bot)}/against/${name(opponent)}`),
    setUps: (bot, ruleset) => get(`bots/${name(bot)}/set-ups/${name(ruleset)}`),
    bits: (bot, ruleset) => get(`bots/${name(bot)}/bits/${name(ruleset)}`),
    tournaments: (token) =>
      get(`tournaments?${new URLSearchParams({ page_size: "50", ...(token ? { page_token: token } : {}) })}`),
    tournament: (id) => get(`tournaments/${id}`),
    round: (id, round) => get(`tournaments/${id}/rounds/${round}`),
    async games(filter, token, size): Promise<GamePage> {
      const page = await get<ListGamesResponse>(`games?${gameParameters(filter, token, size)}`);
      return { games: page.games ?? [], next: page.next_page_token ?? "" };
    },
    game: (id) => get(`games/${name(id)}`),
    neighbours: ({ game_id = "" }) => get(`games/${name(game_id)}/neighbours`),
    feedUrl: (of) => {
      if ("bot" in of) return `${API}/bots/${name(of.bot)}/feed`;
      return `${API}/${"site" in of ? "feed" : `tournaments/${of.tournament}/feed`}`;
    },
    gamesUrl: (filter, form) => `${API}/exports/${form}?${gameParameters(filter, "", 0)}`,
    embedUrl: (id, query) => `embed/game/${name(id)}${query && `?${query}`}`,
    pictureUrl: (id, query) => `${API}/games/${name(id)}/picture${query && `?${query}`}`,
    receiptUrl: (id) => `${API}/games/${name(id)}/receipt`,
    likelihood: (bot, pool) => get(`bots/${name(bot)}/ratings/${name(pool)}`),
    exportUrl: (id: string, form: ExportForm) => Promise.resolve(`${API}/games/${name(id)}/${form}`),
    watchStatus: (onStatus) =>
      listenOrPoll(live, "status", { status: (data) => onStatus(data as HostStatus) }, async () =>
        onStatus(await source.status()),
      ),
    watchTournament: (id, onProgress, onNotice) =>
      watchTournament(live, id, onProgress, onNotice, async () =>
        onProgress((await source.tournament(id)).progress ?? {}),
      ),
    watchGame: (id, from, watch) => watchGame(live, id, from, watch),
    watchConnection: (onChange) => live.connection.watch(onChange),
  };
  return source;
}
