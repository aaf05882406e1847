// A person plays gogo with bases of its own choice, and a match of several rounds. SITE is a server; TOKEN is a user's who plays as
// `person`; `random` takes challenges.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fitsEveryWindow, launch, openPage, seriousFindings } from "./browser.mjs";
import { nextDecision, PATIENCE_MS, signIn, site, status } from "./play_steps.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const button = (page, name) => page.getByRole("button", { name, exact: true });

// The page offers no options; whoever wants a match of rounds asks for it with a program.
async function challenge(page, options) {
  const answer = await page.evaluate(
    async (ruleset) => {
      const spec = { bots: ["person", "random"], ruleset, games: 1, time_control: "300+10 setup=300" };
      const asked = await fetch("account/call/CreateChallenge", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ spec }),
      });
      return `${asked.status} ${await asked.text()}`;
    },
    { id: "gogo", options: Object.entries(options).map(([name, value]) => ({ name, value })) },
  );
  assert.match(answer, /^200 /);
}

const slider = (page, name) => page.getByLabel(new RegExp(`^${name}: \\d+$`));

// Places base and flag, once they are far enough apart.
async function placeBases(page, base, flag) {
  await slider(page, "Base").fill(String(base));
  await slider(page, "Flag").fill(String(base));
  assert.equal(await button(page, "Place them").isDisabled(), true, "they are too close");
  await slider(page, "Flag").fill(String(flag));
  assert.equal(await page.getByLabel(`Flag: ${flag}`).count(), 1);
  await button(page, "Place them").click();
}

// Where the own base is drawn, in millimetres of the field.
const basePlace = (page, side) =>
  page
    .locator(`.play-field .${side.toLowerCase()} > circle.base`)
    .evaluate((circle) => [circle.cx.baseVal.value, -circle.cy.baseVal.value]);

test("base and flag are placed in each round, the ends change, and the match has an end", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await signIn(page);
  await challenge(page, { bases: "chosen", rounds: "2", max_ticks: "3" });
  await page.getByRole("form", { name: "Where base and flag stand" }).waitFor({ timeout: PATIENCE_MS });
  const side = /You play (Red|Blue)\. Place your base and your flag\./.exec(await status(page))[1];
  await fitsEveryWindow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const chosen = [
    [250, 2000],
    [2750, 1000],
  ];
  const ends = [];
  let decision = 0;
  for (let answers = 0; answers < 20; ++answers) {
    decision = await nextDecision(page, decision);
    if (decision === 0) break;
    if (/Place your base/.test(await status(page))) {
      await placeBases(page, ...chosen[ends.length]);
      ends.push(undefined);
    } else if (/Move your players/.test(await status(page))) {
      const [x, y] = await basePlace(page, side);
      assert.equal(y, chosen[ends.length - 1][0], "the base stands where it was placed");
      ends[ends.length - 1] = x;
      await button(page, "Make these moves").click();
    } else {
      await button(page, "Pass").click();
    }
  }
  assert.equal(decision, 0, "the match is over");
  assert.deepEqual(
    ends.toSorted((a, b) => a - b),
    [0, 8000],
    "a base at each end, once",
  );
  assert.match(await status(page), /^(You have|Draw)/);
  assert.match(await page.locator(".deed").innerText(), /^Round 2, won by .* Round 2 (is drawn|goes to (Red|Blue))\.$/);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(troubles, []);
  await close();
});
