// How the ranks of board games are written (R1.7): what the visitor has chosen, for every page.
import { createContext } from "preact";
import { useCallback, useState } from "preact/hooks";
import type { Ranks } from "../data/words";
import { store, stored } from "./stored";

const KEY = "flagfall-ranks";
const CHOICES: readonly (readonly [Ranks, string])[] = [
  ["high-is-10", "Marshal 10, Scout 2"],
  ["high-is-1", "Marshal 1, Scout 9"],
];

// What pieces are drawn by.
export const RanksContext = createContext<Ranks>("high-is-10");

function storedRanks(): Ranks {
  return stored(KEY) === "high-is-1" ? "high-is-1" : "high-is-10";
}

export function useRanks(): [Ranks, (ranks: Ranks) => void] {
  const [ranks, setRanks] = useState(storedRanks);
  const change = useCallback((next: Ranks) => {
    setRanks(next);
    store(KEY, next);
  }, []);
  return [ranks, change];
}

export function RanksChoice({ ranks, onChange }: { ranks: Ranks; onChange: (ranks: Ranks) => void }) {
  return (
    <label class="ranks">
      Ranks{" "}
      <select value={ranks} onChange={(event) => onChange(event.currentTarget.value as Ranks)}>
        {CHOICES.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
