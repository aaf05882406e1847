// The title in the browser's tab, of which a page may know more than its address says.
import { useEffect } from "preact/hooks";
import { useArena } from "./resource";

export function titleText(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

// Shows the title once its first part is known.
export function useTitle(first: string, ...rest: string[]): void {
  const { site } = useArena();
  const text = first && titleText(first, ...rest, site.title || "Flagfall");
  useEffect(() => {
    if (text) document.title = text;
  }, [text]);
}
