// An example that a visitor goes through step by step.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ExamplePicture, PieceKind, RuleClause, RuleExample } from "../data/messages";
import type { Ranks } from "../data/words";
import { modelOf } from "../game/model";
import { useGliding } from "../game/playback";
import { plural } from "../ui/format";
import { ClauseText, clauseNames } from "../ui/clauses";
import { ClauseWords } from "./clause_list";
import { Loading } from "../ui/parts";
import { actionText, framesOf, observerOf, type Frame } from "./frames";
import { Picture } from "./picture";
import { verdictsText } from "./verdicts";

// Long enough to read a sentence.
const STEP_MS = 3500;

interface Walk {
  at: number;
  isPlaying: boolean;
  go: (at: number) => void;
  play: (on: boolean) => void;
}

function useWalk(last: number): Walk {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last]);
  const go = (to: number) => {
    setPlaying(false);
    setAt(Math.min(Math.max(0, to), last));
  };
  const play = (on: boolean) => {
    if (on) setAt(at >= last ? 0 : at === 0 ? 1 : at);
    setPlaying(on);
  };
  return { at, isPlaying, go, play };
}

// A button at its end stays in the page's order of focus, so that a keyboard does not lose its place.
function StepButton({ label, isOff, onClick }: { label: string; isOff: boolean; onClick: () => void }) {
  return (
    <button type="button" aria-disabled={isOff} onClick={() => !isOff && onClick()}>
      {label}
    </button>
  );
}

function WalkControls({ walk, last, caption }: { walk: Walk; last: number; caption: string }) {
  const { at, isPlaying, go, play } = walk;
  return (
    <div class="walk-controls" role="group" aria-label={`Steps of the example: ${caption}`}>
      <StepButton label="Previous" isOff={at === 0} onClick={() => go(at - 1)} />
      <button type="button" onClick={() => play(!isPlaying)}>
        {isPlaying ? "Pause" : "Play"}
      </button>
      <StepButton label="Next" isOff={at === last} onClick={() => go(at + 1)} />
      <span class="muted">{at === 0 ? `The beginning of ${plural(last, "step")}` : `Step ${at} of ${last}`}</span>
    </div>
  );
}

function FrameText({ frame, ruleset }: { frame: Frame; ruleset: string }) {
  return (
    <p class={`walk-text ${frame.clause ? "refused" : ""}`} aria-live="polite">
      {frame.clause && <span aria-hidden="true">✕ </span>}
      <ClauseText text={frame.text} ruleset={ruleset} />
      {frame.clause && (
        <>
          {" "}
          (<ClauseText text={frame.clause} ruleset={ruleset} />)
        </>
      )}
    </p>
  );
}

// All steps at once, for those who do not see the pictures, and for paper.
function StepsInWords({
  example,
  frames,
  ruleset,
}: {
  example: RuleExample;
  frames: readonly Frame[];
  ruleset: string;
}) {
  const steps = (example.steps ?? []).filter((step) => !step.is_opening);
  return (
    <details class="walk-words">
      <summary>All steps in words</summary>
      <p>{frames[0]?.text}</p>
      <ol>
        {steps.map((step, i) => (
          <li key={i}>
            <code>{actionText(step)}</code>: <ClauseText text={step.text ?? ""} ruleset={ruleset} />
            {step.clause && (
              <>
                {" "}
                (<ClauseText text={step.clause} ruleset={ruleset} />)
              </>
            )}
          </li>
        ))}
      </ol>
      {example.verdicts && (
        <p>
          <ClauseText text={verdictsText(example)} ruleset={ruleset} />
        </p>
      )}
    </details>
  );
}

interface WalkProps {
  example: RuleExample;
  picture: ExamplePicture | undefined;
  // There is none to come: the steps are told in words alone.
  hasNoPicture: boolean;
  kinds: readonly PieceKind[];
  clauses: readonly RuleClause[];
  ruleset: string;
  ranks: Ranks;
}

function pictureLabel(caption: string, at: number, frame: Frame): string {
  return `${caption}, ${at === 0 ? "the beginning" : `step ${at}`}${frame.clause ? ", refused" : ""}`;
}

function Shown({ example, frames, ...props }: WalkProps & { frames: readonly Frame[]; picture: ExamplePicture }) {
  const last = frames.length - 1;
  const walk = useWalk(last);
  const frame = frames[walk.at]!;
  const isGliding = useGliding(walk.at);
  const model = useMemo(() => modelOf(props.picture.replay ?? {}, props.ranks), [props.picture, props.ranks]);
  const caption = example.caption ?? "";
  return (
    <div class={`walk-parts ${model.game.kind}`}>
      <div class="walk-picture">
        <Picture
          model={model}
          frame={frame}
          observer={observerOf(example)}
          isGliding={isGliding}
          label={pictureLabel(caption, walk.at, frame)}
        />
      </div>
      {last > 0 && (
        <div class="walk-side">
          <WalkControls walk={walk} last={last} caption={caption} />
          <FrameText frame={frame} ruleset={props.ruleset} />
          <StepsInWords example={example} frames={frames} ruleset={props.ruleset} />
          <NamedClauses frames={frames} clauses={props.clauses} ruleset={props.ruleset} />
        </div>
      )}
    </div>
  );
}

// The clauses that the example is about, in full.
function NamedClauses({
  frames,
  clauses,
  ruleset,
}: {
  frames: readonly Frame[];
  clauses: readonly RuleClause[];
  ruleset: string;
}) {
  const names = clauseNames(frames.map(({ text, clause }) => `${text} ${clause}`));
  const named = clauses.filter(({ name = "" }) => names.includes(name));
  if (named.length === 0) return null;
  return (
    <details class="walk-clauses">
      <summary>{named.length === 1 ? "The clause" : "The clauses"} in full</summary>
      {named.map((clause) => (
        <p key={clause.name}>
          <ClauseText text={clause.name ?? ""} ruleset={ruleset} /> <ClauseWords clause={clause} ruleset={ruleset} />
        </p>
      ))}
    </details>
  );
}

export function ExampleWalk(props: WalkProps) {
  const { example, picture, kinds } = props;
  const frames = useMemo(() => framesOf(example, picture, kinds), [example, picture, kinds]);
  return (
    <section class="walk" id={`example-${example.id ?? ""}`} aria-label={`Example: ${example.caption ?? ""}`}>
      <h3>{example.caption}</h3>
      {picture && frames.length > 0 && <Shown {...props} picture={picture} frames={frames} />}
      {!picture && !props.hasNoPicture && <Loading what="the picture" />}
      {!picture && props.hasNoPicture && <StepsInWords example={example} frames={[]} ruleset={props.ruleset} />}
    </section>
  );
}
