// Random numbers that follow from a seed: mulberry32, seeded with the FNV-1a hash of a text.

import { randomBytes } from "node:crypto";

export class Random {
  #state = 2166136261;

  constructor(seed = randomBytes(16).toString("hex")) {
    for (const character of seed) this.#state = Math.imul(this.#state ^ character.codePointAt(0), 16777619);
  }

  // A number from 0 to less than 1.
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  // A whole number from `least` to `most`, both included.
  integer(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  choice(items) {
    return items[this.integer(0, items.length - 1)];
  }

  // So many of the items in random order; all when no number is given.
  sample(items, count = items.length) {
    const drawn = [...items];
    for (let i = 0; i < count; ++i) {
      const other = this.integer(i, drawn.length - 1);
      [drawn[i], drawn[other]] = [drawn[other], drawn[i]];
    }
    return drawn.slice(0, count);
  }
}
