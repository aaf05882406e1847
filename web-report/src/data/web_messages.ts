// The messages of proto/flagfall/v1/web.proto that pages and lists are made of; see messages.ts.
import type {
  Bot,
  BotState,
  GameSummary,
  PoolFit,
  RatedBot,
  RulesetInfo,
  Tally,
  Tournament,
  TournamentState,
} from "./messages";

export interface Pool {
  name?: string;
  ruleset_id?: string;
  bots?: number;
  games?: number;
}

export interface Site {
  title?: string;
  version?: string;
  written_time?: string;
  pools?: Pool[];
  bots?: number;
  tournaments?: number;
  games?: number;
  has_exports?: boolean;
  game_chunks?: number;
  submission_address?: string;
  delay_seconds?: number;
}

export interface LiveGame {
  game_id?: string;
  tournament_id?: number;
  red?: string;
  blue?: string;
  ruleset_id?: string;
  plies?: number;
  start_time?: string;
}

export interface QueuedTournament {
  id?: number;
  name?: string;
  games_stored?: number;
  games_total?: number;
  is_playing?: boolean;
}

export interface BotFaults {
  bot?: string;
  faults?: number;
  state?: BotState;
  suspended_reason?: string;
}

export interface HostStatus {
  start_time?: string;
  time?: string;
  games?: LiveGame[];
  plies_per_second?: number;
  games_per_minute?: number;
  queue?: QueuedTournament[];
  submissions_waiting?: number;
  bots_connected?: number;
  faults?: BotFaults[];
  watchers?: number;
  watchers_max?: number;
}

export interface LeaderboardRow {
  rated?: RatedBot;
  trend?: number[];
  last_played_time?: string;
  version?: string;
  language?: string;
  author?: string;
  state?: BotState;
}

export interface Leaderboard {
  pool?: Pool;
  rows?: LeaderboardRow[];
  fit?: PoolFit;
}

export interface BotVersion {
  name?: string;
  version?: string;
  add_time?: string;
  state?: BotState;
}

export interface OpponentRecord {
  bot?: string;
  tally?: Tally;
}

export interface ReasonCount {
  reason?: string;
  games?: number;
}

export interface BotSpending {
  games?: number;
  decisions?: number;
  mean_ms?: number;
  median_ms?: number;
  p99_ms?: number;
  max_ms?: number;
  ms_by_tens?: number[];
  clock_left_min?: number;
  measured_games?: number;
  cpu_ms_per_game?: number;
  off_turn_cpu_ms_per_game?: number;
  memory_bytes_peak?: number;
  processes_max?: number;
  bytes_from_per_game?: number;
  bytes_to_per_game?: number;
}

export interface BotRecord {
  ruleset_id?: string;
  as_red?: Tally;
  as_blue?: Tally;
  opponents?: OpponentRecord[];
  wins?: ReasonCount[];
  draws?: ReasonCount[];
  losses?: ReasonCount[];
  spending?: BotSpending;
}

export interface RatingHistory {
  pool?: string;
  seconds?: number[];
  games?: number[];
  elo?: number[];
  error?: number[];
}

export interface BotPage {
  bot?: Bot;
  versions?: BotVersion[];
  records?: BotRecord[];
  histories?: RatingHistory[];
}

export interface ScheduledPairing {
  game_id?: string;
  round?: number;
  red?: string;
  blue?: string;
}

export interface TournamentProgress {
  state?: TournamentState;
  games_stored?: number;
  games_total?: number;
  running?: LiveGame[];
  next?: ScheduledPairing[];
  games_per_minute?: number;
  queue_before?: number;
}

export interface RoundMatch {
  first?: string;
  second?: string;
  first_points?: number;
  second_points?: number;
  games_stored?: number;
  games?: number[];
  is_running?: boolean;
  winner?: string;
  is_by_lot?: boolean;
  is_for_third_place?: boolean;
}

export interface TournamentRound {
  number?: number;
  matches?: RoundMatch[];
}

export interface SprtCourse {
  lower?: number;
  upper?: number;
  pairs?: number[];
  llr?: number[];
}

export interface TournamentPage {
  tournament?: Tournament;
  progress?: TournamentProgress;
  rounds?: number;
  bracket?: TournamentRound[];
  bracket_rounds?: number;
  sprt?: SprtCourse;
  notices?: string[];
}

export interface GameIndex {
  bots?: string[];
  ruleset_ids?: string[];
  game_ids?: string[];
  tournaments?: number[];
  red?: number[];
  blue?: number[];
  rulesets?: number[];
  results?: number[];
  reasons?: number[];
  plies?: number[];
  start_seconds?: number[];
  duration_ms?: number[];
  red_elo_change_cents?: number[];
}

export interface GameExports {
  record?: string;
  text?: string;
  xml?: string;
}

export interface ListRulesetsResponse {
  rulesets?: RulesetInfo[];
}

export interface ApiError {
  code?: string;
  message?: string;
}

export interface TournamentEvent {
  games_stored?: number;
  games_total?: number;
  game?: GameSummary;
  notice?: string;
}
