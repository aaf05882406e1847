// rover: takes what it beats, keeps away from what beats it, and roams. In the games off the board it does anything legal.
// A bot to begin with: copy its folder, change the name in bot.json, and make it play better.

import { AttackResult, PieceType, Player, attack, distance, neighbours, randomSetUp, run, zoneOf } from "flagfall-bot";

// What a piece is worth, by type from the Spy on, the Bomb and the Flag last.
const WORTH = [0, 6, 2, 6, 4, 6, 9, 13, 19, 28, 38, 6, 300];
// What it may cost to find out what an opposing piece is.
const PRICE_OF_KNOWLEDGE = 5;

// What an attack wins, less what it loses.
function exchange(attacker, defender) {
  const result = attack(attacker, defender);
  const won = result === AttackResult.DEFENDER_WINS ? 0 : WORTH[defender];
  return won - (result === AttackResult.ATTACKER_WINS ? 0 : WORTH[attacker]);
}

class Rover extends Player {
  // At random, but for the Flag, which stands in the back row.
  chooseSetUp(game, _time) {
    const others = [...randomSetUp(game, this.random)].filter(([, type]) => type !== PieceType.FLAG);
    const setUp = new Map(others);
    const free = zoneOf(game)
      .flat()
      .filter((square) => !setUp.has(square));
    const home = this.random.choice(zoneOf(game)[0]);
    const guest = setUp.get(home);
    if (guest) setUp.set(free[0], guest);
    return setUp.set(home, PieceType.FLAG);
  }

  choosePly(game, _time) {
    const targets = game.opposingPieces();
    const scored = game.legalPlies.map((ply) => ({ ply, score: this.score(game, ply, targets) + this.random.next() }));
    return scored.reduce((best, other) => (other.score > best.score ? other : best)).ply;
  }

  // How good the ply looks.
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

  // What the piece may lose on the square to the opposing pieces that are known.
  danger(game, own, square) {
    const known = neighbours(square)
      .map((at) => game.at(at))
      .filter((piece) => piece && piece.owner !== game.side && piece.type && piece.mayMove);
    return Math.max(0, ...known.map((piece) => exchange(piece.type, own.type)));
  }
}

run(Rover);
