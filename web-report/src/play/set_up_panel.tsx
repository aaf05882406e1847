// Setting up an army: two taps change what stands on two squares. An army begins as it was set up last, or by chance.
import { useEffect, useState } from "preact/hooks";
import type { Action, RulesetInfo } from "../data/messages";
import type { Color } from "../replay/observer";
import { PlayBoard } from "./play_board";
import { armyOf, kept, placementsOf, restored, shuffled, swapped, zoneOf, type SetUpNow } from "./set_up";

const keyOf = (ruleset: string) => `flagfall-set-up-${ruleset}`;

function storedSetUp(ruleset: RulesetInfo, side: Color): SetUpNow | null {
  try {
    const text = localStorage.getItem(keyOf(ruleset.id ?? ""));
    return text ? restored(JSON.parse(text), zoneOf(ruleset, side), armyOf(ruleset), side) : null;
  } catch {
    // Nothing can be stored, or somebody else has stored something there.
    return null;
  }
}

function store(ruleset: RulesetInfo, side: Color, setUp: SetUpNow): void {
  try {
    localStorage.setItem(keyOf(ruleset.id ?? ""), JSON.stringify(kept(setUp, side)));
  } catch {
    // The browser lets nothing be stored.
  }
}

export function SetUpPanel({
  ruleset,
  side,
  isFlipped,
  onReady,
}: {
  ruleset: RulesetInfo;
  side: Color;
  isFlipped: boolean;
  // Absent once the set-up is on its way.
  onReady: ((action: Action) => void) | undefined;
}) {
  const zone = zoneOf(ruleset, side);
  const begin = () => storedSetUp(ruleset, side) ?? shuffled(zone, armyOf(ruleset));
  const [setUp, setSetUp] = useState<SetUpNow>(begin);
  useEffect(() => setSetUp(begin()), [ruleset.id, side]);
  const pieces = [...setUp]
    .filter(([, type]) => type > 0)
    .map(([square, type]) => ({
      origin: square,
      side,
      square,
      type,
      hasMoved: false,
      isPublic: false,
      isRemoved: false,
    }));
  return (
    <div class="play-set-up">
      <PlayBoard
        pieces={pieces}
        isFlipped={isFlipped}
        isQuiet
        lastPly={0}
        label="Your army, as you set it up"
        mayTake={(square) => onReady !== undefined && setUp.has(square)}
        targetsOf={(square) => zone.filter((other) => other !== square)}
        onMove={(from, to) => setSetUp(swapped(setUp, from, to))}
      />
      <div class="play-actions">
        <button type="button" disabled={!onReady} onClick={() => setSetUp(shuffled(zone, armyOf(ruleset)))}>
          Shuffle
        </button>
        <button
          type="button"
          class="primary"
          disabled={!onReady}
          onClick={() => {
            store(ruleset, side, setUp);
            onReady?.({ set_up: { placements: placementsOf(setUp) } });
          }}
        >
          {onReady ? "Ready" : "Waiting for your opponent"}
        </button>
      </div>
    </div>
  );
}
