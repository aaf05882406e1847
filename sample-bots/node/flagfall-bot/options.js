// The settings of a bot, from FLAGFALL_BOT_OPTIONS.

import { Random } from "./random.js";

export class Options {
  #values = {};

  // Throws an Error for a text that is not a JSON object.
  constructor(text = "") {
    if (!text) return;
    try {
      this.#values = JSON.parse(text);
    } catch {
      this.#values = null;
    }
    if (typeof this.#values !== "object" || this.#values === null || Array.isArray(this.#values)) {
      throw new Error(`FLAGFALL_BOT_OPTIONS must be a JSON object as in {"seed": 7}, and is: ${text}`);
    }
  }

  // Returns the setting's value in the type of `fallback`, or `fallback` when the setting is absent. An integer beyond 2^53
  // keeps its digits only with a string as fallback.
  get(name, fallback) {
    if (!Object.hasOwn(this.#values, name)) return fallback;
    const value = this.#values[name];
    if (typeof fallback === "boolean") return String(value).toLowerCase() === "true";
    return typeof fallback === "number" ? Number(value) : String(value);
  }

  // The random numbers of one game. With the option `seed`, they follow from it and the game's id and side.
  randomFor(started) {
    const seed = this.get("seed", "0");
    return seed !== "0" ? new Random(`${seed} ${started.gameId} ${started.side}`) : new Random();
  }
}
