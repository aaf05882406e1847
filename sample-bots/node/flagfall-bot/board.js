// The board, the pieces, and what an attack does. Squares are numbers: a1 is 0, j1 is 9, a2 is 10, j10 is 99.

export const Side = Object.freeze({ RED: 1, BLUE: 2 });

// The values 1 to 10 are the ranks. Only `cards` has a Spotter, whose rank is 1 as well.
export const PieceType = Object.freeze({
  SPY: 1,
  SCOUT: 2,
  MINER: 3,
  SERGEANT: 4,
  LIEUTENANT: 5,
  CAPTAIN: 6,
  MAJOR: 7,
  COLONEL: 8,
  GENERAL: 9,
  MARSHAL: 10,
  BOMB: 11,
  FLAG: 12,
  SPOTTER: 13,
});

export const AttackResult = Object.freeze({
  ATTACKER_WINS: "attacker wins",
  DEFENDER_WINS: "defender wins",
  BOTH_REMOVED: "both removed",
});

export const opponentOf = (side) => (side === Side.RED ? Side.BLUE : Side.RED);

export const isMovable = (type) => type <= PieceType.MARSHAL;

// The result of an attack by R2.5.
export function attack(attacker, defender) {
  if (defender === PieceType.FLAG) return AttackResult.ATTACKER_WINS;
  if (defender === PieceType.BOMB)
    return attacker === PieceType.MINER ? AttackResult.ATTACKER_WINS : AttackResult.DEFENDER_WINS;
  if (attacker === PieceType.SPY && defender === PieceType.MARSHAL) return AttackResult.ATTACKER_WINS;
  if (attacker === defender) return AttackResult.BOTH_REMOVED;
  return attacker > defender ? AttackResult.ATTACKER_WINS : AttackResult.DEFENDER_WINS;
}

// The number of pieces of each type in an army, by type from the Spy on (R1.2).
const FULL_ARMY = [1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6, 1];
const ARMY_COUNTS = {
  classic: FULL_ARMY,
  battle: FULL_ARMY,
  bluffing: FULL_ARMY,
  duel: [1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2, 1],
  barrage: [1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1],
};
const ZONE_ROWS = { classic: 4, battle: 4, bluffing: 4, duel: 3, barrage: 4 };

// The counts of an army as the option `army` has them: of the Flag first, then by type from the Spy to the Bomb (R1.6).
function countsOf(army) {
  const [flags, ...others] = army.split("-").map(Number);
  return [...others, flags];
}

// All pieces of an army, as types: the ruleset's own, or the one that the host has chosen.
export const armyOf = (ruleset, options = {}) =>
  (options.army ? countsOf(options.army) : known(ARMY_COUNTS, ruleset, "army")).flatMap((count, index) =>
    Array(count).fill(index + 1),
  );

function known(table, ruleset, what) {
  if (Object.hasOwn(table, ruleset)) return table[ruleset];
  throw new Error(`this SDK does not know the ${what} of \`${ruleset}\`; a bot that plays it sets up by chooseSetUp`);
}

const LAKES = new Set([42, 43, 46, 47, 52, 53, 56, 57]);

export const fileOf = (square) => square % 10;
export const rowOf = (square) => Math.floor(square / 10);

// The steps between two squares on an empty board without lakes.
export const distance = (one, other) => Math.abs(fileOf(one) - fileOf(other)) + Math.abs(rowOf(one) - rowOf(other));

// The square's name, as in "a1" for 0.
export const squareName = (square) => "abcdefghij"[fileOf(square)] + (rowOf(square) + 1);

// The squares next to a square: up, down, left and right, without lakes.
export function neighbours(square) {
  const candidates = [square - 10, square + 10];
  if (fileOf(square) > 0) candidates.push(square - 1);
  if (fileOf(square) < 9) candidates.push(square + 1);
  return candidates.filter((at) => at >= 0 && at < 100 && !LAKES.has(at));
}

// The rows of the player's set-up zone from the back row, each from file a (R1.3).
export function zoneOf(game) {
  const rows = Array.from({ length: 10 }, (_, row) => Array.from({ length: 10 }, (_, file) => 10 * row + file));
  if (game.side === Side.BLUE) rows.reverse();
  return rows.slice(0, Number(game.options.zone_rows ?? known(ZONE_ROWS, game.ruleset, "set-up zone")));
}

// The army on random squares of the zone, by square.
export function randomSetUp(game, random) {
  const squares = random.sample(zoneOf(game).flat());
  return new Map(armyOf(game.ruleset, game.options).map((type, index) => [squares[index], type]));
}

// The set-up as the answer to a decision.
export const setUpAction = (setUp) => ({
  setUp: { placements: [...setUp].map(([square, type]) => ({ square, type })) },
});
