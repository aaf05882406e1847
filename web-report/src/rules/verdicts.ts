// What an example's plies at its end may do.
import type { RuleExample } from "../data/messages";

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

// "After these plies a5-a4 is barred by R3.2; a5-a6 and a5-b5 are legal." Empty for an example without verdicts.
export function verdictsText({ verdicts = [] }: RuleExample): string {
  if (verdicts.length === 0) return "";
  const clauses = [...new Set(verdicts.map(({ clause = "" }) => clause))].sort().reverse();
  const parts = clauses.map((clause) => {
    const plies = verdicts.filter((verdict) => (verdict.clause ?? "") === clause).map(({ ply = "" }) => ply);
    return `${listOf(plies)} ${plies.length === 1 ? "is" : "are"} ${clause ? `barred by ${clause}` : "legal"}`;
  });
  return `After these plies ${parts.join("; ")}.`;
}
