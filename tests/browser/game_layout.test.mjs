// What a visitor of a game must see at once, on telephones, on a zoomed window and on a desk: the whole board, both clocks and
// the controls, without scrolling and without one lying on another. SITE says where; see browser.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, overflow, sizeOf, visit } from "./browser.mjs";

const site = process.env.SITE;
// 640x360 is a window of 1280x720 at 200 % zoom.
const WINDOWS = ["320x568", "375x667", "390x844", "844x390", "640x360", "768x1024", "1280x800"];
const STAGES = { barrage: ".board", bluffing: ".board", cards: ".table-top", gogo: ".field" };
const THINGS = [".seat.above .clock", ".seat.below .clock", ".slider", ".control-row", ".choice"];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// The boxes of what must be seen, by their selectors.
function boxesOf(page, selectors) {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { selector, left, top, right, bottom };
      }),
    selectors,
  );
}

function assertInWindow(boxes, { width, height }, where) {
  for (const { selector, left, top, right, bottom } of boxes)
    assert.ok(
      left >= 0 && top >= 0 && right <= width + 0.5 && bottom <= height + 0.5 && right - left > 20 && bottom - top > 10,
      `${where}: ${selector} is at ${[left, top, right, bottom].map(Math.round)} of ${width}x${height}`,
    );
}

function assertApart(boxes, where) {
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      assert.ok(across <= 0.5 || down <= 0.5, `${where}: ${a.selector} lies on ${b.selector}`);
    }
}

// What stands in the middle of the thing is the thing, and nothing that covers it.
async function assertUncovered(page, selectors, where) {
  const covered = await page.evaluate(
    (all) =>
      all.filter((selector) => {
        const thing = document.querySelector(selector);
        const box = thing.getBoundingClientRect();
        const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return !found || !(thing.contains(found) || found.contains(thing));
      }),
    selectors,
  );
  assert.deepEqual(covered, [], `${where}: covered`);
}

async function gameOf(page, ruleset) {
  await visit(page, site, `#/games?ruleset=${ruleset}`);
  return page.$eval("tbody a", (link) => link.textContent);
}

for (const [ruleset, stage] of Object.entries(STAGES)) {
  test(`a game of ${ruleset} fits each window`, async () => {
    const { page, troubles, close } = await openPage(browser, { site });
    const id = await gameOf(page, ruleset);
    // What is known of cards, and what was claimed, take the most room in the middle of a game.
    for (const step of [0, 5]) {
      await page.goto("about:blank");
      await visit(page, site, `#/games/${id}?step=${step}&ply=${step}`);
      await page.waitForSelector(stage);
      for (const text of WINDOWS) {
        const size = sizeOf(text);
        await page.setViewportSize(size);
        const where = `${ruleset}, ${text}, step ${step}`;
        const selectors = [stage, ...THINGS];
        const boxes = await boxesOf(page, selectors);
        assertInWindow(boxes, size, where);
        assertApart(boxes, where);
        await assertUncovered(page, selectors, where);
        assert.equal(await overflow(page), 0, `${where}: wider than the window`);
        assert.equal(await page.evaluate(() => scrollY), 0);
      }
    }
    assert.deepEqual(troubles, []);
    await close();
  });
}

// Every piece stands on a square of its own size: a board that is squeezed would still fit.
test("a board is large enough to be read on the smallest telephone", async () => {
  const { page, close } = await openPage(browser, { site });
  const id = await gameOf(page, "barrage");
  await page.setViewportSize({ width: 320, height: 568 });
  await visit(page, site, `#/games/${id}?ply=3`);
  const width = await page.$eval(".board .ground rect", (square) => square.getBoundingClientRect().width);
  assert.ok(width >= 24, `a square is ${width} pixels wide`);
  await close();
});

test("a board that was out of sight comes back for the moment that was asked for", async () => {
  const { page, close } = await openPage(browser, { site });
  const id = await gameOf(page, "barrage");
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, site, `#/games/${id}?ply=1`);
  const top = () => page.$eval(".stage", (board) => board.getBoundingClientRect().top);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  assert.ok((await top()) < 0);
  await page.getByRole("button", { name: "Next capture" }).evaluate((button) => button.click());
  await page.waitForFunction(() => location.hash.includes("ply=") && !location.hash.endsWith("ply=1"));
  assert.ok((await top()) >= 0);
  await close();
});

test("all text grows with the browser's, and a board stays in sight", async () => {
  for (const textPercent of [150, 200]) {
    const large = await launch({ textPercent });
    const { page, close } = await openPage(large, { site });
    const id = await gameOf(page, "barrage");
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, site, `#/games/${id}?ply=3`);
    const width = await page.$eval(".board", (board) => board.getBoundingClientRect().width);
    assert.ok(width >= 200, `at ${textPercent} % the board is ${width} pixels wide`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontSize), `${(15 * textPercent) / 100}px`);
    await close();
    await large.close();
  }
});

test("the hand and the front lines of cards lie within the table", async () => {
  const { page, close } = await openPage(browser, { site });
  const id = await gameOf(page, "cards");
  await visit(page, site, `#/games/${id}?step=5`);
  await page.waitForSelector(".table-top");
  for (const text of WINDOWS) {
    await page.setViewportSize(sizeOf(text));
    const outside = await page.evaluate(() => {
      const table = document.querySelector(".table-top").getBoundingClientRect();
      return [...document.querySelectorAll(".table-top .card")].filter((card) => {
        const box = card.getBoundingClientRect();
        return box.top < table.top - 0.5 || box.bottom > table.bottom + 0.5 || box.right > table.right + 0.5;
      }).length;
    });
    assert.equal(outside, 0, text);
  }
  await close();
});

test("the menu opens all pages on a telephone, and closes on the way", async () => {
  const { page, close } = await openPage(browser, { site });
  await page.setViewportSize({ width: 320, height: 568 });
  await visit(page, site, "#/");
  assert.equal(await page.isVisible("nav a:has-text('Rules')"), false);
  await page.click("button:has-text('Menu')");
  for (const name of ["Leaderboards", "Tournaments", "Games", "Bots", "Rules", "Submit a bot", "Status"]) {
    const box = await page.locator(`header nav a:has-text("${name}")`).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 320, `${name} is not in sight`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await page.isVisible("header nav a:has-text('Rules')"), false);
  await page.click("button:has-text('Menu')");
  await page.click("header nav a:has-text('Status')");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Status");
  assert.equal(await page.isVisible("header nav a:has-text('Rules')"), false);
  await close();
});
