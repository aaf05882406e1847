// Positions of a game that are worth going to, for every kind of game.
import { COLORS, type Color } from "../replay/observer";
import type { GameModel } from "./model";

// How many pieces, cards or role cards each side has left, by position; null for a kind of game that is not known here.
export function materialOf({ game, steps }: GameModel): Record<Color, ArrayLike<number>> | null {
  switch (game.kind) {
    case "board":
      return game.board.left;
    case "cards":
    case "gogo": {
      const numbers = (game.kind === "cards" ? game.replay.army : game.replay.deck) ?? [];
      const total = numbers.reduce((sum, count) => sum + count, 0);
      const material = { red: new Array<number>(steps + 1), blue: new Array<number>(steps + 1) };
      for (let position = 0; position <= steps; ++position) {
        const view = game.view(position);
        for (const color of COLORS) material[color][position] = total - (view[color]?.lost?.length ?? 0);
      }
      return material;
    }
    case "unknown":
      return null;
  }
}

// The positions at which a side has fewer pieces than one step before.
export function capturesOf(material: Record<Color, ArrayLike<number>> | null, steps: number): number[] {
  const captures = [];
  for (let position = 1; material && position <= steps; ++position) {
    if (COLORS.some((color) => material[color][position]! < material[color][position - 1]!)) captures.push(position);
  }
  return captures;
}

// The first position at which everybody learnt what a piece, a card or a player is; 0 where nobody did.
export function firstRevelation({ game, steps }: GameModel): number {
  if (game.kind === "board") {
    const first = Math.min(...game.board.pieces.map(({ publicSince }) => publicSince));
    return Number.isFinite(first) ? first : 0;
  }
  if (game.kind === "unknown") return 0;
  for (let position = 1; position <= steps; ++position) if (isShown(game, position)) return position;
  return 0;
}

function isShown(game: Exclude<GameModel["game"], { kind: "board" | "unknown" }>, position: number): boolean {
  if (game.kind === "cards") {
    const view = game.view(position);
    return COLORS.some((color) => view[color]?.front_line?.some((card) => card.is_shown) || view[color]?.lost?.length);
  }
  const view = game.view(position);
  return COLORS.some(
    (color) => view[color]?.players?.some((player) => player.is_on_display) || view[color]?.lost?.length,
  );
}

// The step for which a side took longest; 0 where no time is known. Set-ups have a clock of their own.
export function longestThink({ times, steps }: GameModel): number {
  let longest = 0;
  let most = 0;
  for (let step = 1; step <= steps; ++step) {
    for (const color of COLORS) {
      const used = times.used[color][step]!;
      if (used > most) [most, longest] = [used, step];
    }
  }
  return longest;
}
