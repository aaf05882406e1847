// The account's pages: what an owner and a host do there. SITE is a server, whose owner ann, host zoe and worker wally have the
// tokens ANN, ZOE and WALLY. ann has submitted the bot `sent`; `stroller`, the host's, waits on the file PLAY_ON with every ply.
// ARCHIVE is the packed bot `dropped`.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { account, entry, field, part, section, signedIn, signIn, takeSecret } from "./account_steps.mjs";
import { launch, openPage, overflow, resizeTo, seriousFindings, THEMES, visit, WINDOWS } from "./browser.mjs";

const { SITE: site, ANN: ann, ZOE: zoe, WALLY: wally } = process.env;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("who shows a token that is none is told so, and who shows a right one is in", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.method() === "GET" && /\/account\//.test(request.url()))));
  await visit(page, site, "#/");
  await page.locator(".account-link", { hasText: "Sign in" }).click();
  await page.getByLabel("Your token").fill(`fft_${"x".repeat(43)}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /token/);
  // The browser itself notes that the server said no.
  assert.ok(
    troubles.every((line) => line.includes("401")),
    troubles.join("\n"),
  );
  troubles.length = 0;
  await page.getByLabel("Your token").fill(ann);
  await page.keyboard.press("Enter");
  await page.locator(".account-who", { hasText: "ann, owner" }).waitFor();
  assert.match(await account(page).innerText(), /ann$/);
  for (const hash of ["#/bots", "#/play", "#/account"]) await visit(page, site, hash);
  assert.equal(asked, 1, "who is signed in is asked for once");
  assert.deepEqual(await page.locator("main .tabs a").allInnerTexts(), [
    "Bots",
    "Submissions",
    "Challenges",
    "Tokens",
    "Webhooks",
  ]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are not signed in any more.").waitFor();
  assert.equal(await account(page).innerText(), "Sign in");
  assert.deepEqual(troubles, []);
  await close();
});

test("an owner makes a remote bot, whose token is shown once, and says what becomes of it", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  const make = section(page, "A new remote bot");
  await field(make, "Name", "dialer");
  await make.getByLabel("barrage").check();
  await make.getByRole("button", { name: "Make the bot" }).click();
  await page.getByRole("group", { name: "Token of dialer" }).waitFor();
  const first = await takeSecret(page, "dialer");
  const dialer = entry(page, "dialer");
  await dialer.getByRole("button", { name: "Allow challenges" }).click();
  await dialer.getByText("takes challenges").waitFor();
  // Who changes one's mind is left where one was.
  await dialer.getByRole("button", { name: "New token" }).click();
  await page.keyboard.press("Escape");
  await dialer.locator(".asked").waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => document.activeElement.textContent), /New token/);
  await page.keyboard.press("Enter");
  await dialer.getByRole("button", { name: "Yes, new token" }).click();
  await page.getByRole("group", { name: "Token of dialer" }).waitFor();
  assert.notEqual(await takeSecret(page, "dialer"), first);
  await dialer.getByRole("button", { name: "Suspend" }).click();
  await page.keyboard.type("a rest");
  await page.keyboard.press("Enter");
  await dialer.getByText("a rest").waitFor();
  await dialer.getByRole("button", { name: "Resume" }).click();
  await dialer.getByText("ready").waitFor();
  await dialer.getByRole("button", { name: "Retire" }).click();
  await page.keyboard.type("it is old");
  await page.keyboard.press("Enter");
  await dialer.getByText("Retire it?").waitFor();
  await dialer.getByRole("button", { name: "Yes, retire" }).click();
  await dialer.getByText("it is old").waitFor();
  assert.deepEqual(troubles, []);
  await close();
});

test("an owner reads what became of a submission, and why something was refused", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Submissions");
  const sent = entry(page, "sent@1");
  assert.match(await sent.innerText(), /received \d.*checking manifest after .*ready after \d/s);
  await sent.getByRole("button", { name: "Build and check log" }).click();
  await sent.locator("pre.log").waitFor();
  await part(page, "Bots");
  const bot = entry(page, "sent@1");
  await bot.getByRole("button", { name: "Logs" }).click();
  await bot.locator("pre.log").waitFor();
  assert.deepEqual(troubles, []);
  await field(bot, "A game, as its page names it", "999-1");
  await bot.getByRole("button", { name: "Show its log" }).click();
  assert.match(await bot.getByRole("alert").innerText(), /999/);
  await close();
});

test("an owner drops a packed bot onto the page, and sees it checked", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Submissions");
  const archive = readFileSync(process.env.ARCHIVE).toString("base64");
  // As a browser does it whose user lets go of a file there.
  const files = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    const raw = Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0));
    transfer.items.add(new File([raw], "dropped.tar.gz"));
    return transfer;
  }, archive);
  await page.locator(".drop").dispatchEvent("drop", { dataTransfer: files });
  await entry(page, "dropped@1").locator(".badge", { hasText: "ready" }).waitFor({ timeout: 120_000 });
  // What is no archive says so by its submission; what is too large is not sent.
  await page
    .locator(".drop input")
    .setInputFiles({ name: "notes.tar", mimeType: "", buffer: Buffer.from("no archive") });
  await page.locator(".entries > li .badge", { hasText: "failed" }).first().waitFor({ timeout: 120_000 });
  await page
    .locator(".drop input")
    .setInputFiles({ name: "huge.tar", mimeType: "", buffer: Buffer.alloc((16 << 20) + 1) });
  assert.match(await page.locator(".drop").getByRole("alert").innerText(), /huge\.tar has more than 16 MiB/);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(troubles, []);
  await close();
});

test("an owner starts a challenge and cancels it", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Challenges");
  const make = section(page, "A new challenge");
  await make.getByRole("combobox", { name: "Game", exact: true }).selectOption("barrage");
  await make.getByRole("combobox", { name: "Your bot" }).selectOption("sent@1");
  await make.getByRole("combobox", { name: "Against" }).selectOption("stroller");
  await field(make, "Seconds for a game + for each ply", "60+1");
  await make.getByRole("button", { name: "Challenge" }).click();
  const made = make.getByRole("status").getByRole("link");
  await made.waitFor();
  const name = await made.innerText();
  assert.match(await made.getAttribute("href"), /^#\/tournaments\/\d+$/);
  await entry(page, name).getByRole("button", { name: "Cancel" }).click();
  await entry(page, name).getByRole("button", { name: "Yes, cancel" }).click();
  await page.getByText("No challenge is under way.").waitFor();
  await made.click();
  await page.locator(".heading .badge", { hasText: "cancelled" }).waitFor();
  assert.deepEqual(troubles, []);
  await close();
});

test("who revokes the token of the session is signed out", async () => {
  const { page, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Tokens");
  const make = section(page, "A new token for yourself");
  await field(make, "What it is for", "a walk");
  await make.getByRole("button", { name: "Make a token" }).click();
  await page.getByRole("group", { name: "Token of ann" }).waitFor();
  const secret = await takeSecret(page, "ann");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are not signed in any more.").waitFor();
  await signIn(page, secret);
  await page.locator(".account-who").waitFor();
  await part(page, "Tokens");
  const walk = page.locator(".entries > li", { hasText: "a walk" });
  await walk.getByRole("button", { name: "Revoke" }).click();
  await walk.getByRole("button", { name: "Yes, revoke" }).click();
  await page.getByText("You are not signed in any more.").waitFor();
  assert.equal(await account(page).innerText(), "Sign in");
  await close();
});

async function aGameRuns() {
  while (!(await (await fetch(`${site}api/v1/status`)).json()).games?.length)
    await new Promise((done) => setTimeout(done, 200));
}

test("a host makes a tournament, pauses it, cancels it and has it go on", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, zoe, "zoe, host");
  await part(page, "Tournaments");
  const make = section(page, "A new tournament");
  await field(make, "Name (may be empty)", "evening");
  await make.getByRole("combobox", { name: "Game", exact: true }).selectOption("barrage");
  await field(make, "Games a pairing", "40");
  await field(make, "Seconds for a game + for each ply", "60+1");
  for (const bot of ["random", "stroller"]) await make.getByLabel(bot, { exact: true }).check();
  await make.getByRole("button", { name: "Make the tournament" }).click();
  await make.getByRole("status").waitFor();
  const evening = entry(page, "evening");
  await aGameRuns();
  await evening.getByRole("button", { name: "Pause" }).click();
  await evening.getByText("paused").waitFor();
  assert.deepEqual(troubles, []);
  // What the server refuses stands where it was asked for.
  await evening.getByRole("button", { name: "Resume" }).click();
  assert.match(await evening.getByRole("alert").innerText(), /are still being played\.$/);
  const cancel = async () => {
    await evening.getByRole("button", { name: "Cancel" }).click();
    assert.match(await evening.locator(".asked").innerText(), /would be dropped/);
    await evening.getByRole("button", { name: "Yes, cancel" }).click();
    await page.getByText("No tournament is under way.").waitFor();
  };
  await cancel();
  await page.getByText("Stopped or cancelled").click();
  await evening.getByText("cancelled", { exact: true }).waitFor();
  await evening.getByRole("button", { name: "Resume" }).click();
  await evening.getByRole("button", { name: "Pause" }).waitFor();
  await cancel();
  await close();
});

test("a host adds a user, gives out a token, and removes the user", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, zoe, "zoe, host");
  await part(page, "Users");
  await field(section(page, "A new user"), "Name", "ben");
  await page.getByRole("button", { name: "Add the user" }).click();
  const ben = entry(page, "ben");
  await ben.getByRole("button", { name: "New token" }).click();
  await field(ben, "What it is for", "ben himself");
  await ben.getByRole("button", { name: "Make a token" }).click();
  await page.getByRole("group", { name: "Token of ben" }).waitFor();
  await takeSecret(page, "ben");
  await ben.getByRole("button", { name: "Remove" }).click();
  await ben.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Removed (1)").waitFor();
  assert.deepEqual(troubles, []);
  await close();
});

test("a host sees the workers, whose own user has nothing to do here", async () => {
  const host = await signedIn(browser, {}, zoe, "zoe, host");
  await part(host.page, "Workers");
  assert.match(await entry(host.page, "cellar").innerText(), /gets games\s+User\s+wally\s+Games\s+0/);
  assert.deepEqual(host.troubles, []);
  await host.close();
  const worker = await signedIn(browser, {}, wally, "wally, worker");
  await worker.page.getByText("There is nothing to do here.").waitFor();
  assert.equal(await worker.page.locator("main .tabs").count(), 0);
  assert.deepEqual(worker.troubles, []);
  await worker.close();
});

test("every part, in both themes and every window", async () => {
  for (const theme of THEMES) {
    const { page, troubles, close } = await signedIn(browser, { theme }, zoe, "zoe");
    for (const title of await page.locator("main .tabs a").allInnerTexts()) {
      await part(page, title);
      assert.match(await page.title(), new RegExp(`^${title} · Your account · `));
      // All that opens.
      await page.$$eval(".entry-actions [aria-expanded='false']", (buttons) => buttons.forEach((one) => one.click()));
      await page.waitForFunction(() => document.querySelector(".loading") === null);
      for (const window of WINDOWS) {
        await resizeTo(page, window);
        assert.deepEqual(await seriousFindings(page), [], `${title}, ${window}, ${theme}`);
        assert.equal(await overflow(page), 0, `${title}, ${window}`);
      }
    }
    assert.deepEqual(troubles, []);
    await close();
  }
  writeFileSync(process.env.PLAY_ON, "");
});
