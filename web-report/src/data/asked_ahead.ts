import { isGameId, type Source } from "./source";

// Asks for `key` at once. The first question for it gets that answer; all others are asked anew.
function once<T>(key: string, ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  let answer: Promise<T> | undefined = ask(key);
  // Whoever asks for it is told of a failure; nobody may.
  answer.catch(() => undefined);
  return (asked) => {
    const taken = asked === key ? answer : undefined;
    if (taken) answer = undefined;
    return taken ?? ask(asked);
  };
}

// The source, with what the page at `path` needs asked for at once, while the page's code and the site's own data are still on
// their way.
export function askedAhead(source: Source, [page = "", of = ""]: readonly string[]): Source {
  if (page === "games" && isGameId(of)) return { ...source, game: once(of, source.game) };
  if (page === "leaderboards" && of) return { ...source, leaderboard: once(of, source.leaderboard) };
  if (page !== "rules") return source;
  const rulesets = once("", () => source.rulesets());
  return { ...source, rulesets: () => rulesets(""), ...(of ? { pictures: once(of, source.pictures) } : {}) };
}
