// rover: takes pieces that it beats, keeps away from those that beat it, and roams. In other games it plays at random.
// A bot to begin with: copy its folder, change the name in bot.json, and make it play better.

import { AttackResult, PieceType, Player, attack, distance, neighbours, randomSetUp, run, zoneOf } from "flagfall-bot";

// The value of a piece by type, from the Spy to the Bomb and the Flag.
const WORTH = [0, 6, 2, 6, 4, 6, 9, 13, 19, 28, 38, 6, 300];
// How much it may cost to learn the type of an opposing piece.
const PRICE_OF_KNOWLEDGE = 5;

// The value that an attack wins, minus the value that it loses.
function exchange(attacker, defender) {
  const result = attack(attacker, defender);
  const won = result === AttackResult.DEFENDER_WINS ? 0 : WORTH[defender];
  return won - (result === AttackResult.ATTACKER_WINS ? 0 : WORTH[attacker]);
}

class Rover extends Player {
  // A random set-up with the Flag in the back row.
  chooseSetUp(game, _time) {
    const setUp = randomSetUp(game, this.random);
    const flag = [...setUp.keys()].find((square) => setUp.get(square) === PieceType.FLAG) ?? -1;
    const home = this.random.choice(zoneOf(game)[0]);
    const guest = setUp.get(home);
    setUp.delete(flag);
    if (guest) setUp.set(flag, guest);
    return setUp.set(home, PieceType.FLAG);
  }

  choosePly(game, _time) {
    const targets = game.opposingPieces();
    const scored = game.legalPlies.map((ply) => ({ ply, score: this.score(game, ply, targets) + this.random.next() }));
    return scored.reduce((best, other) => (other.score > best.score ? other : best)).ply;
  }

  // The score of the ply.
  score(game, ply, targets) {
    const own = game.at(ply.from);
    const target = game.at(ply.to);
    const safer = this.danger(game, own, ply.from) - this.danger(game, own, ply.to);
    if (!target) {
      const nearest = (square) => Math.min(...targets.map((piece) => distance(square, piece.square)));
      return safer + (nearest(ply.to) < nearest(ply.from) ? 0.4 : 0);
    }
    return safer + (target.type ? exchange(own.type, target.type) : PRICE_OF_KNOWLEDGE - WORTH[own.type]);
  }

  // The value that the piece risks on the square, given the known opposing pieces.
  danger(game, own, square) {
    const known = neighbours(square)
      .map((at) => game.at(at))
      .filter((piece) => piece && piece.owner !== game.side && piece.type && piece.mayMove);
    return Math.max(0, ...known.map((piece) => exchange(piece.type, own.type)));
  }
}

run(Rover);
