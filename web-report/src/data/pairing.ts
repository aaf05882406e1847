// The games that the two players of a game had in the same tournament, where no server finds them.
import type { GameNeighbours, GameSummary } from "./messages";
import { EVERY_GAME, type GameFilter } from "./source";

const numberOf = (id: string | undefined) => Number((id ?? "").split("-").pop());

// The filter that lets those games through.
export function pairingOf({ tournament_id = 0, red = "", blue = "" }: GameSummary): GameFilter {
  return { ...EVERY_GAME, tournament: String(tournament_id), bot: red, opponent: blue };
}

// `games`: those of the pairing, in any order. Of the games of one round, the n-th with these sides and the n-th with the others
// are a pair. While games of the round are missing it cannot be told which, and so none is named. A server knows the pairs
// (arena/store/neighbours.h).
export function neighboursOf(game: GameSummary, games: readonly GameSummary[]): GameNeighbours {
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
