// How people come to an account, and what hosts and owners have there beside it: links, invitations, webhooks, workers. SITE is
// a server, whose owner ann and host zoe have the tokens ANN and ZOE, with a worker `attic` that is suspected.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { entry, field, part, section, signedIn, takeSecret } from "./account_steps.mjs";
import { launch, openPage, seriousFindings } from "./browser.mjs";

const { SITE: site, ANN: ann, ZOE: zoe } = process.env;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("a host trusts a worker again that was suspected", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, zoe, "zoe, host");
  await part(page, "Workers");
  const attic = entry(page, "attic");
  assert.match(await attic.innerText(), /gets no games.*a record of its did not verify/s);
  await attic.getByRole("button", { name: "Trust" }).click();
  await attic.getByRole("button", { name: "No", exact: true }).click();
  await attic.getByText("gets no games").waitFor();
  await attic.getByRole("button", { name: "Trust" }).click();
  await attic.getByRole("button", { name: "Yes, trust" }).click();
  await attic.getByText("gets games", { exact: true }).waitFor();
  assert.equal(await attic.getByRole("button", { name: "Trust" }).count(), 0);
  assert.match(await attic.innerText(), /Trusted/);
  assert.deepEqual(troubles, []);
  await close();
});

test("a link signs another browser in, once, and not before a button is pressed", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Tokens");
  await page.getByRole("button", { name: "Make a sign-in link" }).click();
  const link = await page.getByRole("group", { name: "Link of ann" }).getByLabel("The link of ann").inputValue();
  assert.match(link, /#\/link\/ffl_[\w-]{43}$/);
  await close();
  const other = await openPage(browser, { site });
  const asked = [];
  other.page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  await other.page.goto(link);
  await other.page.getByRole("button", { name: "Sign in here" }).waitFor();
  assert.deepEqual(
    asked.filter((one) => one.startsWith("POST") || one.includes("ffl_")),
    [],
    "to look at the link uses nothing up, and tells its secret to nobody",
  );
  assert.deepEqual(await seriousFindings(other.page), []);
  await other.page.getByRole("button", { name: "Sign in here" }).click();
  await other.page.locator(".account-who", { hasText: "ann, owner" }).waitFor();
  assert.ok(!other.page.url().includes("ffl_"));
  assert.deepEqual(other.troubles, []);
  await other.page.goto(link);
  await other.page.getByText("You are signed in as ann").waitFor();
  await other.page.getByRole("button", { name: "Sign in here" }).click();
  assert.match(await other.page.getByRole("alert").innerText(), /signs nobody in/);
  await other.close();
  assert.deepEqual(troubles, []);
});

test("where a network carries it in the clear no secret is asked for", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await page.addInitScript(() => Object.defineProperty(globalThis, "isSecureContext", { value: false }));
  for (const hash of ["#/account", "#/play", `#/register/ffi_${"x".repeat(22)}`, `#/link/ffl_${"x".repeat(43)}`]) {
    await page.goto(site + hash);
    await page.getByText("Nobody can sign in at this address").waitFor();
    assert.equal(await page.locator("main input").count(), 0, hash);
    assert.equal(await page.locator("main button").count(), 0, hash);
  }
  assert.deepEqual(troubles, []);
  await close();
});

test("a visitor registers by a host's invitation", async () => {
  const host = await signedIn(browser, {}, zoe, "zoe, host");
  await part(host.page, "Users");
  const make = section(host.page, "A new invitation");
  await field(make, "For whom it is", "course");
  await make.getByRole("button", { name: "Invite" }).click();
  const link = await host.page.getByRole("group", { name: "Link of the new invitation" }).locator("input").inputValue();
  const visitor = await openPage(browser, { site });
  await visitor.page.goto(link);
  const name = visitor.page.getByLabel("Your name here");
  for (const [text, isRight] of [
    ["my bot", false],
    ["my-bot_2.0", true],
  ]) {
    await name.fill(text);
    // A pattern that the browser cannot read lets everything through.
    assert.equal(await name.evaluate((input) => input.checkValidity()), isRight, text);
  }
  await field(visitor.page, "Your name here", "eve");
  assert.deepEqual(await seriousFindings(visitor.page), []);
  await visitor.page.getByRole("button", { name: "Register" }).click();
  await visitor.page.getByRole("group", { name: "Token of eve" }).waitFor();
  await takeSecret(visitor.page, "eve");
  assert.ok(!visitor.page.url().includes("ffi_"));
  await visitor.page.getByRole("link", { name: "To your account" }).click();
  await visitor.page.locator(".account-who", { hasText: "eve, owner" }).waitFor();
  assert.deepEqual(visitor.troubles, []);
  await visitor.close();
  const late = await openPage(browser, { site });
  await late.page.goto(link);
  await field(late.page, "Your name here", "frank");
  await late.page.getByRole("button", { name: "Register" }).click();
  assert.match(await late.page.getByRole("alert").innerText(), /used up/);
  await late.close();
  await host.page.reload();
  await host.page.locator(".account-who").waitFor();
  await part(host.page, "Users");
  assert.match(await entry(host.page, "eve").innerText(), /Came by\s+invitation 1 course/);
  await host.page.getByText("Used up, expired or revoked (1)").waitFor();
  assert.deepEqual(host.troubles, []);
  await host.close();
});

test("an owner registers a webhook, tests it and removes it", async () => {
  const { page, troubles, close } = await signedIn(browser, {}, ann, "ann");
  await part(page, "Webhooks");
  const make = section(page, "A new webhook");
  await field(make, "Address", "https://hooks.invalid/flagfall");
  await make.getByLabel("A tournament is over").uncheck();
  await make.getByRole("button", { name: "Register it" }).click();
  const shown = page.getByRole("group", { name: "Signing secret of the new webhook" });
  assert.match(await shown.locator("input").inputValue(), /^whsec_/);
  await shown.getByRole("button", { name: "I have it" }).click();
  const hook = entry(page, "Webhook 1");
  assert.match(await hook.innerText(), /Reports\s+game, check/);
  await hook.getByRole("button", { name: "Test" }).click();
  // Nobody answers there.
  await hook.locator(".entries > li", { hasText: "Trouble" }).waitFor({ timeout: 60_000 });
  assert.deepEqual(await seriousFindings(page), []);
  await hook.getByRole("button", { name: "Remove" }).click();
  await hook.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("There is none.").waitFor();
  assert.deepEqual(troubles, []);
  await field(make, "Address", "https://127.0.0.1/");
  await make.getByRole("button", { name: "Register it" }).click();
  assert.match(await make.getByRole("alert").innerText(), /the internet reaches/);
  await close();
});
