// The replay of a game (proto/flagfall/v1/replay.proto) and what it is made of; see messages.ts.
import type { GameSummary, MatchPolicy, Player, Ruleset, SeatUse, Side, TimeControl } from "./messages";

export interface ReplayComment {
  step?: number;
  side?: Side;
  text?: string;
}

export interface ReplayNote {
  step?: number;
  side?: Side;
  at_ms?: number;
  // As in KIND_ILLEGAL_ACTION.
  kind?: string;
  text?: string;
  clause?: string;
}

export interface ReplayClocks {
  red_ms?: number;
  blue_ms?: number;
  is_red_running?: boolean;
  is_blue_running?: boolean;
}

export interface ReplayArmy {
  pieces?: number[];
}

export interface BoardReplay {
  red?: ReplayArmy;
  blue?: ReplayArmy;
  army?: number[];
  plies?: number[];
  threats?: number[];
  removed?: number[];
  learnt?: number[];
  barred?: number[];
}

export interface Ply {
  from?: number;
  to?: number;
}

export interface ClaimedAttack {
  ply?: Ply;
  // As in PIECE_TYPE_SCOUT, here and below.
  claim?: string;
  tokens?: number;
}

export interface CallMade {
  // As in BLUFF_CALL_MOVEMENT.
  call?: string;
  caller?: Side;
  ply?: number;
  was_bluff?: boolean;
}

export interface PlyTakenBack {
  origin?: number;
  has_moved?: boolean;
}

export interface BluffingPiece {
  origin?: number;
  claim?: string;
  possible_types?: string[];
}

export interface AttackTokens {
  red?: number;
  blue?: number;
}

export interface BluffingEvent {
  attack?: ClaimedAttack;
  call?: CallMade;
  declaration?: string;
  ply_taken_back?: PlyTakenBack;
  piece?: BluffingPiece;
  tokens?: AttackTokens;
}

export interface BluffingStep {
  events?: BluffingEvent[];
}

export interface BluffingReplay {
  board?: BoardReplay;
  said?: BluffingStep[];
}

export interface CardsFrontCard {
  is_gap?: boolean;
  type?: string;
  is_shown?: boolean;
  is_peeked?: boolean;
  excluded?: string[];
}

export interface CardsHand {
  size?: number;
  types?: string[];
  is_seen?: boolean;
}

export interface CardsArmy {
  front_line?: CardsFrontCard[];
  hand?: CardsHand;
  deck_size?: number;
  lost?: string[];
}

export interface CardsTurn {
  number?: number;
  side?: Side;
  // As in CARDS_STEP_TURN.
  step?: string;
}

export interface CardsAttackMade {
  place?: number;
  at?: number;
  attacker?: string;
  defender?: string;
  // As in CARDS_COMBAT_ATTACKER_STAYS.
  combat?: string;
}

export interface CardsCardNamed {
  place?: number;
  at?: number;
  type?: string;
  is_right?: boolean;
}

export interface CardsDeed {
  turn?: number;
  side?: Side;
  attack?: CardsAttackMade;
  look_at_hand?: { place?: number };
  peek?: { place?: number; at?: number[] };
  card_named?: CardsCardNamed;
  redeal?: { place?: number };
  front_line?: { places?: number[] };
  fill?: { places?: number[] };
}

export interface CardsView {
  red?: CardsArmy;
  blue?: CardsArmy;
  turn?: CardsTurn;
  last_deed?: CardsDeed;
}

export interface CardsArmyChange {
  side?: Side;
  places?: { place?: number; card?: CardsFrontCard }[];
  hand?: CardsHand;
  deck_size?: number;
  lost?: string[];
}

export interface CardsEvent {
  deed?: CardsDeed;
  changes?: CardsArmyChange[];
  turn?: CardsTurn;
}

export interface CardsReplay {
  start?: CardsView;
  changes?: CardsEvent[];
  army?: number[];
}

export interface GogoPlayer {
  number?: number;
  x?: number;
  y?: number;
  // As in ROLE_MONARCH.
  role?: string;
  is_on_display?: boolean;
  has_acted?: boolean;
  has_beaten_guard?: boolean;
  has_captured?: boolean;
}

export interface GogoTeam {
  players?: GogoPlayer[];
  lost?: string[];
}

export interface GogoChallenge {
  challenger?: number;
  target?: number;
}

export interface GogoSituation {
  tick?: number;
  // As in TICK_PART_MOVE.
  part?: string;
  to_decide?: Side;
  red_cluster?: number[];
  blue_cluster?: number[];
  has_passed?: boolean;
  challenge?: GogoChallenge;
}

export interface GogoView {
  red?: GogoTeam;
  blue?: GogoTeam;
  situation?: GogoSituation;
}

export interface GogoFighter {
  number?: number;
  role?: string;
  is_beaten?: boolean;
}

export interface GogoTeamChange {
  players?: GogoPlayer[];
  gone?: number[];
  lost?: string[];
}

export interface GogoChanged {
  red?: GogoTeamChange;
  blue?: GogoTeamChange;
  situation?: GogoSituation;
}

export interface GogoEvent {
  challenged?: { side?: Side; challenge?: GogoChallenge };
  blocked?: { side?: Side; number?: number };
  passed?: { side?: Side };
  fought?: { side?: Side; attacker?: GogoFighter; defender?: GogoFighter };
  captured?: { side?: Side; number?: number };
  changed?: GogoChanged;
}

export interface GogoReplayStep {
  events?: GogoEvent[];
}

export interface GogoReplay {
  start?: GogoView;
  changes?: GogoReplayStep[];
  red_base?: number[];
  red_flag?: number[];
  blue_base?: number[];
  blue_flag?: number[];
  pace?: number;
  reach?: number;
  deck?: number[];
}

export interface Replay {
  game?: GameSummary;
  is_over?: boolean;
  from_step?: number;
  steps?: number;
  ruleset?: Ruleset;
  red?: Player;
  blue?: Player;
  time_control?: TimeControl;
  policy?: MatchPolicy;
  seed?: string;
  seed_sha256?: string;
  red_use?: SeatUse;
  blue_use?: SeatUse;
  plies?: number[];
  acts?: number[];
  comments?: ReplayComment[];
  notes?: ReplayNote[];
  clocks?: ReplayClocks;
  board?: BoardReplay;
  bluffing?: BluffingReplay;
  cards?: CardsReplay;
  gogo?: GogoReplay;
}
