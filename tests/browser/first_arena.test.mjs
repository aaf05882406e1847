// An arena without a rated game, and its first one. SITE is a server, BEGIN a command that begins a rated tournament there.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { launch, openPage, visit } from "./browser.mjs";

const site = process.env.SITE;

test("there is no leaderboard before the first rated game, and one after it", async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  const { page, troubles } = await openPage(browser, { site });
  await visit(page, site, "#/");
  await page.click('#main-pages a[href="#/leaderboards"]');
  await page.waitForSelector(".note:has-text('No rated games yet')");
  assert.equal(await page.locator("[role=alert]").count(), 0);
  const [program, ...words] = JSON.parse(process.env.BEGIN);
  await promisify(execFile)(program, words);
  // The page is not loaded anew: what it was told of the arena at first is old by then.
  await page.click('#main-pages a[href="#/tournaments"]');
  await page.waitForFunction(async () => (await (await fetch("api/v1/site")).json()).pools?.length > 0, undefined, {
    polling: 200,
    timeout: 60_000,
  });
  await page.click('#main-pages a[href="#/leaderboards"]');
  await page.waitForSelector("h1:has-text('Leaderboard: duel')");
  await page.waitForSelector('.scroll[aria-label="Leaderboard"] tbody .bot');
  assert.equal(await page.textContent('nav[aria-label="Leaderboards"] [aria-current]'), "duel");
  assert.deepEqual(troubles, []);
});
