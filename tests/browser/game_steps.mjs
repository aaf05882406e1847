// What the tests of a game's page have in common: how they come to a game, and where it stands.
import assert from "node:assert/strict";
import { openPage, visit } from "./browser.mjs";

// The page of the longest game of a ruleset among the newest, at its start.
export async function openGame(browser, site, ruleset, more = "") {
  const opened = await openPage(browser, { site });
  const { page } = opened;
  await visit(page, site, `#/games?ruleset=${ruleset}`);
  const id = await page.$$eval("tbody tr", (rows) => {
    const plies = (row) => Number(row.querySelector("td.number")?.textContent?.replaceAll(",", "") ?? 0);
    return rows.sort((a, b) => plies(b) - plies(a))[0]?.querySelector("a")?.textContent;
  });
  assert.ok(id, `no game of ${ruleset}`);
  await visit(page, site, `#/games/${id}${more}`);
  await page.waitForSelector(".controls");
  return { ...opened, id };
}

export const position = (page) => page.$eval(".slider", (slider) => Number(slider.value));
export const steps = (page) => page.$eval(".slider", (slider) => Number(slider.max));

export const at = (page, step) =>
  page.waitForFunction((wanted) => Number(document.querySelector(".slider").value) === wanted, step);
