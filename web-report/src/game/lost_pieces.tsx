// What a side has lost, as small pieces of its colour and shape: for every kind of game.
import { plural } from "../ui/format";
import { colorText, type Color } from "../replay/observer";

// One kind of piece, card or player: its sign, its name, and how many of them are lost.
export interface LostKind {
  sign: string;
  name: string;
  count: number;
}

// The kinds of a list of types, as often as they occur, in the order of their first loss. Type 0 fell face down.
export function lostKinds(
  types: readonly number[],
  sign: (type: number) => string,
  name: (type: number) => string,
): LostKind[] {
  const counts = new Map<number, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({
    sign: type === 0 ? "?" : sign(type),
    name: type === 0 ? "face down" : name(type),
    count,
  }));
}

export function LostPieces({ side, kinds }: { side: Color; kinds: readonly LostKind[] }) {
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <div class={`lost-pieces ${side}`}>
      <span class="lost-title">Lost</span>
      {total === 0 ? (
        <span>nothing yet</span>
      ) : (
        <ul aria-label={`${colorText(side)} has lost ${plural(total, "piece")}`}>
          {kinds.map(({ sign, name, count }) => (
            <li key={name} title={`${count} ${name}`}>
              <b aria-hidden="true">{sign}</b>
              {count > 1 && <span aria-hidden="true">×{count}</span>}
              <span class="sr-only">
                {count} {name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
