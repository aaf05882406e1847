// The rules in pictures: examples that are stepped through, clauses with addresses, and the legend beside a game. SITE says
// where it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, seriousFindings, visit } from "./browser.mjs";

const site = process.env.SITE;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const RULESETS = ["classic", "battle", "duel", "barrage", "bluffing", "cards", "gogo"];

for (const ruleset of RULESETS) {
  test(`${ruleset}: every example goes to its end by keyboard, and back`, async () => {
    const { page, troubles, close } = await openPage(browser, { site });
    await visit(page, site, `#/rules/${ruleset}`);
    const walks = await page.locator(".walk").all();
    assert.ok(walks.length >= 4, `${walks.length} examples`);
    for (const walk of walks) {
      assert.equal(await walk.locator("svg").first().isVisible(), true);
      const next = walk.locator('button:has-text("Next")');
      if ((await next.count()) === 0) continue;
      const steps = await walk.locator(".walk-words li").count();
      const texts = new Set([await walk.locator(".walk-text").textContent()]);
      await next.focus();
      for (let step = 1; step <= steps; ++step) {
        await page.keyboard.press("Enter");
        await walk.locator(`.walk-controls:has-text("Step ${step} of ${steps}")`).waitFor();
        texts.add(await walk.locator(".walk-text").textContent());
      }
      assert.ok(texts.size > 1);
      assert.equal(await next.getAttribute("aria-disabled"), "true");
      assert.equal(await next.evaluate((button) => button === document.activeElement), true, "the focus stays");
      await walk.locator('button:has-text("Previous")').click();
      assert.match(await walk.locator(".walk-controls").textContent(), /beginning|Step/);
    }
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(troubles, []);
    await close();
  });
}

test("what a rule refuses is marked on the board, with its clause", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/rules/classic");
  const walk = page.locator("#example-two-squares");
  for (let step = 0; step < 7; ++step) await walk.locator('button:has-text("Next")').click();
  assert.match(await walk.locator(".walk-text.refused").textContent(), /Refused: .*\(R3\.2\)/);
  assert.equal(await walk.locator(".barred circle").count(), 1);
  await walk.locator('button:has-text("Next")').click();
  assert.match(await walk.locator(".walk-text").textContent(), /Allowed: /);
  await close();
});

test("an example plays by itself until it is paused", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/rules/duel");
  const walk = page.locator("#example-moving");
  await walk.locator('button:has-text("Play")').click();
  await walk.locator('.walk-controls:has-text("Step 2 of")').waitFor({ timeout: 15_000 });
  assert.equal(await walk.locator(".gliding").count(), 0, "no motion for who wants none");
  await walk.locator('button:has-text("Pause")').click();
  await walk.locator('button:has-text("Play")').waitFor();
  await close();
});

test("a telephone shows whole tables of pieces, limits and options, with what is special below each row", async () => {
  const { page, troubles, close } = await openPage(browser, { size: "narrow", site });
  for (const ruleset of RULESETS) {
    await visit(page, site, `#/rules/${ruleset}`);
    const cut = await page.$$eval(".scroll:has(tr.below)", (tables) =>
      tables.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.slice(0, 60)),
    );
    assert.deepEqual(cut, [], ruleset);
  }
  await visit(page, site, "#/rules/duel");
  assert.equal(await page.locator("tr.below", { hasText: "captures Bombs" }).isVisible(), true);
  assert.deepEqual(troubles, []);
  await close();
});

test("the list of what is on the page leads there", async () => {
  const { page, close } = await openPage(browser, { size: "narrow", site });
  await visit(page, site, "#/rules/duel");
  const contents = page.getByRole("navigation", { name: "On this page" });
  const titles = await contents.getByRole("button").allTextContents();
  const sections = (await page.locator("main h2").allTextContents()).filter((title) => titles.includes(title));
  assert.deepEqual(titles, sections);
  for (const title of ["Attacking", "The clauses"]) {
    await contents.getByRole("button", { name: title, exact: true }).click();
    const heading = page.getByRole("heading", { name: title, exact: true, level: 2 });
    assert.equal(await heading.evaluate((each) => each === document.activeElement), true);
    const { y } = await heading.boundingBox();
    assert.ok(y > 0 && y < 200, `${title} at ${y}`);
  }
  await close();
});

test("a clause has an address, and the focus goes to it", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/rules/duel?clause=R4.8");
  await page.waitForFunction(() => document.activeElement?.id === "R4.8");
  assert.equal(await page.locator('[id="R4.8"].named').isVisible(), true);
  await visit(page, site, "#/rules?clause=R7.4");
  await page.waitForFunction(() => document.activeElement?.id === "R7.4");
  await visit(page, site, "#/rules/cards?clause=R3.2");
  assert.match(await page.locator("main").textContent(), /There is no clause R3\.2/);
  await close();
});

test("the reason of a game leads to its clause, and a legend says what its pieces mean", async () => {
  for (const [ruleset, word] of [
    ["barrage", "Marshal"],
    ["cards", "Spotter"],
    ["gogo", "Monarch"],
  ]) {
    const { page, close } = await openPage(browser, { site });
    await visit(page, site, `#/games?ruleset=${ruleset}`);
    await page.locator('main a[href^="#/games/"]').first().click();
    await page.waitForSelector(".legend");
    assert.equal(await page.locator(".legend").evaluate((legend) => legend.open), true);
    assert.match(await page.locator(".legend").textContent(), new RegExp(word));
    const clause = page.locator(".game-line .clause-link").first();
    if ((await clause.count()) > 0) {
      const name = await clause.textContent();
      await clause.click();
      await page.waitForFunction((id) => document.activeElement?.id === id, name);
    }
    await close();
  }
  const { page, close } = await openPage(browser, { site, size: "narrow" });
  await visit(page, site, "#/games?ruleset=barrage");
  await page.locator('main a[href^="#/games/"]').first().click();
  await page.waitForSelector(".legend");
  assert.equal(await page.locator(".legend").evaluate((legend) => legend.open), false, "folded away on a phone");
  await close();
});
