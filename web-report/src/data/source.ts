// Where pages get their data from: a server, or files beside the page. Which of them, the page itself says (main.tsx).
import type {
  BotPage,
  GameSummary,
  HostStatus,
  Leaderboard,
  ListBotsResponse,
  ListRulesetsResponse,
  ListTournamentsResponse,
  Replay,
  Site,
  TournamentPage,
  TournamentProgress,
  TournamentRound,
} from "./messages";

// What to list; what is empty does not restrict. Dates are days as in 2026-01-31, the last one included.
export interface GameFilter {
  bot: string;
  opponent: string;
  tournament: string;
  ruleset: string;
  // As in RESULT_DRAW and REASON_FLAG_CAPTURED.
  result: string;
  reason: string;
  pliesMin: string;
  pliesMax: string;
  dateMin: string;
  dateMax: string;
}

export const EVERY_GAME: GameFilter = {
  bot: "",
  opponent: "",
  tournament: "",
  ruleset: "",
  result: "",
  reason: "",
  pliesMin: "",
  pliesMax: "",
  dateMin: "",
  dateMax: "",
};

export interface GamePage {
  games: GameSummary[];
  // For the page behind this one; empty on the last.
  next: string;
}

export type ExportForm = "record" | "text" | "xml";

// Ends what was begun: a stream, a timer.
export type Stop = () => void;

export interface GameWatch {
  steps: (more: Replay) => void;
  // The game is over, or the stream cannot go on: it should be asked for again.
  ended: () => void;
}

export interface Source {
  // Whether anything can move.
  readonly isLive: boolean;
  site(): Promise<Site>;
  status(): Promise<HostStatus>;
  rulesets(): Promise<ListRulesetsResponse>;
  leaderboard(pool: string): Promise<Leaderboard>;
  bots(): Promise<ListBotsResponse>;
  bot(name: string): Promise<BotPage>;
  tournaments(token: string): Promise<ListTournamentsResponse>;
  tournament(id: number): Promise<TournamentPage>;
  round(id: number, round: number): Promise<TournamentRound>;
  games(filter: GameFilter, token: string, size: number): Promise<GamePage>;
  game(id: string): Promise<Replay>;
  // An address to download from.
  exportUrl(id: string, form: ExportForm): Promise<string>;
  watchStatus(take: (status: HostStatus) => void): Stop;
  // `noticed`: there is a notice more, or may be.
  watchTournament(id: number, take: (progress: TournamentProgress) => void, noticed: () => void): Stop;
  watchGame(id: string, from: number, watch: GameWatch): Stop;
}

// Something that was asked for cannot be had; the message is for people.
export class SourceError extends Error {
  constructor(
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}

// As the server checks it too, so that nothing else goes into a path.
export function isGameId(id: string): boolean {
  return /^[1-9][0-9]{0,9}-[1-9][0-9]{0,9}$/.test(id);
}

// A number as it stands in a page's address; 0 when it is none.
export function idIn(text: string): number {
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
}
