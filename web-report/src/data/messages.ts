// The messages of proto/flagfall/v1 as their JSON has them: fields with their default value are left out, 64-bit numbers
// are texts, enums are names. tests/messages.test.ts compares the names here with the .proto files.

export type Side = "SIDE_RED" | "SIDE_BLUE";
export type Observer = "red" | "blue" | "spectator" | "all";
export type Result = "RESULT_RED_WINS" | "RESULT_BLUE_WINS" | "RESULT_DRAW" | "RESULT_VOID";
export type BotState = "STATE_READY" | "STATE_SUSPENDED" | "STATE_RETIRED";
export type TournamentState = "STATE_RUNNING" | "STATE_FINISHED" | "STATE_STOPPED";

export interface Outcome {
  result?: Result;
  // As in REASON_FLAG_CAPTURED.
  reason?: string;
  detail?: string;
}

export interface RulesetOption {
  name?: string;
  value?: string;
}

export interface Ruleset {
  id?: string;
  options?: RulesetOption[];
}

export interface TimeControl {
  base_micros?: string;
  increment_micros?: string;
  plies_per_period?: number;
  per_ply_micros?: string;
  margin_micros?: string;
  set_up_micros?: string;
}

export interface MatchPolicy {
  max_plies?: number;
  max_plies_without_capture?: number;
  illegal_retries?: number;
  anonymous?: boolean;
}

export interface Player {
  name?: string;
  version?: string;
}

export interface SeatUse {
  bytes_from_bot?: string;
  bytes_to_bot?: string;
  cpu_micros?: string;
  off_turn_cpu_micros?: string;
  memory_bytes_peak?: string;
  processes?: number;
}

export interface Tally {
  wins?: number;
  draws?: number;
  losses?: number;
}

export interface GameRating {
  pool?: string;
  red_elo_before?: number;
  blue_elo_before?: number;
  red_elo_change?: number;
}

export interface GameSummary {
  game_id: string;
  tournament_id?: number;
  red?: string;
  blue?: string;
  ruleset_id?: string;
  outcome?: Outcome;
  plies?: number;
  attempt?: number;
  start_time?: string;
  duration_micros?: string;
  rating?: GameRating;
}

export interface BotManifest {
  name?: string;
  version?: string;
  rulesets?: string[];
  language?: string;
  description?: string;
  author?: string;
}

export interface RatedBot {
  pool?: string;
  place?: number;
  bot?: string;
  elo?: number;
  elo_change?: number;
  games?: number;
  wins?: number;
  draws?: number;
  losses?: number;
  likelihood_elo?: number;
  likelihood_elo_error?: Real;
  scale?: number;
}

// What all games of a pool say at once.
export interface PoolFit {
  pool?: string;
  red_advantage_elo?: number;
  red_advantage_elo_error?: Real;
  draw_rate?: number;
  scales?: number;
  warning?: string;
}

export interface Bot {
  manifest?: BotManifest;
  add_time?: string;
  state?: BotState;
  suspended_reason?: string;
  faults?: number;
  ratings?: RatedBot[];
  retired_reason?: string;
  owner?: string;
  is_submitted?: boolean;
  content_sha256?: string;
}

export interface TournamentSpec {
  name?: string;
  bots?: string[];
  ruleset?: Ruleset;
  rounds?: number;
  games?: number;
  time_control?: string;
  seed?: string;
  policy?: MatchPolicy;
  rated?: boolean;
  format?: string;
  duplicate?: boolean;
  book?: string;
}

export interface SprtState {
  llr?: number;
  lower?: number;
  upper?: number;
  elo0?: number;
  elo1?: number;
  verdict?: string;
  pairs?: number;
}

// An infinite number is the text "Infinity" or "-Infinity" in JSON.
export type Real = number | string;

export interface MatchStatistics {
  first?: string;
  second?: string;
  games?: Tally;
  elo?: Real;
  elo_error?: Real;
  normalized_elo?: Real;
  normalized_elo_error?: Real;
  los?: Real;
  pentanomial?: number[];
  draw_ratio?: Real;
  pairs_ratio?: Real;
  sprt?: SprtState;
}

export interface TournamentStanding {
  place?: number;
  bot?: string;
  points?: number;
  games?: number;
  wins?: number;
  draws?: number;
  losses?: number;
  against?: Tally[];
  byes?: number;
  buchholz?: number;
  sonneborn_berger?: number;
  direct_encounter?: number;
  rating?: number;
  rating_deviation?: number;
}

export interface Tournament {
  id?: number;
  spec?: TournamentSpec;
  state?: TournamentState;
  create_time?: string;
  update_time?: string;
  games_total?: number;
  games_stored?: number;
  standings?: TournamentStanding[];
  match?: MatchStatistics;
}

export interface RulesetOptionInfo {
  name?: string;
  default_value?: string;
  domain?: string;
  description?: string;
}

export interface DecisionInfo {
  kind?: string;
  description?: string;
  example?: string;
}

export interface RulesetInfo {
  id?: string;
  title?: string;
  description?: string;
  options?: RulesetOptionInfo[];
  rules?: string;
  decisions?: DecisionInfo[];
}

export interface ListBotsResponse {
  bots?: Bot[];
}

export interface ListTournamentsResponse {
  tournaments?: Tournament[];
  next_page_token?: string;
}

export interface ListGamesResponse {
  games?: GameSummary[];
  next_page_token?: string;
}
