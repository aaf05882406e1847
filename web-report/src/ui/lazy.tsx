// A component whose code is fetched when it is first shown, or by `fetch` before. Until it is there `Placeholder` is shown in
// its place.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazily<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> & { fetch: () => Promise<void> } {
  let part: ComponentType<Props> | undefined;
  const fetch = async () => {
    part ??= await fetchPart();
  };
  const Lazy = (props: Props) => {
    const [, setLoaded] = useState(part !== undefined);
    useEffect(() => {
      // It may have come since this was rendered.
      void fetch().then(() => setLoaded(true));
    }, []);
    const Part = part ?? Placeholder;
    return <Part {...props} />;
  };
  return Object.assign(Lazy, { fetch });
}
