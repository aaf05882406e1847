// The rankings of a leaderboard beside that by ratings, as in the page's address.
export type Ranking = "alpha" | "nash" | "residuals";

export function rankingIn(text: string | null): Ranking | undefined {
  return text === "alpha" || text === "nash" || text === "residuals" ? text : undefined;
}
