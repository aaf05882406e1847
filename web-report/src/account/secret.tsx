// A token, or another secret, that has just been made. It is shown here and nowhere else.
import { useEffect, useRef, useState } from "preact/hooks";
import { copyFrom } from "../ui/copy";

// What it is called, and what whoever has it can do.
const KINDS = {
  token: ["token", "Whoever has it can do what it allows."],
  link: ["link", "Whoever has it can use it."],
  key: ["signing secret", "With it a receiver sees that a report comes from here."],
} as const;

export function Secret({
  of,
  secret,
  kind = "token",
  onClose,
}: {
  of: string;
  secret: string;
  kind?: keyof typeof KINDS;
  onClose: () => void;
}) {
  const [name, means] = KINDS[kind];
  const [copied, setCopied] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = () =>
    void copyFrom(field.current!).then((done) =>
      setCopied(done ? "Copied." : "It is marked: copy it with your keyboard."),
    );
  return (
    <div
      class="secret"
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={`${name[0]!.toUpperCase()}${name.slice(1)} of ${of}`}
    >
      <label>
        The {name} of {of}
        <input
          ref={field}
          readOnly
          value={secret}
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <span class="answers">
        <button type="button" class="primary" onClick={copy}>
          Copy
        </button>
        <button type="button" onClick={onClose}>
          I have it
        </button>
      </span>
      <p class="hint">
        It is shown this once: keep it where nobody else can read it. {means} <span role="status">{copied}</span>
      </p>
    </div>
  );
}
