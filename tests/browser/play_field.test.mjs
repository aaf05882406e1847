// A person plays gogo: by mouse, finger and keys, and by buttons alone. SITE is a server; TOKEN is a user's who plays as `person`;
// `random` takes challenges, and OPPONENT too, whose players stay at their base, but for one.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fitsEveryWindow, launch, openPage, seriousFindings } from "./browser.mjs";
import { chanceFrom, nextDecision, PATIENCE_MS, pick, resign, signIn, site, status } from "./play_steps.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const button = (page, name) => page.getByRole("button", { name, exact: true });
const players = (page) => page.getByRole("group", { name: "Your players" }).getByRole("button");
const player = (page, number) => page.locator(`[data-player="${number}"]`);

// From the own base to the opposing one, which lies four times as far ahead as aside.
const TO_THEIR_BASE = {
  Red: [...Array(4).fill("ArrowRight"), "ArrowUp"],
  Blue: [...Array(4).fill("ArrowLeft"), "ArrowDown"],
};

async function begin(page, opponent) {
  await signIn(page);
  await page.getByLabel("Game").selectOption("gogo");
  await page.getByLabel("Against").selectOption(opponent);
  await button(page, "Play").click();
  await button(page, "Make these moves").waitFor({ timeout: PATIENCE_MS });
  return /You play (Red|Blue)/.exec(await status(page))[1];
}

// Enters one player, as the form says.
async function enter(page, number, role) {
  const [players, roles] = await page.getByRole("form", { name: "Who enters" }).locator("select").all();
  await players.selectOption(number);
  await roles.selectOption({ label: role });
  await button(page, "Enter").click();
}

// The players in play of a side, as the field names them: "Red 1: Monarch".
const namesOf = (page, side) =>
  page
    .locator(`.play-field .runner.${side.toLowerCase()} > title`)
    .evaluateAll((all) => all.map((each) => each.textContent));

// Where a player's mark is, in pixels, and how many of them are a metre of the field.
async function place(page, side, number) {
  const mark = page
    .locator(`.play-field .runner.${side.toLowerCase()}`, { hasText: `${side} ${number}:` })
    .locator(".body");
  const { x, y, width, height } = await mark.boundingBox();
  const field = await page.locator(".play-field .field").evaluate((svg) => svg.getScreenCTM().a);
  return { x: x + width / 2, y: y + height / 2, metre: 1000 * field };
}

// A finger that goes up the screen from a place by a part of a metre of the field, as Chromium has it from a screen.
async function dragUpByFinger(page, { x, y, metre }, by) {
  const screen = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => screen.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x, y });
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", { x, y: y - part * by * metre });
  await touch("touchEnd");
  await screen.detach();
}

// The vector of a player's planned step, as its button says it.
async function stepOf(page, number) {
  const [, x, y] = /steps by (-?\d+), (-?\d+)$/.exec(await player(page, number).innerText()) ?? [];
  return x === undefined ? null : [Number(x), Number(y)];
}

test("players enter, and step by mouse, finger and keys", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const side = await begin(page, "random");
  // Towards the opposing end.
  const ahead = side === "Red" ? 1 : -1;
  await enter(page, "4", "Monarch (1 left)");
  assert.equal(await player(page, 4).innerText(), "4 Monarch enters");
  assert.equal(await page.locator("option", { hasText: "Monarch" }).count(), 0, "there is one");
  await button(page, "Take it back").click();
  assert.equal(await players(page).count(), 0);
  await enter(page, "4", "Monarch (1 left)");
  await button(page, "Enter all by chance").click();
  assert.equal(await players(page).count(), 7, "no more than seven are in play");
  assert.deepEqual(await seriousFindings(page), []);
  await button(page, "Make these moves").click();
  let decision = await nextDecision(page, 1);
  const names = await namesOf(page, side);
  assert.equal(names.length, 7);
  assert.ok(names.includes(`${side} 4: Monarch`));
  for (const name of await namesOf(page, side === "Red" ? "Blue" : "Red")) assert.match(name, /role unknown/);

  await player(page, 1).focus();
  for (let i = 0; i < 9; ++i) await page.keyboard.press(ahead > 0 ? "ArrowRight" : "ArrowLeft");
  assert.deepEqual(await stepOf(page, 1), [750 * ahead, 0], "no further than a pace");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowDown");
  const [, up] = await stepOf(page, 1);
  assert.ok(up > 100 && up < 150, `the shift key moves by less: ${up}`);
  await button(page, "Take it back").click();
  assert.equal(await stepOf(page, 1), null);

  // Two taps: one on a player, one where it goes.
  const own = await place(page, side, 2);
  await page.mouse.click(own.x, own.y);
  assert.equal(await player(page, 2).getAttribute("aria-pressed"), "true");
  await page.mouse.click(own.x + ahead * own.metre, own.y + own.metre);
  const [dx, dy] = await stepOf(page, 2);
  assert.ok(dx * ahead > 300 && dy < -300 && Math.hypot(dx, dy) <= 750, `${dx} ${dy}`);
  // One is dragged by the mouse, and another by a finger, with which the page stays where it is.
  const dragged = await place(page, side, 3);
  await page.mouse.move(dragged.x, dragged.y);
  await page.mouse.down();
  await page.mouse.move(dragged.x, dragged.y - 0.2 * dragged.metre);
  await page.mouse.move(dragged.x, dragged.y - 0.5 * dragged.metre);
  await page.mouse.up();
  const [right, far] = await stepOf(page, 3);
  assert.ok(Math.abs(right) <= 400 && far > 100 && Math.hypot(right, far) <= 750, `${right} ${far}`);
  const scrolled = await page.evaluate(() => scrollY);
  await dragUpByFinger(page, await place(page, side, 5), 0.6);
  assert.ok((await stepOf(page, 5))[1] > 100);
  assert.equal(await page.evaluate(() => scrollY), scrolled);

  await fitsEveryWindow(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const before = await place(page, side, 5);
  await button(page, "Make these moves").click();
  decision = await nextDecision(page, decision);
  assert.notDeepEqual(await place(page, side, 5), before);
  // The page that is loaded again has all that was there.
  const stood = await namesOf(page, side);
  await page.reload();
  assert.equal(await nextDecision(page, decision - 1), decision);
  assert.deepEqual(await namesOf(page, side), stood);
  await resign(page);
  assert.deepEqual(troubles, []);
  await close();
});

// Notes all that the page says of what happens: the next thing may come before a test looks.
async function noteDeeds(page) {
  await page.evaluate(() => {
    globalThis.deeds = new Set();
    const note = () => globalThis.deeds.add(document.querySelector(".play-field .deed")?.textContent ?? "");
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

const hasToldAFight = (page) => page.evaluate(() => [...globalThis.deeds].some((deed) => / against /.test(deed)));

test("teams meet and fight, by buttons and keys alone", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const side = await begin(page, process.env.OPPONENT);
  const chance = chanceFrom(7);
  const seen = new Set();
  await noteDeeds(page);
  await button(page, "Enter all by chance").click();
  await button(page, "Make these moves").click();
  let decision = await nextDecision(page, 1);
  for (let i = 0; decision > 0 && i < 200 && seen.size < 3; ++i, decision = await nextDecision(page, decision)) {
    if (await hasToldAFight(page)) seen.add("fight");
    const challenge = page.getByRole("group", { name: "Whom" });
    const block = page.getByRole("group", { name: "Who takes the attack" });
    if (await challenge.count()) {
      const challengers = page.getByRole("group", { name: "Who challenges" }).getByRole("button");
      if ((await challengers.count()) === 0) {
        await page.getByText("None of yours may challenge here").waitFor();
        await button(page, "Pass").click();
        continue;
      }
      assert.equal(await challenge.getByRole("button", { name: "Challenge" }).count(), 0);
      await pick(await challengers.all(), chance).click();
      assert.ok((await page.locator(".chosen circle").count()) > 1, "those who may be challenged are marked");
      await challenge.getByRole("button", { name: "Challenge" }).first().click();
      seen.add("challenge");
    } else if (await block.count()) {
      assert.match(await status(page), /challenges your \d+\. Who takes the attack\?$/);
      await pick(await block.getByRole("button").all(), chance).click();
      seen.add("block");
    } else {
      const repeat = button(page, "Same steps again");
      if (i > 0 && (await repeat.isEnabled())) await repeat.click();
      else {
        for (const one of await players(page).all()) {
          await one.focus();
          for (const key of TO_THEIR_BASE[side]) await page.keyboard.press(key);
        }
      }
      // Who was beaten enters again.
      const enter = button(page, "Enter all by chance");
      if (await enter.count()) await enter.click();
      await button(page, "Make these moves").click();
    }
  }
  if (await hasToldAFight(page)) seen.add("fight");
  assert.ok(seen.has("challenge") || seen.has("block"), "nobody has met");
  assert.ok(seen.has("fight"), "what came of a fight is told");
  assert.deepEqual(await seriousFindings(page), []);
  if (!/^(You have|Draw)/.test(await status(page))) await resign(page);
  // Once it is over, everything is shown.
  const all = [...(await namesOf(page, "Red")), ...(await namesOf(page, "Blue"))];
  for (const name of all) assert.doesNotMatch(name, /unknown/);
  assert.deepEqual(troubles, []);
  await close();
});
