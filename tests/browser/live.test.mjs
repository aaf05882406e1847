// A running tournament, watched from its first game to its end without reloading. SITE is a server on which TOURNAMENT is
// about to begin or has begun.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, visit } from "./browser.mjs";

const site = process.env.SITE;
const tournament = process.env.TOURNAMENT;
const PATIENCE = { timeout: 300_000 };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// Notes whenever the page is loaded anew.
async function neverReloaded(page) {
  await page.evaluate(() => (globalThis.stillHere = true));
  return () => page.evaluate(() => globalThis.stillHere === true);
}

async function watchTournament() {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, `#/tournaments/${tournament}`);
  const isSame = await neverReloaded(page);
  const stored = () => page.textContent(".progress").then((text) => Number(/\d+/.exec(text.replaceAll(",", ""))[0]));
  const first = await stored();
  await page.waitForFunction(
    (old) => Number(/\d+/.exec(document.querySelector(".progress").textContent)[0]) > old,
    first,
    PATIENCE,
  );
  await page.waitForFunction(
    () => document.querySelector(".heading .badge").textContent === "finished",
    null,
    PATIENCE,
  );
  const points = () =>
    page.$$eval("tbody tr", (rows) =>
      rows.map((row) => Number(row.querySelectorAll("td")[2].textContent.replace("½", ".5"))),
    );
  const total = await stored();
  await page.waitForFunction(
    (games) => {
      const sum = [...document.querySelectorAll("tbody tr")].reduce(
        (all, row) => all + Number(row.querySelectorAll("td")[2].textContent.replace("½", ".5")),
        0,
      );
      return sum === games;
    },
    total,
    PATIENCE,
  );
  assert.equal(
    (await points()).reduce((sum, each) => sum + each, 0),
    total,
  );
  assert.ok(await isSame());
  assert.deepEqual(troubles, []);
  await close();
}

async function watchGame() {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/");
  const link = page.locator('a:has-text("Watch ")').first();
  await link.waitFor(PATIENCE);
  await link.click();
  await page.waitForSelector(".controls");
  const isSame = await neverReloaded(page);
  if ((await page.locator(".badge.live").count()) > 0) {
    assert.equal(await page.locator(".choice").count(), 0, "R9.3: a running game has one view");
    assert.equal(await page.locator(".comment").count(), 0);
    const steps = () => page.$eval(".slider", (slider) => Number(slider.max));
    const before = await steps();
    await page.waitForFunction(
      // Not the slider's end alone: who looks at the end of the game stays there.
      (old) => Number(document.querySelector(".slider").value) > old || !document.querySelector(".badge.live"),
      before,
      PATIENCE,
    );
  }
  await page.waitForFunction(() => !document.querySelector(".badge.live"), null, PATIENCE);
  await page.waitForSelector(".choice");
  assert.ok(await isSame());
  assert.deepEqual(troubles, []);
  await close();
}

test("a tournament and one of its games, live to the end", async () => {
  await Promise.all([watchTournament(), watchGame()]);
});
