// A person who has signed in and taken a name (play.test.mjs) drags pieces, saves set-ups, plays again with sides changed, and plays
// cards. SITE, TOKEN and OPPONENT are as there.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fitsEveryWindow, launch, openPage, seriousFindings } from "./browser.mjs";
import {
  challenge,
  chanceFrom,
  nextDecision,
  PATIENCE_MS,
  pick,
  position,
  resign,
  signIn,
  site,
  squares,
  status,
} from "./play_steps.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// Drags what stands on a square to another one.
async function drag(page, from, to) {
  const middle = async (square) => {
    const { x, y, width, height } = await page.locator(`.play-square[data-square="${square}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
  await page.mouse.move(...end);
  await page.mouse.up();
}

// The same by a finger, as Chromium has it from a screen.
async function dragByFinger(page, from, to) {
  const screen = await page.context().newCDPSession(page);
  const at = async (square) => {
    const { x, y, width, height } = await page.locator(`.play-square[data-square="${square}"]`).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [start, end] = [await at(from), await at(to)];
  const touch = (type, ...touchPoints) => screen.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  for (const part of [0.3, 0.6, 1])
    await touch("touchMove", { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) });
  await touch("touchEnd");
  await screen.detach();
}

// What stands on a square, in words.
const pieceOn = (page, square) => page.locator(`.play-square[data-square="${square}"]`).getAttribute("aria-label");

// A square with a piece of a kind, and one with none like it.
async function twoSquares(page) {
  const own = await squares(page, ".play-square");
  const names = await Promise.all(own.map((square) => pieceOn(page, square)));
  const kindOf = (name) => name.replace(/ on .*| [a-j]\d+$/, "");
  const other = names.findIndex((name) => kindOf(name) !== kindOf(names[0]) && !name.startsWith("empty"));
  const one = names.findIndex(
    (name, i) => i !== other && !name.startsWith("empty") && kindOf(name) !== kindOf(names[other]),
  );
  return { one: own[one], other: own[other], kinds: [kindOf(names[one]), kindOf(names[other])] };
}

test("pieces are dragged, set-ups are kept under names, and the same game is played again on the other side", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await signIn(page);
  // Whose scouts seldom take a Flag in the first plies.
  await challenge(page, "duel", "random");
  const { one, other, kinds } = await twoSquares(page);
  for (const [i, by] of [drag, dragByFinger].entries()) {
    await by(page, one, other);
    assert.ok((await pieceOn(page, one)).startsWith(kinds[1 - (i % 2)]), by.name);
    assert.ok((await pieceOn(page, other)).startsWith(kinds[i % 2]), by.name);
    assert.equal(await page.locator(".play-square[aria-pressed=true]").count(), 0, by.name);
  }
  // Beside the board a piece goes back.
  const saved = await position(page);
  const { x, y, height } = await page.locator(".play-board").boundingBox();
  const piece = await page.locator(`.play-square[data-square="${one}"]`).boundingBox();
  await page.mouse.move(piece.x + 5, piece.y + 5);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + height - 2);
  await page.mouse.up();
  assert.deepEqual(await position(page), saved);

  await page.getByLabel("Name of this set-up").fill("<b>wall</b>");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as “<b>wall</b>”.").waitFor();
  await drag(page, one, other);
  assert.notDeepEqual(await position(page), saved);
  await page.getByLabel("Saved set-ups").selectOption("choose one");
  await page.getByLabel("Saved set-ups").selectOption("<b>wall</b>");
  assert.deepEqual(await position(page), saved);
  assert.equal(await page.getByRole("button", { name: "Overwrite" }).count(), 1);
  assert.deepEqual(await seriousFindings(page), []);

  await page.getByRole("button", { name: "Ready" }).click();
  const decision = await nextDecision(page, 1);
  assert.ok(decision > 1);
  const side = /you play (Red|Blue)/.exec(await page.locator(".play-board").getAttribute("aria-label"))[1];
  const before = await position(page);
  // The Flag never moves.
  await page.locator(".play-board .piece", { hasText: `${side} Flag on` }).click();
  assert.match(await status(page), /^Your Flag on .* has nowhere to go\.$/);
  const from = (await squares(page, ".play-square:not(.target)"))[0];
  await page.locator(`.play-square[data-square="${from}"]`).click();
  const to = (await squares(page, ".play-square.target"))[0];
  await page.locator(`.play-square[data-square="${from}"]`).click();
  assert.equal(await page.locator(".play-square.target").count(), 0, "what was taken up is put back");
  await page.locator(`.play-square[data-square="${from}"]`).click();
  await drag(page, from, to);
  await page.waitForFunction(
    (stood) =>
      JSON.stringify(
        [...document.querySelectorAll(".play-board .piece title")].map((each) => each.textContent).sort(),
      ) !== stood,
    JSON.stringify(before),
  );
  // The ply, or the answer to it, may have taken a Flag.
  if ((await nextDecision(page, decision)) > 0) await resign(page);

  await page.getByRole("button", { name: "Play again, sides changed" }).click();
  await page
    .getByText(`You play ${side === "Red" ? "Blue" : "Red"}. Set up your army: drag a piece`)
    .waitFor({ timeout: PATIENCE_MS });
  assert.equal(await page.evaluate(() => scrollY), 0, "the new game is in sight");
  await page.getByLabel("Saved set-ups").selectOption("<b>wall</b>");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("“<b>wall</b>” is deleted.").waitFor();
  assert.equal(await page.getByLabel("Saved set-ups").count(), 0);
  await page.getByRole("button", { name: "Ready" }).click();
  assert.ok((await nextDecision(page, 1)) > 1);
  await resign(page);
  assert.deepEqual(troubles, []);
  await close();
});

test("a game of cards: a front line is laid, and deeds are chosen from those that are listed", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const chance = chanceFrom(5);
  await signIn(page);
  await page.getByLabel("Game").selectOption("cards");
  await page.getByLabel("Against").selectOption("random");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const lay = page.getByRole("button", { name: "Lay the front line" });
  await lay.waitFor({ timeout: PATIENCE_MS });
  const own = page.getByRole("region", { name: "Your cards" });
  const opposing = page.getByRole("region", { name: "Your opponent's cards" });
  let turns = 0;
  for (let decision = await nextDecision(page, 0); decision > 0; decision = await nextDecision(page, decision)) {
    if ((await lay.count()) > 0) {
      assert.equal(await lay.isDisabled(), true);
      const cards = page.getByRole("group", { name: "Your front line" }).locator("button:not(.primary)");
      for (let i = 0; i < Math.min(5, await cards.count()); ++i) await cards.nth(i).click();
      await lay.click();
      continue;
    }
    ++turns;
    if (turns === 1) {
      assert.equal(await own.getByRole("img", { name: /unknown/ }).count(), 0, "own cards are seen");
      // What its opponent has done first, it has shown.
      assert.ok((await opposing.getByRole("img", { name: /unknown/ }).count()) >= 4, "the opponent's are not");
      await fitsEveryWindow(page);
    }
    const form = page.getByRole("form", { name: "What you do" });
    for (const [i, select] of (await form.getByRole("combobox").all()).entries()) {
      const options = await select.locator("option").allInnerTexts();
      // Later choices are those of the ones before.
      if (i < (await form.getByRole("combobox").count())) await select.selectOption(pick(options, chance));
    }
    await form.getByRole("button", { name: "Do it" }).click();
  }
  assert.ok(turns > 2);
  assert.match(await status(page), /^(You have (won|lost)|Draw): /);
  assert.deepEqual(troubles, []);
  await close();
});
