// The games that the two players of a game had in the same tournament.
import type { GameSummary } from "../data/messages";
import { EVERY_GAME, type Source } from "../data/source";

export interface Neighbours {
  // Ids; empty where there is none.
  previous: string;
  next: string;
  // The other game of the pair: the same players with their sides changed.
  partner: string;
}

const PAGE = 200;
const PAGES_MAX = 10;

const numberOf = (id: string | undefined) => Number((id ?? "").split("-").pop());

// `games`: those of the pairing that are over, in any order. Of the games of one round, the n-th with these sides and the n-th with
// the others are a pair. While games of the round are missing it cannot be told which, and so none is named.
export function neighboursOf(game: GameSummary, games: readonly GameSummary[]): Neighbours {
  const sorted = [...games].sort((a, b) => numberOf(a.game_id) - numberOf(b.game_id));
  const own = numberOf(game.game_id);
  const ofRound = sorted.filter(({ round = 0 }) => round === (game.round ?? 0));
  const alike = ofRound.filter(({ red }) => red === game.red);
  const swapped = ofRound.filter(({ red }) => red === game.blue);
  const place = alike.findIndex(({ game_id }) => game_id === game.game_id);
  return {
    previous: sorted.filter(({ game_id }) => numberOf(game_id) < own).pop()?.game_id ?? "",
    next: sorted.find(({ game_id }) => numberOf(game_id) > own)?.game_id ?? "",
    partner: alike.length === swapped.length ? (swapped[place]?.game_id ?? "") : "",
  };
}

export async function askNeighbours(source: Source, game: GameSummary): Promise<Neighbours> {
  const { tournament_id: tournament = 0, red = "", blue = "" } = game;
  const filter = { ...EVERY_GAME, tournament: String(tournament), bot: red, opponent: blue };
  const games: GameSummary[] = [];
  let token = "";
  for (let page = 0; page < PAGES_MAX; ++page) {
    const answer = await source.games(filter, token, PAGE);
    games.push(...answer.games);
    token = answer.next;
    if (token === "") break;
  }
  return neighboursOf(game, games);
}
