// The front page: what is on it, that nothing moves while it loads, and that it is small. SITE is a server or files.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, overflow, seriousFindings, THEMES, visit, WINDOWS } from "./browser.mjs";

const site = process.env.SITE;
const FIRST_VISIT_MAX = 56_000;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function open({
  window = "1280x800",
  colorScheme = "light",
  reducedMotion = "reduce",
  prepare = async () => {},
}) {
  const { page, close } = await openPage(browser, { window, theme: colorScheme, reducedMotion });
  await prepare(page);
  await visit(page, site, "#/");
  await page.waitForSelector(".front-board .board");
  await page.waitForFunction(() => document.querySelector(".bone") === null);
  return { page, close };
}

// Makes answers come late and one after the other, as over a slow line, and adds up by how much the page moves meanwhile.
async function watchSlowly(page) {
  await page.addInitScript(() => {
    globalThis.moved = [];
    const note = (entries) =>
      entries
        .getEntries()
        .forEach(({ value, sources }) =>
          globalThis.moved.push(`${value} ${sources.map(({ node }) => node?.className ?? node?.nodeName)}`),
        );
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });
  let waiting = 0;
  await page.route(/\/(api\/v1|data|assets)\//, async (route) => {
    await new Promise((done) => setTimeout(done, 60 * ++waiting));
    await route.continue();
  });
}

test("nothing moves while the page loads, and it fits every window", async () => {
  for (const window of WINDOWS) {
    for (const colorScheme of THEMES) {
      const { page, close } = await open({ window, colorScheme, prepare: watchSlowly });
      assert.deepEqual(await page.evaluate(() => globalThis.moved), [], `${window} ${colorScheme}`);
      assert.equal(await overflow(page), 0, window);
      assert.deepEqual(await seriousFindings(page), [], `${window} ${colorScheme}`);
      await close();
    }
  }
});

test("it says what this is, and has results, leaders and the way in", async () => {
  const { page, close } = await open({});
  assert.match(await page.textContent(".lead"), /programs play Stratego/);
  const [results, leaders] = [page.locator(".results .front-row"), page.locator(".leaders .front-row")];
  assert.equal(await results.count(), 8);
  assert.ok((await leaders.count()) >= 2);
  const places = await page.locator(".front-place").allTextContents();
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  );
  assert.equal(await page.locator("a[href='#/submit']").count(), 2, "in the menu, and in the text");
  // Nobody can sign in at files.
  const isStatic = await page.$eval("meta[name=flagfall-source]", (meta) => meta.content === "static");
  assert.equal(await page.locator(".account-link").count(), isStatic ? 0 : 1);
  await results.first().locator("a").first().click();
  await page.waitForSelector(".controls");
  await close();
});

// A long game's number is written as 1,234.
const count = (page) =>
  page.$eval(".front-count", (text) => Number(/[\d,]+/.exec(text.textContent)[0].replaceAll(",", "")));

test("a game plays by itself, until it is paused", async () => {
  const { page, close } = await open({ reducedMotion: "no-preference" });
  const first = await count(page);
  await page.waitForFunction(
    (old) => Number(/[\d,]+/.exec(document.querySelector(".front-count").textContent)[0].replaceAll(",", "")) > old,
    first,
  );
  await page.click(".front-foot button:has-text('Pause')");
  const paused = await count(page);
  await page.waitForSelector(".front-foot button:has-text('Play')");
  // Longer than a step of the game.
  await page.waitForTimeout(1500);
  assert.equal(await count(page), paused);
  await close();
});

test("a game stands at its end for visitors who want no motion", async () => {
  const { page, close } = await open({});
  const [at, of] = (await page.textContent(".front-count")).match(/[\d,]+/g);
  assert.equal(at, of);
  await page.click(".front-foot button:has-text('Play')");
  await page.waitForFunction((end) => !document.querySelector(".front-count").textContent.includes(`ply ${end} `), at);
  await close();
});

test("the first visit fetches little", async () => {
  const sizes = new Map();
  const prepare = async (page) => {
    page.on("response", async (answer) => {
      const { pathname } = new URL(answer.url());
      if (/\.(js|css|html|svg)$|\/$/.test(pathname)) sizes.set(pathname, await packedSize(answer));
    });
  };
  const { page, close } = await open({ prepare });
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.size > 3);
  assert.ok(total <= FIRST_VISIT_MAX, `${total}: ${JSON.stringify([...sizes])}`);
  await close();
});

// As gzip, also where the host of the files does not pack them.
async function packedSize(answer) {
  const { gzipSync } = await import("node:zlib");
  return gzipSync(await answer.body()).length;
}
