// The ways in which a pool can be ranked, by their names in the page's address.
export const RANKINGS = [
  ["", "Rating"],
  ["alpha", "Alpha-rank"],
  ["nash", "Nash averaging"],
  ["residuals", "Against expectations"],
] as const;

export type Ranking = (typeof RANKINGS)[number][0];

// That by ratings where the address names none.
export function rankingIn(text: string | null): Ranking {
  return RANKINGS.find(([name]) => name === text)?.[0] ?? "";
}
