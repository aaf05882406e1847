// `cards` (R7): what a player knows of its game, and the actions. Places count from 1.

import { Side, opponentOf } from "./board.js";
import { Game } from "./game.js";

// The places of a front line.
export const PLACES = [1, 2, 3, 4, 5];

// SET_UP, FRONT_LINE: the cards of the hand that lie on places 1 to 5; all cards when there are fewer (R7.2, R7.8).
export const frontLine = (types) => ({ cards: { frontLine: { types } } });
// TURN: the own card on `place` attacks the opposing one on `at` (R7.4).
export const attack = (place, at) => ({ cards: { attack: { place, at } } });
// TURN: the Spy that lies on `place` looks at the opponent's hand (R7.5).
export const lookAtHand = (place) => ({ cards: { lookAtHand: { place } } });
// TURN: the Scout on `place` looks at two opposing cards, or at the only one (R7.6).
export const peek = (place, at) => ({ cards: { peek: { place, at: [...at].sort((one, other) => one - other) } } });
// TURN: the Spotter on `place` says what the opposing card on `at` is (R7.7).
export const nameCard = (place, at, type) => ({ cards: { nameCard: { place, at, type } } });
// TURN: the trick of the Flag, which lies on `place` (R7.8).
export const redeal = (place) => ({ cards: { redeal: { place } } });
// FILL: [place, type] of the cards of the hand that go into the gaps, as far as the hand lasts (R7.3).
export const fill = (cards) => ({
  cards: {
    fill: {
      fillings: [...cards].map(([place, type]) => ({ place, type })).sort((one, other) => one.place - other.place),
    },
  },
});

// All that a player knows of its game of `cards`.
export class CardsState extends Game {
  constructor(started) {
    super(started);
    // The referee's message.
    this.view = structuredClone(started.view.cards);
  }

  // Front line, hand, size of the deck and cards lost of one side, as far as the player knows them.
  armyOf(side) {
    return side === Side.RED ? this.view.red : this.view.blue;
  }

  get own() {
    return this.armyOf(this.side);
  }

  get opposing() {
    return this.armyOf(opponentOf(this.side));
  }

  // The player's own places without a card.
  gaps() {
    return PLACES.filter((place) => this.own.frontLine[place - 1]?.isGap);
  }

  follow(event) {
    if (event.kind !== "cards") return super.follow(event);
    for (const change of event.cards.changes) {
      const army = this.armyOf(change.side);
      for (const { place, card } of change.places) {
        if (!PLACES.includes(place)) throw new Error(`an event names place ${place}; there are places 1 to 5`);
        army.frontLine[place - 1] = card;
      }
      if (change.hand) army.hand = change.hand;
      army.deckSize = change.deckSize ?? army.deckSize;
      army.lost.push(...change.lost);
    }
    if (event.cards.deed) this.view.lastDeed = event.cards.deed;
    if (event.cards.turn) this.view.turn = event.cards.turn;
    return undefined;
  }
}
