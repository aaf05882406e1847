// Eight pages of one browser follow a server at once. Over HTTP/1.1 a browser has six connections to a host, so that they can only
// do so together. SITE is a server whose tournament 1 is being played, PLAY_ON a file on which its bots wait.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, visit } from "./browser.mjs";
import { openRelay } from "./relay.mjs";

const site = process.env.SITE;
const PATIENCE = { timeout: 300_000 };
const GAME = "#/games/1-1";
const PAGES = ["#/", "#/status", "#/tournaments/1", GAME, "#/", "#/status", "#/tournaments/1", GAME];
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// A context of its own for a test, which would still be among the server's watchers if it stayed open after the test failed.
async function openContext(t) {
  const context = await browser.newContext();
  t.after(() => context.close());
  return context;
}

async function openPages(context, address) {
  const pages = [];
  for (const hash of PAGES) {
    const page = await context.newPage();
    await visit(page, address, hash);
    pages.push({ hash, page });
  }
  return pages;
}

const of = (pages, ...hashes) => pages.filter(({ hash }) => hashes.includes(hash)).map(({ page }) => page);

// Waits until the page says something else than it does now.
async function changes(page) {
  const before = await page.textContent("main");
  await page.waitForFunction((old) => document.querySelector("main").textContent !== old, before, PATIENCE);
}

// Waits until a running game's page has later plies.
async function goesOn(page) {
  const before = await page.$eval(".slider", (slider) => Number(slider.max));
  await page.waitForFunction((old) => Number(document.querySelector(".slider").max) > old, before, PATIENCE);
}

// How many streams of events the server has, again and again until what is returned is called.
function countStreams() {
  const counts = [];
  const ask = async () => counts.push((await (await fetch(`${site}api/v1/status`)).json()).watchers ?? 0);
  // A test that fails does not stop it, and must still end.
  const timer = setInterval(() => void ask(), 200).unref();
  return () => {
    clearInterval(timer);
    return counts;
  };
}

// Pages wait for their shared worker as long as it takes: on a busy machine that may be longer than the ten seconds after
// which a page follows the server by itself.
function waitForWorkers() {
  const set = globalThis.setTimeout;
  globalThis.setTimeout = (then, ms, ...more) => set(then, ms === 10_000 ? 600_000 : ms, ...more);
}

test("eight pages follow the server by one stream", async (t) => {
  const context = await openContext(t);
  await context.addInitScript(waitForWorkers);
  // The game may have to be begun first.
  const first = await context.newPage();
  await visit(first, site, "#/status");
  await first.waitForSelector("text=Watch ", PATIENCE);
  await first.close();
  const streams = countStreams();
  const pages = await openPages(context, site);
  await Promise.all([...of(pages, GAME).map(goesOn), ...of(pages, "#/", "#/status").map(changes)]);
  // A page that goes elsewhere hears of what it shows then.
  const [wanderer] = of(pages, "#/status");
  await visit(wanderer, site, GAME);
  await goesOn(wanderer);
  writeFileSync(process.env.PLAY_ON, "");
  for (const page of of(pages, "#/tournaments/1")) {
    await page.waitForFunction(
      () => document.querySelector(".heading .badge").textContent === "finished",
      null,
      PATIENCE,
    );
  }
  for (const page of of(pages, GAME)) await page.waitForSelector(".badge.live", { state: "detached" });
  const counts = streams();
  assert.ok(Math.max(...counts) <= 2, `${Math.max(...counts)} streams at once`);
  assert.equal(counts.at(-1), 1);
});

test("each of them says that the connection is lost, and that it is back", async (t) => {
  const relay = await openRelay(new URL(site));
  t.after(() => relay.cut());
  const context = await openContext(t);
  const pages = [];
  for (const hash of ["#/", "#/status", "#/"]) {
    const page = await context.newPage();
    await visit(page, relay.address, hash);
    pages.push(page);
  }
  await relay.cut();
  for (const page of pages) await page.waitForSelector(".connection.lost", PATIENCE);
  await relay.mend();
  await Promise.all(pages.map((page) => page.waitForSelector(".connection.back", PATIENCE)));
});

test("a page follows the server by itself where there is no shared worker, or where it fails", async (t) => {
  for (const broken of [
    () => delete globalThis.SharedWorker,
    () =>
      (globalThis.SharedWorker = class {
        port = { postMessage: () => setTimeout(() => this.onerror(), 10), close: () => undefined };
      }),
  ]) {
    const context = await openContext(t);
    await context.addInitScript(broken);
    const page = await context.newPage();
    await visit(page, site, "#/status");
    await page.waitForFunction(
      () => /Watchers\s*1 of/.test(document.querySelector("main").textContent),
      null,
      PATIENCE,
    );
    await context.close();
  }
});
