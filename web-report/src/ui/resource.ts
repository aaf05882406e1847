import { createContext } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Source } from "../data/source";
import type { Site } from "../data/messages";

interface Arena {
  source: Source;
  site: Site;
}

export const ArenaContext = createContext<Arena>({} as Arena);

export function useArena(): Arena {
  return useContext(ArenaContext);
}

export interface Resource<T> {
  // The last answer for the key; it stays until there is a newer one.
  data: T | undefined;
  error: Error | undefined;
  reload: () => void;
}

// Asks for something when the page is first shown, whenever `key` changes, and on reload(). Answers to earlier questions are
// dropped.
export function useResource<T>(key: string, ask: () => Promise<T>): Resource<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: Error }>({ key });
  const latest = useRef(0);
  const asking = useRef(ask);
  asking.current = ask;
  const reload = useCallback(() => {
    const number = ++latest.current;
    asking.current().then(
      (data) => number === latest.current && setState({ key, data }),
      (error: Error) =>
        number === latest.current && setState((old) => (old.key === key && old.data ? old : { key, error })),
    );
  }, [key]);
  useEffect(() => {
    reload();
    return () => void ++latest.current;
  }, [reload]);
  const isCurrent = state.key === key;
  return { data: isCurrent ? state.data : undefined, error: isCurrent ? state.error : undefined, reload };
}

// Reloads when `version` changes; what it was at first has been asked for.
export function useReloadOn(version: number, reload: () => void): void {
  const last = useRef(version);
  useEffect(() => {
    if (last.current === version) return;
    last.current = version;
    reload();
  }, [version]);
}

// A function that reloads after `pause` milliseconds. However often it is called, it reloads at most once in that time.
export function useReloadSoon(pause: number, reload: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, pause);
  }, [pause]);
}
