// What each side could know: the count on the page of a game, and what is said of a piece that is not known. SITE says where.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { at, openGame, steps } from "./game_steps.mjs";

const site = process.env.SITE;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// The number before "bits" after a side's name.
const unknownTo = (text, side) => Number(new RegExp(`${side} ([\\d.]+) bits`).exec(text)[1]);

test("R2.7 what each side does not know falls by what the plies give away, and is said in words", async () => {
  const { page, troubles, close } = await openGame(browser, site, "barrage");
  const plot = page.locator('.plot:has-text("What each side does not know")');
  await plot.scrollIntoViewIfNeeded();
  await plot.locator("canvas").waitFor();
  assert.match(await page.textContent(".uncertainty .hint"), /count alike, and nothing is guessed from how bots play/);
  // Whatever the first ply is, it shows that its piece is no Bomb and no Flag.
  const before = await plot.locator(".plot-values").textContent();
  assert.deepEqual([unknownTo(before, "Red"), unknownTo(before, "Blue")], [14.3, 14.3]);
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  await plot.locator(".plot-values", { hasText: /^ply 1:/ }).waitFor();
  const after = await plot.locator(".plot-values").textContent();
  const given = Number(/gave away ([\d.]+) bits/.exec(await page.textContent(".step-row.current"))[1]);
  assert.ok(given > 0);
  assert.ok(
    Math.abs(unknownTo(before, "Blue") - unknownTo(after, "Blue") - given) < 0.16,
    `${before}; ${given}; ${after}`,
  );
  await page.click(".uncertainty summary");
  const first = page.locator(".uncertainty tbody tr").first();
  await first.waitFor();
  const row = await first.locator("td").allTextContents();
  assert.deepEqual([row[0], row[1], Number(row[3])], ["1", "Red", given]);
  assert.deepEqual(troubles, []);
  await close();
});

test("R2.7 a piece that is not known says what it may be", async () => {
  const { page, troubles, close } = await openGame(browser, site, "barrage", "?ply=1&view=blue");
  const moved = page.locator(".board .piece.red.unknown:has(.moved)");
  const last = await steps(page);
  for (let step = 2; step <= last && (await moved.count()) === 0; ++step) {
    await page.keyboard.press("ArrowRight");
    await at(page, step);
  }
  const said = () => page.locator(".may-be .sr-only").allTextContents();
  // All that is said: names, and chances that are all there is.
  const assertWhole = async (names) => {
    const lines = await said();
    for (const line of lines) assert.match(line, /^\w+: \d unaccounted for, [\d.]+ %$/);
    assert.deepEqual(
      lines.map((line) => line.split(":")[0]).filter((name) => !names.includes(name)),
      [],
    );
    const chances = lines.reduce((sum, line) => sum + Number(/([\d.]+) %/.exec(line)[1]), 0);
    assert.ok(Math.abs(chances - 100) < 0.5, lines.join("; "));
  };
  const mobile = ["Marshal", "General", "Miner", "Scout", "Spy"];
  await moved.first().click();
  await assertWhole(mobile);
  const title = await moved.first().locator("title").textContent();
  assert.match(title, /unknown to Blue; has moved\nIt may be\n/);
  assert.ok(title.endsWith((await said()).join("\n")));
  // The keyboard goes on to a piece that has not moved, and to one that is known.
  const onTo = async (text) => {
    for (let presses = 0; presses < 16; ++presses) {
      await page.keyboard.press("n");
      if (text.test(await page.textContent(".piece-said"))) return;
    }
    assert.fail(`no piece is ${text}`);
  };
  await onTo(/^Red piece .*has not moved/);
  await assertWhole([...mobile, "Bomb", "Flag"]);
  assert.ok((await said()).some((line) => line.startsWith("Flag: 1 ")));
  await onTo(/^Blue/);
  assert.equal(await page.locator(".may-be").count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("the page stays as it is when a piece is selected", async () => {
  const { page, close } = await openGame(browser, site, "classic", "?ply=1&view=blue");
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1280, 900],
  ]) {
    await page.setViewportSize({ width, height });
    const size = () => page.locator(".said").evaluate((said) => said.getBoundingClientRect().height);
    const before = await size();
    const piece = page.locator(".board .piece.red.unknown").first();
    await piece.click();
    await page.waitForSelector(".may-be");
    assert.equal(await size(), before, `${width}: with a piece that is not known`);
    await piece.click();
    await page.locator(".board .piece.blue").first().click();
    assert.equal(await size(), before, `${width}: with one that is`);
    await page.locator(".board .piece.blue").first().click();
  }
  await close();
});

test("bluffing counts nothing, since its pieces may be anything", async () => {
  const { page, close } = await openGame(browser, site, "bluffing", "?step=3&view=red");
  await page.click(".board .piece.blue.unknown");
  await page.waitForSelector(".piece-said");
  assert.equal(await page.locator(".may-be, .uncertainty, .step-given").count(), 0);
  await close();
});
