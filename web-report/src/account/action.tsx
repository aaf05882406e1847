// A button that does something to an entry of a list, and asks before where that cannot be taken back.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Trouble, useDoing, useSay } from "./doing";

interface ActionProps {
  text: string;
  // What it is done to, for people who hear the button without its surroundings.
  of: string;
  // What is said when it is done.
  done: string;
  run: (reason: string) => Promise<unknown>;
  isDangerous?: boolean;
  // Asks for a reason first.
  asksReason?: boolean;
  // Asks whether one is sure.
  question?: string;
}

type Step = "none" | "reason" | "question";

// Reasons are asked for before the last question.
function nextStep(step: Step, { asksReason, question }: ActionProps): Step {
  if (step === "none" && asksReason) return "reason";
  return step !== "question" && question ? "question" : "none";
}

export function Action(props: ActionProps) {
  const { text, of, done, run, isDangerous } = props;
  const [step, setStep] = useState<Step>("none");
  const [reason, setReason] = useState("");
  const [isDoing, trouble, doIt] = useDoing();
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setStep("none");
    setReason("");
    button.current?.focus();
  };
  const go = () => {
    const next = nextStep(step, props);
    if (next !== "none") return setStep(next);
    // The button may go with what it has done; the entry mostly stays.
    const entry = button.current?.closest<HTMLElement>("[tabindex='-1']");
    return doIt(async () => {
      await run(reason.trim());
      setStep("none");
      setReason("");
      say(done);
      entry?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={isDangerous ? "danger" : ""}
        disabled={isDoing}
        {...(props.asksReason || props.question ? { "aria-expanded": step !== "none" } : {})}
        onClick={step === "none" ? go : close}
      >
        {text}
        <span class="sr-only"> {of}</span>
      </button>
      {step !== "none" && (
        <Asked key={step} {...props} step={step} reason={reason} onReason={setReason} onYes={go} onNo={close} />
      )}
      <Trouble text={trouble} />
    </>
  );
}

function Asked({
  text,
  of,
  question = "",
  step,
  reason,
  onReason,
  onYes,
  onNo,
}: ActionProps & {
  step: Step;
  reason: string;
  onReason: (reason: string) => void;
  onYes: () => void;
  onNo: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  // The first field, or the button that does no harm: at once, for whoever types on without looking.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("input, .no")?.focus(), []);
  return (
    <form
      ref={form}
      class="form asked"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        onYes();
      }}
      onKeyDown={(event) => event.key === "Escape" && onNo()}
    >
      {step === "reason" ? (
        <label id={id}>
          Why? Others can read it.
          <input value={reason} required maxLength={200} onInput={(event) => onReason(event.currentTarget.value)} />
        </label>
      ) : (
        <p id={id}>{question}</p>
      )}
      <span class="answers">
        <button type="submit" class="danger">
          {step === "reason" ? text : `Yes, ${text.toLowerCase()}`}
          <span class="sr-only"> {of}</span>
        </button>
        <button type="button" class="no" onClick={onNo}>
          No
        </button>
      </span>
    </form>
  );
}
