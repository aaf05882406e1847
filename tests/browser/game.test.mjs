// Every control of a game's page, on the first game of a board ruleset and on one of each other kind. SITE says where.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./browser.mjs";
import { at, openGame as open, position, steps } from "./game_steps.mjs";

const site = process.env.SITE;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const openGame = (ruleset, more) => open(browser, site, ruleset, more);

const boardText = (page) =>
  page.$$eval(".board .piece", (pieces) =>
    pieces
      .map((piece) => piece.querySelector("title").textContent)
      .sort()
      .join("\n"),
  );

test("buttons, keys, slider and list lead to the same positions", async () => {
  const { page, troubles, close } = await openGame("barrage");
  const last = await steps(page);
  assert.ok(last > 12, "the game is too short to be of use here");
  await page.click('[aria-label^="One step on"]');
  await at(page, 1);
  const first = await boardText(page);
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  await page.keyboard.press("ArrowLeft");
  await at(page, 1);
  assert.equal(await boardText(page), first);
  await page.keyboard.press("PageDown");
  await at(page, 11);
  await page.keyboard.press("End");
  await at(page, last);
  assert.ok(await page.isDisabled('[aria-label^="One step on"]'));
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.focus(".slider");
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  assert.equal(await boardText(page), first);
  await page.click('.step-row:has(.step-number:text-is("7"))');
  await at(page, 7);
  await page.click('[aria-label^="To the end"]');
  await at(page, last);
  await page.click('[aria-label^="One step back"]');
  await at(page, last - 1);
  await page.click('[aria-label^="To the start"]');
  await at(page, 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("it plays by itself, and pauses", async () => {
  const { page, close } = await openGame("barrage");
  await page.selectOption(".speed select", "40");
  await page.click('[aria-label^="Play"]');
  await page.waitForFunction(() => Number(document.querySelector(".slider").value) >= 5);
  await page.click('[aria-label^="Pause"]');
  const stopped = await position(page);
  await page.waitForSelector('[aria-label^="Play"]');
  assert.equal(await position(page), stopped);
  await close();
});

test("an address leads to its ply, and the address follows", async () => {
  const { page, id, close } = await openGame("barrage", "?ply=5");
  assert.equal(await position(page), 5);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("ply=6"));
  assert.ok(page.url().endsWith(`#/games/${id}?ply=6`));
  await close();
});

// Lost pieces of both sides as the page counts them.
const lost = (page) =>
  page.$$eval(".lost-pieces ul", (lists) =>
    lists.reduce((sum, list) => sum + Number(/\d+/.exec(list.getAttribute("aria-label"))[0]), 0),
  );

test("jumps lead to captures, to what was shown first, and to the longest think", async () => {
  for (const ruleset of ["barrage", "bluffing", "cards", "gogo"]) {
    const { page, troubles, close } = await openGame(ruleset);
    const jump = (name) => page.locator(".jumps button", { hasText: name });
    const capture = jump(ruleset === "gogo" ? "Next player beaten" : "Next capture");
    // In a short game of `gogo` nobody may have been beaten.
    if (ruleset !== "gogo" || (await capture.isEnabled())) {
      await capture.click();
      await page.waitForFunction(() => Number(document.querySelector(".slider").value) > 0);
      const first = await position(page);
      assert.ok((await lost(page)) > 0, `${ruleset}: nothing was lost at step ${first}`);
      await page.keyboard.press("ArrowLeft");
      await at(page, first - 1);
      assert.equal(await lost(page), 0, `${ruleset}: something was lost before step ${first}`);
      // In `bluffing` a piece may fall face down.
      if (ruleset !== "bluffing") {
        // The page may stand there already, where a piece is shown one step before the first is captured.
        await page.keyboard.press("Home");
        await at(page, 0);
        await jump("First revelation").click();
        await page.waitForSelector(".jumps button:disabled:has-text('First revelation')");
        assert.ok((await position(page)) <= first, `${ruleset}: a piece was captured unseen`);
      }
    }
    // The page may stand there already.
    await page.keyboard.press("Home");
    await at(page, 0);
    await jump("Longest think").click();
    await page.waitForSelector(".jumps button:disabled:has-text('Longest think')");
    assert.ok((await page.locator(".plots figure, .plots .plot").count()) >= 3);
    assert.match(await page.textContent(".plots"), /(Pieces|Cards|Role cards) left/);
    assert.deepEqual(troubles, []);
    await close();
  }
});

test("a link to the position is copied", async () => {
  const { page, id, close } = await openGame("barrage", "?ply=5");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("1");
  const wanted = `${site}#/games/${id}?ply=5&view=red`;
  await page.waitForFunction((url) => document.querySelector(".share input").value === url, wanted);
  await page.click(".share button");
  await page.waitForSelector(".share [role=status]:has-text('Copied')");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
  await visit(page, wanted, "");
  await at(page, 5);
  assert.equal(await page.textContent(".choice [aria-pressed=true]"), "Red");
  await close();
});

test("the other games of the two players are a click away", async () => {
  const { page, id, close } = await openGame("barrage");
  const players = async () => (await page.locator("h1 .side-name .bot").allTextContents()).join(" ");
  const before = await players();
  await page.click(".other-games a:has-text('With sides changed')");
  await page.waitForFunction((old) => !location.hash.includes(`/${old}`), id);
  await page.waitForSelector(".other-games a:has-text('With sides changed')");
  assert.equal((await players()).split(" ").reverse().join(" "), before);
  await page.click(".other-games a:has-text('With sides changed')");
  await page.waitForFunction((old) => location.hash.includes(`/${old}`), id);
  await close();
});

test("R9.3 each view shows what its observer knew, and no more", async () => {
  const { page, close } = await openGame("barrage", "?ply=9");
  const unknown = (side) => page.$$eval(`.board .piece.${side}.unknown`, (pieces) => pieces.length);
  const counts = {};
  for (const view of ["Red", "Blue", "Spectator", "All"]) {
    await page.click(`.choice button:has-text("${view}")`);
    await page.waitForFunction(
      (wanted) => document.querySelector(".choice [aria-pressed=true]").textContent === wanted,
      view,
    );
    counts[view] = [await unknown("red"), await unknown("blue")];
  }
  assert.equal(counts.Red[0], 0);
  assert.ok(counts.Red[1] > 0);
  assert.equal(counts.Blue[1], 0);
  assert.ok(counts.Blue[0] > 0);
  assert.deepEqual(counts.Spectator, [counts.Blue[0], counts.Red[1]]);
  assert.deepEqual(counts.All, [0, 0]);
  await page.keyboard.press("1");
  await page.waitForFunction(() => location.hash.includes("view=red"));
  await close();
});

test("the board turns, and a piece says what is known of it", async () => {
  const { page, close } = await openGame("barrage", "?ply=3");
  const first = () => page.$eval(".board .piece[data-origin]", (piece) => piece.style.transform);
  const before = await first();
  await page.keyboard.press("f");
  await page.waitForFunction(
    (old) => document.querySelector(".board .piece[data-origin]").style.transform !== old,
    before,
  );
  await page.click(".board .piece.red");
  assert.match(await page.textContent(".piece-said"), /^Red \w+ on [a-j]\d+; .*(known to all|does not know it).*has/);
  await page.click('summary:has-text("Position in words")');
  await page.waitForFunction(() => document.querySelectorAll(".words tbody tr").length > 5);
  await close();
});

test("records are downloaded", async () => {
  const { page, id, close } = await openGame("barrage");
  for (const [button, ending, start] of [
    ["Record (JSON)", "json", "{"],
    ["Text", "txt", ""],
    ["XML", "xml", "<"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click(`.downloads button:has-text("${button}")`),
    ]);
    // A server says a name of its own.
    assert.ok([`${id}.${ending}`, `flagfall-${id}.${ending}`].includes(download.suggestedFilename()));
    const { readFileSync } = await import("node:fs");
    const text = readFileSync(await download.path(), "utf8");
    assert.ok(text.length > 100 && text.trimStart().startsWith(start), `${button}: ${text.slice(0, 60)}`);
  }
  assert.match(await page.textContent(".command"), new RegExp(`flagfall verify .*${id}`));
  await close();
});

test("plots are drawn", async () => {
  const { page, close } = await openGame("barrage");
  for (const label of ["Time used", "Clocks", "Pieces left", "What each side does not know"]) {
    await page.locator(`.plot:has-text("${label}")`).scrollIntoViewIfNeeded();
    await page.waitForSelector(`.plot:has-text("${label}") canvas`);
  }
  await close();
});

test("bluffing shows claims beside the truth", async () => {
  const { page, troubles, close } = await openGame("bluffing");
  await page.keyboard.press("End");
  const last = await steps(page);
  await at(page, last);
  // The pieces of which something was claimed may have fallen by then.
  for (let step = last; step > 0 && (await page.locator(".board .claim").count()) === 0; --step) {
    await page.keyboard.press("ArrowLeft");
    await at(page, step - 1);
  }
  await page.waitForSelector(".board .claim");
  assert.match(await page.textContent(".tokens"), /\d+ token/);
  assert.deepEqual(troubles, []);
  await close();
});

test("R7.10 cards shows front line, hand and deck, and backs to those who do not know them", async () => {
  const { page, troubles, close } = await openGame("cards", "?step=2");
  const backs = (side) =>
    page.$$eval(`.cards-army[aria-label="${side}"] .front-line .card-lines`, (found) => found.length);
  assert.equal(await backs("Red"), 0);
  await page.click('.choice button:has-text("Blue")');
  await page.waitForFunction(() => document.querySelector('.cards-army[aria-label="Red"] .front-line .card-lines'));
  assert.equal(await backs("Blue"), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("a game's page fetches nothing of the pages on which people play", async () => {
  for (const ruleset of ["barrage", "gogo"]) {
    const { page, close } = await openGame(ruleset);
    await page.waitForSelector(ruleset === "gogo" ? ".field .runner, .field .grass" : ".board");
    await page.waitForLoadState("networkidle").catch(() => undefined);
    const scripts = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.ok(scripts.some((name) => /\/game_page-/.test(name)));
    assert.deepEqual(
      scripts.filter((name) => /\/(play_\w+|field_table)-/.test(name)),
      [],
      ruleset,
    );
    await close();
  }
});

test("R8.10 gogo shows the field over time, and roles to those who know them", async () => {
  const { page, troubles, close } = await openGame("gogo", "?step=2");
  const places = () =>
    page.$$eval(".runner .gliding", (players) => players.map((player) => player.style.transform).join());
  const before = await places();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(
    (old) => [...document.querySelectorAll(".runner .gliding")].map((player) => player.style.transform).join() !== old,
    before,
  );
  await page.click('.choice button:has-text("Red")');
  await page.waitForSelector(".runner.blue.unknown");
  assert.equal(await page.locator(".runner.red.unknown").count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});
