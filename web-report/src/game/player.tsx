// A player beside the board, the cards or the field: name, clock, and the army with what is left of it.
import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { pieceSymbol, pieceText } from "../data/words";
import { colorText, type Color } from "../replay/observer";
import { clockText, plural } from "../ui/format";
import { SideName } from "../ui/parts";
import { RanksContext } from "../ui/ranks";
import type { KindModel } from "./model";
import type { PanelProps } from "./panel";

// A player's two parts of a panel: the strip with name and clock, with `extra` in it, and the army. They stand apart in the page,
// since the army goes beneath the controls where a screen is too low for everything.
export function Player({
  side,
  isAbove,
  props: { model, clocks },
  extra,
  children,
}: {
  side: Color;
  // Whether it sits above the board, or below.
  isAbove: boolean;
  props: Pick<PanelProps<KindModel>, "model" | "clocks">;
  extra?: ComponentChildren;
  children: ComponentChildren;
}) {
  const player = model.replay[side];
  const place = isAbove ? "above" : "below";
  return (
    <>
      <div class={`seat ${place}`}>
        <div class={`player ${side} ${clocks.running[side] ? "running" : ""}`}>
          <SideName side={side} name={player?.name} />
          {player?.version && <span class="muted version">{player.version}</span>}
          {extra}
          <span class="clock" role="timer" aria-label={`${colorText(side)}'s clock`}>
            {clockText(clocks[side])}
          </span>
        </div>
      </div>
      <div class={`forces ${place}`}>{children}</div>
    </>
  );
}

// What is left of an army, type by type. Types that are lost altogether are crossed out.
export function ArmyLeft({
  side,
  army,
  byType,
  faceDown,
}: {
  side: Color;
  army: readonly number[];
  byType: readonly number[];
  faceDown: number;
}) {
  const ranks = useContext(RanksContext);
  const types = army
    .map((count, type) => ({ type, count, left: byType[type] ?? 0 }))
    .filter(({ count }) => count > 0)
    .reverse();
  const total = byType.reduce((sum, left) => sum + left, 0) - faceDown;
  return (
    <div class="army">
      <ul class={`types ${side}`} aria-label={`${colorText(side)} has ${plural(total, "piece")} left`}>
        {types.map(({ type, count, left }) => (
          <li key={type} class={left === 0 ? "gone" : ""} title={`${pieceText(type)}: ${left} of ${count} left`}>
            <b>{pieceSymbol(type, ranks)}</b>
            <span>
              {left}
              <span class="sr-only">
                {" "}
                of {count} {pieceText(type)} left
              </span>
            </span>
          </li>
        ))}
      </ul>
      <span class="total">
        {total} left{faceDown > 0 && `, ${faceDown} fell face down`}
      </span>
    </div>
  );
}
