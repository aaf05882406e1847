// A token that has just been made. It is shown here and nowhere else.
import { useEffect, useRef, useState } from "preact/hooks";

export function Secret({ of, secret, onClose }: { of: string; secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = () => {
    field.current?.select();
    // Without a secure address browsers have no clipboard; the text is marked, so that it can be copied by hand.
    const copying = navigator.clipboard?.writeText(secret) ?? Promise.reject(new Error());
    copying.then(
      () => setCopied("Copied."),
      () => setCopied("It is marked: copy it with your keyboard."),
    );
  };
  return (
    <div class="secret" ref={box} tabIndex={-1} role="group" aria-label={`Token of ${of}`}>
      <label>
        The token of {of}
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
        It is shown this once and stored nowhere: keep it where nobody else can read it. Whoever has it can do what it
        allows. <span role="status">{copied}</span>
      </p>
    </div>
  );
}
