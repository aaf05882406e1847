// Ten comments, a description, an author and a tournament's name that would each like to be more than text. SITE has a game of
// the bot `hostile`; see bots/hostile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, openPage, visit } from "./browser.mjs";

const site = process.env.SITE;
const words = JSON.parse(readFileSync(new URL("bots/hostile/words.json", import.meta.url), "utf8"));
// A mark that turns the direction of writing is shown as its number.
const shown = words.map((text) => text.replaceAll("\u202e", "\\u202e"));
assert.notDeepEqual(shown, words);
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// A page on which nothing but the site's own script has run.
async function assertTame(page, troubles) {
  assert.equal(await page.evaluate(() => globalThis.wasHacked), undefined);
  assert.equal(await page.locator("iframe, main script, main style, main img, a[href^='javascript']").count(), 0);
  assert.deepEqual(troubles, []);
}

test("comments are shown as text", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/games?bot=hostile");
  const id = await page.$eval("tbody a", (link) => link.textContent);
  const left = new Set(shown);
  await visit(page, site, `#/games/${id}?ply=0`);
  await page.waitForSelector(".controls");
  const last = await page.$eval(".slider", (slider) => Number(slider.max));
  for (let position = 1; position <= last && left.size > 0; ++position) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((wanted) => Number(document.querySelector(".slider").value) === wanted, position);
    for (const text of await page.locator(".comment-text").allTextContents()) left.delete(text);
    await assertTame(page, troubles);
  }
  assert.deepEqual([...left], []);
  await close();
});

test("what a bot says of itself is shown as text", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/bots/hostile");
  assert.equal(await page.textContent(".lead"), words[0]);
  assert.ok((await page.textContent(".facts")).includes(words[1]));
  await assertTame(page, troubles);
  await visit(page, site, "#/bots");
  assert.ok((await page.textContent("main")).includes(words[1]));
  await assertTame(page, troubles);
  await close();
});

test("a tournament's name is shown as text", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/tournaments");
  const link = page.locator("main a", { hasText: words[2] }).first();
  await link.click();
  await page.waitForFunction((name) => document.querySelector("h1").textContent === name, words[2]);
  await assertTame(page, troubles);
  await close();
});

test("addresses that make no sense lead to a page that says so", async () => {
  const { page, close } = await openPage(browser, { site });
  for (const hash of [
    "#/games/%3Cscript%3E",
    "#/games/1-1%2F..",
    "#/tournaments/%2e%2e",
    "#/bots/%00",
    "#/leaderboards/..%2F..",
    "#/%",
    "#/games?token=%27%3B--",
  ]) {
    await page.goto(`${site}${hash}`);
    await page.waitForSelector("h1");
    assert.equal(await page.evaluate(() => globalThis.wasHacked), undefined);
  }
  await close();
});
