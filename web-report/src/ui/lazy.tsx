// A component whose code is fetched when it is first shown. Until then `Placeholder` is shown in its place.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazily<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<Props>,
): ComponentType<Props> {
  let part: ComponentType<Props> | undefined;
  return (props: Props) => {
    const [, setLoaded] = useState(part !== undefined);
    useEffect(() => {
      if (part) return;
      void fetchPart().then((loaded) => {
        part = loaded;
        setLoaded(true);
      });
    }, []);
    const Part = part ?? Placeholder;
    return <Part {...props} />;
  };
}
