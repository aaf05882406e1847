// A person asks for rated games. SITE is a server, whose host keeps a pool for them where RATED is "yes"; TOKEN is a user's who
// plays as `person`, and `random` takes challenges.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { part, section } from "./account_steps.mjs";
import { launch, openPage, overflow, seriousFindings, THEMES, visit } from "./browser.mjs";
import { nextDecision, PATIENCE_MS, resign, signIn, site } from "./play_steps.mjs";

const isKept = process.env.RATED === "yes";
const POOL = "barrage[open]";
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

const rated = (scope) => scope.getByRole("checkbox", { name: /^Rated/ });

async function openForm(options = {}) {
  const opened = await openPage(browser, { site, ...options });
  await signIn(opened.page);
  await opened.page.getByLabel("Against").waitFor();
  await opened.page.getByLabel("Game").selectOption("barrage");
  return opened;
}

// Nobody can resign before.
async function setUp(page) {
  await page.getByRole("button", { name: "Ready" }).click({ timeout: PATIENCE_MS });
  await nextDecision(page, 1);
}

test("nothing is offered where the host keeps no pool", { skip: isKept }, async () => {
  const { page, troubles, close } = await openForm();
  assert.equal(await rated(page).count(), 0);
  await visit(page, site, "#/account");
  await part(page, "Challenges");
  await section(page, "A new challenge").getByLabel("Against").waitFor();
  assert.equal(await rated(page).count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("the form says what a rated game is, in every theme and width", { skip: !isKept }, async () => {
  for (const theme of THEMES) {
    for (const size of ["wide", "narrow"]) {
      const { page, troubles, close } = await openForm({ theme, size });
      assert.equal(await page.getByText(POOL).count(), 0);
      await rated(page).check();
      await page.getByText(`in the pool ${POOL}. It cannot be taken back`).waitFor();
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await seriousFindings(page), []);
      assert.deepEqual(troubles, []);
      await close();
    }
  }
});

test("a rated game and its rematch count among people and bots", { skip: !isKept }, async () => {
  const { page, troubles, close } = await openForm();
  await page.getByLabel("Against").selectOption("random");
  await rated(page).check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  for (let game = 0; game < 2; ++game) {
    await setUp(page);
    await resign(page);
    if (game === 0) await page.getByRole("button", { name: "Play again, sides changed" }).click();
  }
  await visit(page, site, `#/leaderboards/${encodeURIComponent(POOL)}`);
  await page.reload();
  const row = page.locator("tbody tr", { has: page.getByRole("link", { name: "person", exact: true }) });
  await row.getByText("0/0/2").waitFor();
  await page.getByText("Rated here are challenges").waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

test("an owner who cancels a rated challenge is told that running games go on", { skip: !isKept }, async () => {
  const { page, troubles, close } = await openForm();
  await page.getByLabel("Against").selectOption("random");
  await rated(page).check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await setUp(page);
  const account = await page.context().newPage();
  await visit(account, site, "#/account");
  await part(account, "Challenges");
  await account.getByRole("button", { name: /^Cancel/ }).click();
  await account.getByText("its games that are being played are played to their end").waitFor();
  await account.getByRole("button", { name: /^Yes/ }).click();
  await account.getByText(/No other game of .* begins\./).waitFor();
  await resign(page);
  await account.getByText("No challenge is under way.").waitFor();
  assert.deepEqual(troubles, []);
  await close();
});
