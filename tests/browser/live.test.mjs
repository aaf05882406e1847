// A tournament watched from its first game to its end without reloading, one of its games, and the front page. SITE is a
// server, BEGIN a command that begins the tournament there and prints its id, PLAY_ON a file on which the slowest of its bots
// waits.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launch, openPage, visit } from "./browser.mjs";

const site = process.env.SITE;
const SLOW = "stroller";
const PATIENCE = { timeout: 300_000 };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function beginTournament() {
  const [program, ...words] = JSON.parse(process.env.BEGIN);
  const { stdout } = await promisify(execFile)(program, words);
  return JSON.parse(stdout).id;
}

// Notes whenever the page is loaded anew.
async function neverReloaded(page) {
  await page.evaluate(() => (globalThis.stillHere = true));
  return () => page.evaluate(() => globalThis.stillHere === true);
}

// Returns once the page's count of games has grown; what is returned watches on, to the end.
async function watchTournament(tournament) {
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
  return async () => {
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
  };
}

// Opens a game of the slowest bot that is being played. A game of barrage may be over in a ply, before its page is there;
// then there is another soon.
async function openRunningGame(page) {
  const isRunning = async () => (await page.locator(".badge.live").count()) === 1;
  for (let i = 0; i < 5; ++i) {
    await visit(page, site, "#/");
    await page.waitForFunction(
      (name) => {
        // At once: a link to a game that ends would be gone before it is clicked.
        const row = [...document.querySelectorAll("tbody tr")].find(
          (each) => each.textContent.includes(name) && each.textContent.includes("Watch "),
        );
        row?.querySelector("a").click();
        return row !== undefined;
      },
      SLOW,
      PATIENCE,
    );
    await page.waitForSelector(".controls");
    if (await isRunning()) return;
  }
  assert.fail("no game of five was running when its page was there");
}

// Follows the first game of the slowest bot; the same.
async function watchGame() {
  const { page, troubles, close } = await openPage(browser, { site });
  await openRunningGame(page);
  const isSame = await neverReloaded(page);
  assert.equal(await page.locator(".choice").count(), 0, "R9.3: a running game has one view");
  assert.equal(await page.locator(".comment").count(), 0);
  const before = await page.$eval(".slider", (slider) => Number(slider.max));
  // Not the slider's end alone: who looks at the end of the game stays there.
  await page.waitForFunction((old) => Number(document.querySelector(".slider").value) > old, before, PATIENCE);
  return async () => {
    await page.waitForFunction(() => !document.querySelector(".badge.live"), null, PATIENCE);
    await page.waitForSelector(".choice");
    // Where another game still runs it is named, which this test's games may all have ended by now.
    await page.locator(".note", { hasText: /This game is over\. (Now running: \S+ against|No other game)/ }).waitFor();
    assert.ok(await isSame());
    assert.deepEqual(troubles, []);
    await close();
  };
}

// The front page, which is open from before the tournament begins; what is returned waits for its end to be told there.
async function watchFrontPage() {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/");
  const isSame = await neverReloaded(page);
  const follows = async () => {
    await page.waitForSelector(".front-stage .badge.live", PATIENCE);
    await page.waitForSelector(".front-board .board", PATIENCE);
    // A later step, or another game; a running one has no button, since it is not played by the page.
    const count = await page.textContent(".front-count");
    await page.waitForFunction(
      (old) =>
        document.querySelector(".front-count")?.textContent !== old &&
        document.querySelector(".front-stage .badge.live") !== null &&
        document.querySelector(".front-foot button") === null,
      count,
      PATIENCE,
    );
  };
  return async (tournament) => {
    await follows();
    await page.waitForFunction(
      (id) => {
        const first = (title) => {
          const heading = [...document.querySelectorAll("h2")].find((each) => each.textContent === title);
          return heading.parentElement.querySelector("tbody tr")?.textContent ?? "";
        };
        const newest = first("Newest tournaments");
        const result = document.querySelector(".results .front-row")?.textContent ?? "";
        return newest.startsWith(`${id}. `) && newest.includes("finished") && result.startsWith(`${id}-`);
      },
      tournament,
      PATIENCE,
    );
    assert.ok(await isSame());
    assert.deepEqual(troubles, []);
    await close();
  };
}

test("a tournament and one of its games, live to the end", async () => {
  const frontPageToTheEnd = await watchFrontPage();
  const game = watchGame();
  const id = await beginTournament();
  const watchers = await Promise.all([game, watchTournament(id)]);
  writeFileSync(process.env.PLAY_ON, "");
  await Promise.all([frontPageToTheEnd(id), ...watchers.map((watchToTheEnd) => watchToTheEnd())]);
});
