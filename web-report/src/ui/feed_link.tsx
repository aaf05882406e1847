import { useEffect } from "preact/hooks";
import { useArena } from "./resource";
import type { FeedOf } from "../data/source";

// The feed of what the page shows, for visitors to see, and in the page's head for browsers and feed readers to find. That of
// the site stands in the head of every page (index.html). `title` is what the feed is about.
export function FeedLink({ of, title }: { of: FeedOf; title: string }) {
  const { source } = useArena();
  const address = source.feedUrl(of);
  useEffect(() => {
    if ("site" in of) return undefined;
    const link = document.createElement("link");
    link.rel = "alternate";
    link.type = "application/atom+xml";
    link.title = title;
    link.href = address;
    document.head.append(link);
    return () => link.remove();
  }, [address, title]);
  return (
    <a class="feed" href={address} type="application/atom+xml" title={`News of ${title}, for feed readers (Atom)`}>
      Feed
    </a>
  );
}
