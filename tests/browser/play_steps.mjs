// What the tests of the page to play on do alike: sign in, ask for a game, and take part in it.
import { visit } from "./browser.mjs";

export const site = process.env.SITE;
// Longer than any ply of an opponent here.
export const PATIENCE_MS = 60_000;

// The same numbers in each run.
export function chanceFrom(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

export const status = (page) => page.locator(".play-status").innerText();

export async function signIn(page) {
  await visit(page, site, "#/play");
  if ((await page.getByLabel("Your token").count()) > 0) {
    await page.getByLabel("Your token").fill(process.env.TOKEN);
    await page.getByRole("button", { name: "Sign in" }).click();
  }
  await page.waitForFunction(
    () => document.querySelector(".play-who") !== null && document.querySelector(".loading") === null,
  );
}

export async function challenge(page, ruleset, opponent = process.env.OPPONENT) {
  await page.getByLabel("Game").selectOption(ruleset);
  await page.getByLabel("Against").selectOption(opponent);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Ready" }).waitFor({ timeout: PATIENCE_MS });
}

// Waits for a decision behind the one with that number, or the end. Returns its number; 0 at the end.
export async function nextDecision(page, answered) {
  const found = await page.waitForFunction(
    (before) => {
      if (/^(You have|Draw|Void)/.test(document.querySelector(".play-status")?.textContent ?? "")) return "over";
      const open = Number(document.querySelector(".play")?.dataset.decision);
      // The field of gogo has code of its own, which comes after the decision where the page was loaded anew.
      return open > before && document.querySelector(".loading") === null ? String(open) : undefined;
    },
    answered,
    { timeout: PATIENCE_MS },
  );
  const decision = await found.jsonValue();
  return decision === "over" ? 0 : Number(decision);
}

export async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Yes, resign" }).click();
  await page.getByText(/^You have lost: resigned/).waitFor();
}

export async function squares(page, selector) {
  return page.locator(selector).evaluateAll((found) => found.map((each) => Number(each.dataset.square)));
}

export const pick = (list, chance) => list[Math.floor(chance() * list.length)];

// A ply by two taps.
export async function movePiece(page, chance) {
  const from = pick(await squares(page, ".play-square:not(.target)"), chance);
  await page.locator(`.play-square[data-square="${from}"]`).click();
  const to = pick(await squares(page, ".play-square.target"), chance);
  await page.locator(`.play-square[data-square="${to}"]`).click();
}

// How the pieces stand: what each is to the person, and where.
export async function position(page) {
  return page
    .locator(".play-board .piece title")
    .evaluateAll((titles) => titles.map((each) => each.textContent).sort());
}
