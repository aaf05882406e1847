// What is drawn over a field on which somebody plays.
import { roleSymbol } from "../data/words";
import type { Mark } from "../game/field_view";
import type { Color } from "../replay/observer";
import { originOf, type Team } from "./field_plan";
import type { Bases } from "./field_state";
import type { Choice } from "./use_field_choice";

// The moves that are planned, and how far the chosen player may go.
export function Planned({ team, choice }: { team: Team; choice: Choice }) {
  const { plan, chosen } = choice;
  const start = chosen > 0 ? originOf(team, chosen) : null;
  return (
    <g class={`planned ${team.side}`}>
      {start && <circle class="pace" cx={start.x} cy={-start.y} r={team.rules.pace} />}
      {[...plan].map(([number, { role, x, y }]) => {
        const from = originOf(team, number);
        return (
          <g key={number}>
            <line x1={from.x} y1={-from.y} x2={x} y2={-y} />
            <circle cx={x} cy={-y} r="170" />
            <text x={x} y={-y + 70}>
              {role > 0 ? roleSymbol(role) : number}
            </text>
          </g>
        );
      })}
    </g>
  );
}

// Rings about the player that is chosen, and those that it may challenge.
export function Chosen({
  marks,
  side,
  choice,
  targets,
}: {
  marks: readonly Mark[];
  side: Color;
  choice: Choice;
  targets: readonly number[];
}) {
  const isShown = (mark: Mark) =>
    mark.side === side ? mark.player.number === choice.chosen : targets.includes(mark.player.number);
  return (
    <g class="chosen">
      {marks.filter(isShown).map(({ side: color, player, shown }) => (
        <circle key={`${color}${player.number}`} cx={shown.x} cy={-shown.y} r="310" />
      ))}
    </g>
  );
}

// Base and flag where they are to be placed.
export function Placing({ x, bases, pace, side }: { x: number; bases: Bases; pace: number; side: Color }) {
  return (
    <g class={`places ${side}`}>
      <circle class="base" cx={x} cy={-bases.base} r={pace} />
      <text class="place-name" x={x} y={-bases.base + 90}>
        base
      </text>
      <path class="flag" d={`M${x - 60} ${-bases.flag + 220}v-440h260l-80 100 80 100h-200`} />
    </g>
  );
}
