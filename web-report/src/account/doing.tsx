// Something that somebody does by a button, and what becomes of it.
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";

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

// Tells screen readers what has been done, since what was pressed may be gone then.
export const SayContext = createContext<(text: string) => void>(() => undefined);

export function useSay(): (text: string) => void {
  return useContext(SayContext);
}
