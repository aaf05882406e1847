// The field of `gogo` from above.
import type { ComponentChildren, SVGAttributes } from "preact";
import type { GogoPoint, GogoReplay, GogoSituation, GogoView } from "../data/messages";
import { roleSymbol, roleText } from "../data/words";
import type { PlayerSeen } from "../replay/gogo";
import { COLORS, colorText, observerText, type Color, type Observer } from "../replay/observer";
import { SPREAD, spreadPlaces, type Point } from "./spread";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const MARGIN = 700;

// Of half a circle's line, and a gap.
const LINE = 40;

// The part of the plane to draw, in millimetres: the whole field, all players where they have left it, and `radius` around
// every point of them: bases and Flags stand at the field's edge, and their circles go beyond it.
export function fieldBox(points: readonly { x: number; y: number }[], radius = 0): Box {
  const margin = Math.max(MARGIN, radius);
  const xs = [0, 8000, ...points.map((point) => point.x)];
  const ys = [0, 3000, ...points.map((point) => point.y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: left - margin, y: low - margin, width: right - left + 2 * margin, height: high - low + 2 * margin };
}

function Places({ gogo, view }: { gogo: GogoReplay; view: GogoView }) {
  const place = (numbers: number[] | undefined) => ({ x: numbers?.[0] ?? 0, y: numbers?.[1] ?? 0 });
  const chosen = (point: GogoPoint | undefined) => point && { x: point.x ?? 0, y: point.y ?? 0 };
  // Before both teams have chosen there is nothing to be seen.
  if (view.situation?.part === "TICK_PART_BASES") return null;
  return (
    <g>
      {COLORS.map((side) => {
        const base = chosen(view[side]?.base) ?? place(side === "red" ? gogo.red_base : gogo.blue_base);
        const flag = chosen(view[side]?.flag) ?? place(side === "red" ? gogo.red_flag : gogo.blue_flag);
        return (
          <g key={side} class={`places ${side}`}>
            <circle class="base" cx={base.x} cy={-base.y} r={gogo.pace ?? 0} />
            <text class="place-name" x={base.x} y={-base.y + 90}>
              base
            </text>
            <circle class="flag-reach" cx={flag.x} cy={-flag.y} r={gogo.reach ?? 0} />
            <path class="flag" d={`M${flag.x - 60} ${-flag.y + 220}v-440h260l-80 100 80 100h-200`} />
          </g>
        );
      })}
    </g>
  );
}

function PlayerMark({ mark, observer }: { mark: Mark; observer: Observer }) {
  const { player, side, shown } = mark;
  const role = player.role === 0 ? `role unknown to ${observerText(observer)}` : roleText(player.role);
  const label = `${colorText(side)} ${player.number}: ${role}${player.isOnDisplay ? ", on display" : ""}`;
  const isAside = shown.x !== player.x || shown.y !== player.y;
  return (
    <g class={`runner ${side} ${player.role === 0 ? "unknown" : ""}`}>
      <title>{label}</title>
      {player.from && <line class="step" x1={player.from.x} y1={-player.from.y} x2={player.x} y2={-player.y} />}
      {isAside && <line class="aside" x1={player.x} y1={-player.y} x2={shown.x} y2={-shown.y} />}
      {isAside && <circle class="own-place" cx={player.x} cy={-player.y} r="60" />}
      <g style={{ transform: `translate(${shown.x}px, ${-shown.y}px)` }} class="gliding">
        {side === "red" ? (
          <rect class="body" x="-200" y="-200" width="400" height="400" rx="70" />
        ) : (
          <circle class="body" r="215" />
        )}
        <text class="role" x="-20" y="95">
          {player.role === 0 ? "?" : roleSymbol(player.role)}
        </text>
        <text class="player-number" x="120" y="165">
          {player.number}
        </text>
        {player.isOnDisplay && <circle class="public" cx="-165" cy="-165" r="60" />}
      </g>
    </g>
  );
}

// Where a player is drawn: beside its own place where that lies under another mark.
export interface Mark {
  player: PlayerSeen;
  side: Color;
  shown: Point;
}

export function marksOf(red: readonly PlayerSeen[], blue: readonly PlayerSeen[]): Mark[] {
  const players = [
    ...red.map((player) => ({ player, side: "red" as const })),
    ...blue.map((player) => ({ player, side: "blue" as const })),
  ];
  const shown = spreadPlaces(
    players.map(({ player }) => player),
    SPREAD,
  );
  return players.map((each, i) => ({ ...each, shown: shown[i]! }));
}

interface FieldProps {
  gogo: GogoReplay;
  view: GogoView;
  marks: readonly Mark[];
  observer: Observer;
  label: string;
  // What is drawn over it, and what it listens to: where somebody plays.
  children?: ComponentChildren;
  handlers?: SVGAttributes<SVGSVGElement>;
}

export function Field({ gogo, view, marks, observer, label, children, handlers }: FieldProps) {
  const radius = Math.max(gogo.pace ?? 0, gogo.reach ?? 0) + LINE;
  const box = fieldBox(
    marks.map(({ shown }) => shown),
    radius,
  );
  return (
    <svg
      class="field"
      viewBox={`${box.x} ${-box.y - box.height} ${box.width} ${box.height}`}
      role="img"
      aria-label={label}
      {...handlers}
    >
      <rect class="grass" x="0" y="-3000" width="8000" height="3000" />
      <path class="middle" d="M4000 0V-3000" />
      <Places gogo={gogo} view={view} />
      {marks.map((mark) => (
        <PlayerMark key={`${mark.side}${mark.player.number}`} mark={mark} observer={observer} />
      ))}
      {children}
    </svg>
  );
}

// As in "Tick 5", and in a match of several rounds "Round 2, won by Red 1, by Blue 0. Tick 5".
export function timeText(situation: GogoSituation | undefined): string {
  const { round = 0, red_rounds_won = 0, blue_rounds_won = 0, tick = 1 } = situation ?? {};
  const match = round > 0 ? `Round ${round}, won by Red ${red_rounds_won}, by Blue ${blue_rounds_won}. ` : "";
  return `${match}Tick ${tick}`;
}
