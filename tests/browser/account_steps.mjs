// What the tests of the account's pages have in common: how one signs in there, and finds one's way.
import assert from "node:assert/strict";
import { openPage, visit } from "./browser.mjs";

const { SITE: site } = process.env;
const SECRET = /^fft_[A-Za-z0-9_-]{43}$/;

export const account = (page) => page.locator(".account-link");
export const section = (page, title) =>
  page.locator("section.section", { has: page.locator(`h2:text-is("${title}")`) });
// The entry of a list with this title.
export const entry = (page, title) =>
  page.locator(".entries > li", { has: page.locator(`h3:has-text("${title}")`) }).first();

export async function signIn(page, token) {
  await visit(page, site, "#/account");
  await page.getByLabel("Your token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signedIn(browser, options, token, name) {
  const opened = await openPage(browser, { site, ...options });
  await signIn(opened.page, token);
  await opened.page.locator(".account-who", { hasText: name }).waitFor();
  return opened;
}

export async function part(page, title) {
  await page.locator("main .tabs a", { hasText: title }).click();
  await page.locator("main .tabs a[aria-current]", { hasText: title }).waitFor();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
}

export async function field(scope, label, value) {
  await scope.getByLabel(label, { exact: true }).fill(value);
}

// The secret that is shown, and that it is gone once one has it.
export async function takeSecret(page, of) {
  const shown = page.getByRole("group", { name: `Token of ${of}` });
  await page.waitForFunction(() => document.activeElement.matches(".secret"));
  const secret = await shown.getByLabel(`The token of ${of}`).inputValue();
  assert.match(secret, SECRET);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await shown.getByRole("button", { name: "Copy" }).click();
  await shown.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  await shown.getByRole("button", { name: "I have it" }).click();
  await shown.waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(secret));
  return secret;
}
