// A person plays on the site: signs in, takes a name, sets up, and plays whole games against bots, as anybody would with a pointer
// or a keyboard. SITE is a server; TOKEN is a user's who owns nothing yet; OPPONENT takes challenges, and so does
// `random`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fitsEveryWindow, launch, openPage, seriousFindings, visit } from "./browser.mjs";
import {
  challenge,
  chanceFrom,
  movePiece,
  nextDecision,
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

test("a wrong token is refused in words, and a name is taken once", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/play");
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByLabel("Your token").fill("fft_wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /token/);
  await page.getByLabel("Your token").fill(process.env.TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("The name to play under").fill("person");
  await page.getByRole("button", { name: "Take this name" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  assert.deepEqual(await page.evaluate(() => document.cookie), "", "no script can read the session");
  await close();
});

test("a whole game against a bot, with a page that is loaded again in its midst", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const chance = chanceFrom(7);
  await signIn(page);
  await challenge(page, "barrage");
  const before = await position(page);
  // What stands on two squares changes places, here by the keyboard.
  const [one, other] = (await squares(page, ".play-square")).slice(0, 2);
  await page.locator(`.play-square[data-square="${one}"]`).focus();
  await page.keyboard.press("Enter");
  await page.locator(`.play-square[data-square="${other}"]`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Shuffle" }).click();
  assert.equal((await position(page)).length, before.length);
  await page.getByRole("button", { name: "Ready" }).click();
  // The set-up was the first decision.
  for (let decision = await nextDecision(page, 1); decision > 0; decision = await nextDecision(page, decision)) {
    if (decision === 5) {
      const stood = await position(page);
      await page.reload();
      assert.equal(await nextDecision(page, decision - 1), decision);
      assert.deepEqual(await position(page), stood, "nothing is lost");
    }
    if (decision === 3) {
      // An answer that is lost on its way can be given again.
      await page.route("**/account/play/*", (route) => route.abort());
      await movePiece(page, chance);
      await page.getByRole("alert").waitFor();
      await page.unroute("**/account/play/*");
      assert.equal(await nextDecision(page, decision - 1), decision);
      assert.deepEqual(
        troubles.splice(0).filter((trouble) => !/ERR_FAILED/.test(trouble)),
        [],
      );
    }
    if (decision === 2) {
      const names = await position(page);
      const unknown = names.filter((name) => / piece on /.test(name));
      // Where the opponent began, it may have attacked.
      assert.ok(unknown.length >= names.length / 2 - 1, `nothing of the opponent's is known: ${names}`);
    }
    await movePiece(page, chance);
  }
  assert.match(await status(page), /^(You have (won|lost)|Draw): /);
  await page.getByRole("link", { name: "Look at the game" }).click();
  await page.waitForSelector(".board");
  assert.deepEqual(troubles, []);
  await close();
});

// Of a clock, as in "4:57".
const secondsOf = (clock) => clock.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);

test("board, clocks and actions fit every window, in both themes, and nobody gets time back for an answer", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await signIn(page);
  for (const isPlaying of [false, true]) {
    if (isPlaying) {
      await page.getByRole("button", { name: "Ready" }).click();
      assert.equal(await nextDecision(page, 1), 2);
    } else {
      await challenge(page, "classic");
    }
    await fitsEveryWindow(page, async (window) => {
      const { width, height } = page.viewportSize();
      // On a telephone it is in sight without scrolling.
      const isSmall = width <= 480 || height <= 600;
      const parts = await page.evaluate((isAtTop) => {
        if (isAtTop) scrollTo(0, 0);
        else document.querySelector(".play").scrollIntoView();
        return [...document.querySelectorAll(".play-seat, .play-board, .play-actions button")].map((part) =>
          part.getBoundingClientRect().toJSON(),
        );
      }, isSmall);
      assert.equal(parts.length, 5);
      for (const { top, bottom } of parts) {
        assert.ok(top >= -1 && bottom <= height + 1, `${window}: a part stands from ${top} to ${bottom}`);
      }
    });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const own = page.locator(".play-seat", { hasText: "You" }).locator(".clock");
  const shown = await own.innerText();
  await page.waitForFunction((first) => document.querySelector(".play-seat.on .clock")?.textContent !== first, shown);
  const left = secondsOf(await own.innerText());
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  await resign(page);
  assert.ok(secondsOf(await own.innerText()) <= left, `${await own.innerText()} after ${left} s`);
  assert.deepEqual(troubles, []);
  await close();
});

// Plays one game of claims to its end, or until both kinds of decision have been met, which it notes in `seen`.
async function playClaims(page, chance, seen) {
  await challenge(page, "bluffing", "random");
  await page.getByRole("button", { name: "Ready" }).click();
  for (
    let decision = await nextDecision(page, 1);
    decision > 0 && seen.size < 2;
    decision = await nextDecision(page, decision)
  ) {
    if ((await status(page)).startsWith("Your turn")) {
      await movePiece(page, chance);
      const attack = page.getByRole("button", { name: "Attack" });
      if ((await attack.count()) > 0) {
        await attack.click();
        seen.add("attack");
      }
    } else {
      const answers = page.locator(".play-contest ~ .play-actions").first().getByRole("button");
      await answers.nth(Math.floor(chance() * (await answers.count()))).click();
      seen.add("answer");
    }
  }
}

test("a game of claims: attacks are claimed, and what was said is believed or called", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const chance = chanceFrom(3);
  await signIn(page);
  const seen = new Set();
  // The opponent is drawn by chance, so a single game can end before both kinds of decision have come.
  for (let game = 0; game < 8 && seen.size < 2; game += 1) {
    if (game > 0) await visit(page, site, "#/play");
    await playClaims(page, chance, seen);
  }
  assert.deepEqual([...seen].sort(), ["answer", "attack"]);
  assert.deepEqual(await seriousFindings(page), []);
  if (!/^(You have|Draw)/.test(await status(page))) await resign(page);
  assert.deepEqual(troubles, []);
  await close();
});

test("who signs out plays no more", async () => {
  const { page, close } = await openPage(browser, { site });
  await signIn(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Your token").waitFor();
  await page.reload();
  await page.getByLabel("Your token").waitFor();
  await close();
});
