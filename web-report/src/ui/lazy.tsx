// A component whose code is fetched when it is first shown, or by `fetch` before. Until it is there `Placeholder` is shown in
// its place, and where it does not come, that it did not.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failed } from "./parts";

const NOT_THERE =
  "The code of this part of the page did not come: the arena cannot be reached, or has newer pages by now.";

export function lazily<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let part: ComponentType<Props> | undefined;
  const fetch = async () => {
    part ??= await fetchPart();
  };
  const Lazy = (props: Props) => {
    const [state, setState] = useState<"waits" | "there" | "failed">(part ? "there" : "waits");
    const load = (onFailed: () => void) => void fetch().then(() => setState("there"), onFailed);
    // It may have come since this was rendered.
    useEffect(() => load(() => setState("failed")), []);
    // A site that was made anew has the code at other addresses, which a page that is loaded anew knows.
    if (!part && state === "failed") return <Failed why={NOT_THERE} retry={() => load(() => location.reload())} />;
    const Part = part ?? Placeholder;
    return <Part {...props} />;
  };
  return Object.assign(Lazy, { fetch });
}
