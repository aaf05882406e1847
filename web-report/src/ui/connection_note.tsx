// Says that the page does not follow its server any more, and for a while that it does again.
import { useEffect, useState } from "preact/hooks";
import { useArena } from "./resource";

const BACK_SHOWN_MS = 6000;

export function ConnectionNote() {
  const { source } = useArena();
  const [state, setState] = useState<"" | "lost" | "back">("");
  useEffect(() => source.watchConnection((isLost) => setState(isLost ? "lost" : "back")), [source]);
  useEffect(() => {
    if (state !== "back") return undefined;
    const timer = setTimeout(() => setState(""), BACK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <div class={`connection ${state}`} role="status">
      {state === "lost" && "The connection is lost. What you see may be old; the page goes on as soon as it is back."}
      {state === "back" && "The connection is back."}
    </div>
  );
}
