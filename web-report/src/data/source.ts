// The source of the pages' data: a server, or files beside the page. main.tsx chooses by what index.html says.
import type {
  BotBits,
  BotPage,
  BotSetUps,
  GameNeighbours,
  GameSummary,
  HeadToHead,
  HostStatus,
  Leaderboard,
  LikelihoodHistory,
  ListBotsResponse,
  ListRulesetsResponse,
  ListTournamentsResponse,
  PoolRankings,
  PoolResiduals,
  Replay,
  RulesetPictures,
  Site,
  TournamentPage,
  TournamentProgress,
  TournamentRound,
} from "./messages";

// Which games to list; an empty field restricts nothing. Dates are days as in 2026-01-31, the last one included.
export const EVERY_GAME = {
  bot: "",
  opponent: "",
  tournament: "",
  ruleset: "",
  // As in RESULT_DRAW and REASON_FLAG_CAPTURED.
  result: "",
  reason: "",
  pliesMin: "",
  pliesMax: "",
  dateMin: "",
  dateMax: "",
  // "true" for the games that were played elsewhere, instead of those of here.
  imported: "",
};

export type GameFilter = typeof EVERY_GAME;

export interface GamePage {
  games: GameSummary[];
  // The token of the next page; empty on the last one.
  next: string;
}

// The formats of many games.
export type ManyForm = "jsonl" | "text" | "xml" | "csv" | "pb";

export type ExportForm = "record" | "text" | "xml";

// What a feed is about.
export type FeedOf = { site: true } | { tournament: number } | { bot: string };

// Ends the stream or timer that was begun.
export type Stop = () => void;

export interface GameWatch {
  // There is a later part of the replay.
  onSteps: (part: Replay) => void;
  // The game is over, or the stream cannot go on: the page should ask for the game again.
  onEnd: () => void;
}

export interface Source {
  // Whether anything can change while a page is open.
  readonly isLive: boolean;
  site(): Promise<Site>;
  status(): Promise<HostStatus>;
  rulesets(): Promise<ListRulesetsResponse>;
  // The examples of a ruleset's guide, to be drawn.
  pictures(ruleset: string): Promise<RulesetPictures>;
  leaderboard(pool: string): Promise<Leaderboard>;
  // The pool ranked where bots beat one another in a circle.
  rankings(pool: string): Promise<PoolRankings>;
  // Who beats whom against what the ratings foretell.
  residuals(pool: string): Promise<PoolResiduals>;
  bots(): Promise<ListBotsResponse>;
  bot(name: string): Promise<BotPage>;
  headToHead(bot: string, opponent: string): Promise<HeadToHead>;
  setUps(bot: string, ruleset: string): Promise<BotSetUps>;
  // What the bot's newest games of a ruleset told; only a server counts it.
  bits(bot: string, ruleset: string): Promise<BotBits>;
  tournaments(token: string): Promise<ListTournamentsResponse>;
  tournament(id: number): Promise<TournamentPage>;
  round(id: number, round: number): Promise<TournamentRound>;
  games(filter: GameFilter, token: string, size: number): Promise<GamePage>;
  game(id: string): Promise<Replay>;
  // The other games that its players had in its tournament.
  neighbours(game: GameSummary): Promise<GameNeighbours>;
  // The address of the Atom feed of the site, of a tournament or of a bot.
  feedUrl(of: FeedOf): string;
  // The address of a download of all games that the filter lets through; empty where there is none.
  gamesUrl(filter: GameFilter, form: ManyForm): string;
  // The address of a page that shows the game in a frame, from the site's own; `query` as in the game's page.
  embedUrl(id: string, query: string): string;
  // The address of a picture of a position of a game on a board; empty where there is none.
  pictureUrl(id: string, query: string): string;
  // How the bot's rating by maximum likelihood came to be.
  likelihood(bot: string, pool: string): Promise<LikelihoodHistory>;
  // The address of what shows that a stored game is in the ledger's signed chain; empty where nobody can be asked.
  receiptUrl(id: string): string;
  // The address of a download.
  exportUrl(id: string, form: ExportForm): Promise<string>;
  watchStatus(onStatus: (status: HostStatus) => void): Stop;
  // `onNotice` is called when there is a new notice, or may be one.
  watchTournament(id: number, onProgress: (progress: TournamentProgress) => void, onNotice: () => void): Stop;
  watchGame(id: string, from: number, watch: GameWatch): Stop;
  // `onChange` is called when the page has lost its connection, and when it has it again.
  watchConnection(onChange: (isLost: boolean) => void): Stop;
}

// Something that was asked for cannot be had. The message is for visitors.
export class SourceError extends Error {
  constructor(
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}

// Whether it is a game's id. The server checks the same, so that nothing else goes into a path.
export function isGameId(id: string): boolean {
  return /^(import-)?[1-9][0-9]{0,9}-[1-9][0-9]{0,9}$/.test(id);
}

// A number as it stands in a page's address; 0 when it is none.
export function idIn(text: string): number {
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
}
