// Legal random answers to any decision of any ruleset.

import { opponentOf, randomSetUp, setUpAction } from "./board.js";
import * as bluffing from "./bluffing.js";
import * as cards from "./cards.js";
import { DecisionKind } from "./game.js";
import { GameState } from "./game-state.js";
import * as gogo from "./gogo.js";

// Returns one of game.legalActions, or draws an action where they are not listed, as set-ups and steps of `gogo`.
export function randomAction(game, kind, random) {
  if (game.legalActions.length) return random.choice(game.legalActions);
  if (game instanceof cards.CardsState) {
    const hand = game.own.hand.types;
    return cards.frontLine(random.sample(hand, Math.min(cards.PLACES.length, hand.length)));
  }
  if (game instanceof gogo.GogoState && kind === DecisionKind.BASES) return randomBases(random);
  if (game instanceof gogo.GogoState) return randomSteps(game, random);
  if (game instanceof GameState && kind === DecisionKind.SET_UP) return setUpAction(randomSetUp(game, random));
  if (game instanceof bluffing.BluffingState) {
    // With many tokens there are too many attacks to list.
    const tokens = random.integer(0, game.tokens[game.side]);
    return bluffing.attack(random.choice(game.legalAttacks), random.choice(bluffing.ATTACK_CLAIMS), tokens);
  }
  throw new Error(`in \`${game.ruleset}\` there is nothing to do at a decision of the kind ${kind}`);
}

// Two places on the line, as far from each other as they have to be.
function randomBases(random) {
  const near = random.integer(0, gogo.LINE - gogo.APART);
  const places = [near, random.integer(near + gogo.APART, gogo.LINE)];
  return gogo.bases(...random.sample(places));
}

// Each player in play goes to the opposing flag, goes anywhere or stays; about half of the others enter.
function randomSteps(game, random) {
  const flag = game.flag(opponentOf(game.side));
  const made = game.own.players.map((player) =>
    gogo.stepTowards(player, random.choice([flag, flag, near(player, game.pace, random), player]), game.pace),
  );
  const numbers = game.numbersToEnter().filter(() => random.next() < 0.5);
  const roles = random.sample(game.deck()).slice(0, numbers.length);
  const base = game.base(game.side);
  return gogo.steps(
    made,
    roles.map((role, index) => gogo.entry(numbers[index], role, near(base, game.pace, random))),
  );
}

// A random point that is at most `length` away.
function near({ x, y }, length, random) {
  const anywhere = { x: x + random.integer(-length, length), y: y + random.integer(-length, length) };
  return gogo.towards({ x, y }, anywhere, length);
}
