import { Choice } from "../ui/parts";
import { OBSERVERS } from "./model";
import { SPEEDS, type Playback } from "./playback";
import type { Observer } from "../replay/observer";

const ICONS: Record<string, string> = {
  first: "M4 3h2.4v14H4zM17 3v14L7.5 10z",
  back: "M15 3v14L5 10z",
  play: "M5 2.5v15L17 10z",
  pause: "M4.5 3h4v14h-4zM11.5 3h4v14h-4z",
  next: "M5 3v14l10-7z",
  last: "M13.6 3H16v14h-2.4zM3 3v14l9.5-7z",
  flip: "M6 2 2 7h3v11h2V7h3zM14 18l4-5h-3V2h-2v11h-3z",
};

function IconButton({
  icon,
  label,
  onClick,
  disabled,
  pressed,
}: {
  icon: string;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
}) {
  return (
    <button
      type="button"
      class="icon"
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled ?? false}
      aria-pressed={pressed}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}

interface ControlsProps {
  playback: Playback;
  steps: number;
  // The position in words, for those who do not see the slider.
  valueText: string;
  observer: Observer;
  isOver: boolean;
  onObserver: (observer: Observer) => void;
  isFlipped: boolean;
  onFlip: () => void;
}

function Steps({ playback, steps }: { playback: Playback; steps: number }) {
  const { position, go, play, isPlaying } = playback;
  return (
    <div class="buttons">
      <IconButton icon="first" label="To the start (Home)" onClick={() => go(0)} disabled={position === 0} />
      <IconButton icon="back" label="One step back (←)" onClick={() => go(position - 1)} disabled={position === 0} />
      <IconButton
        icon={isPlaying ? "pause" : "play"}
        label={isPlaying ? "Pause (space)" : "Play (space)"}
        onClick={() => play(!isPlaying)}
        disabled={steps === 0}
      />
      <IconButton icon="next" label="One step on (→)" onClick={() => go(position + 1)} disabled={position >= steps} />
      <IconButton icon="last" label="To the end (End)" onClick={() => go(steps)} disabled={position >= steps} />
    </div>
  );
}

type PositionProps = Pick<ControlsProps, "playback" | "steps" | "valueText" | "isFlipped" | "onFlip">;

// The slider and the buttons that go through the game.
export function PositionControls(props: PositionProps) {
  const { playback, steps } = props;
  return (
    <>
      <input
        type="range"
        class="slider"
        min={0}
        max={steps}
        value={playback.position}
        aria-label="Position in the game"
        aria-valuetext={props.valueText}
        onInput={(event) => playback.go(Number(event.currentTarget.value))}
      />
      <div class="control-row">
        <Steps playback={playback} steps={steps} />
        <label class="speed">
          <span class="sr-only">Speed</span>
          <select value={playback.speed} onChange={(event) => playback.setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map(([ms, text]) => (
              <option key={ms} value={ms}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <IconButton icon="flip" label="Turn the board (f)" onClick={props.onFlip} pressed={props.isFlipped} />
      </div>
    </>
  );
}

export function Controls(props: ControlsProps) {
  const { observer, isOver } = props;
  return (
    <div class="controls">
      <PositionControls {...props} />
      {isOver ? (
        <Choice label="View of" value={observer} options={OBSERVERS} onChange={props.onObserver} />
      ) : (
        <p class="hint">This game is running: the players’ own views open when it is over.</p>
      )}
    </div>
  );
}
