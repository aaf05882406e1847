// Something that somebody does by a button, and what becomes of it.
import { useState } from "preact/hooks";

export function Trouble({ text }: { text: string }) {
  return text ? (
    <p class="note bad" role="alert">
      {text}
    </p>
  ) : null;
}

// Runs something that may fail, and keeps why it did.
export function useDoing(): [isDoing: boolean, trouble: string, run: (work: () => Promise<unknown>) => void] {
  const [isDoing, setDoing] = useState(false);
  const [trouble, setTrouble] = useState("");
  const run = (work: () => Promise<unknown>) => {
    setDoing(true);
    setTrouble("");
    work()
      .catch((error: Error) => setTrouble(error.message))
      .finally(() => setDoing(false));
  };
  return [isDoing, trouble, run];
}
