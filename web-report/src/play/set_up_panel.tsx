// Setting up an army: two taps, or a piece that is dragged, change what stands on two squares. An army begins as it was set up
// last, or by chance.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Action, RulesetInfo } from "../data/messages";
import type { Color } from "../replay/observer";
import { NamedSetUps } from "./named_set_ups";
import { PlayBoard } from "./play_board";
import type { BoardPiece } from "../replay/board";
import { armyOf, kept, placementsOf, restored, shuffled, swapped, zoneOf, type SetUpNow } from "./set_up";
import { lastSetUp, storeLast } from "./stored_set_ups";

function storedSetUp(ruleset: RulesetInfo, side: Color): SetUpNow | null {
  return restored(lastSetUp(ruleset.id ?? ""), zoneOf(ruleset, side), armyOf(ruleset), side);
}

function piecesOf(setUp: SetUpNow, side: Color): BoardPiece[] {
  const placed = [...setUp].filter(([, type]) => type > 0);
  const states = { hasMoved: false, isPublic: false, isRemoved: false };
  return placed.map(([square, type]) => ({ origin: square, side, square, type, ...states }));
}

export function SetUpPanel({
  ruleset,
  side,
  isFlipped,
  onReady,
  children,
}: {
  ruleset: RulesetInfo;
  side: Color;
  isFlipped: boolean;
  // Absent once the set-up is on its way.
  onReady: ((action: Action) => void) | undefined;
  // Stands between the board with its actions and what is saved, which may be below the window's end.
  children?: ComponentChildren;
}) {
  const zone = zoneOf(ruleset, side);
  const restoredHere = (types: unknown) => restored(types, zone, armyOf(ruleset), side);
  const begin = () => storedSetUp(ruleset, side) ?? shuffled(zone, armyOf(ruleset));
  const [setUp, setSetUp] = useState<SetUpNow>(begin);
  useEffect(() => setSetUp(begin()), [ruleset.id, side]);
  return (
    <div class="play-set-up">
      <PlayBoard
        pieces={piecesOf(setUp, side)}
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
            storeLast(ruleset.id ?? "", kept(setUp, side));
            onReady?.({ set_up: { placements: placementsOf(setUp) } });
          }}
        >
          {onReady ? "Ready" : "Waiting for your opponent"}
        </button>
      </div>
      {children}
      {onReady && (
        <NamedSetUps
          ruleset={ruleset.id ?? ""}
          isArmy={(types) => restoredHere(types) !== null}
          types={kept(setUp, side)}
          onChoose={(types) => setSetUp(restoredHere(types) ?? setUp)}
        />
      )}
    </div>
  );
}
