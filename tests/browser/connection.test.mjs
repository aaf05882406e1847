// A page that loses its server says so, and says when it is back; so does one whose code does not come. SITE says where the
// server is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, visit } from "./browser.mjs";
import { openRelay } from "./relay.mjs";

const site = new URL(process.env.SITE);
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("a lost connection is told, and that it is back", async (t) => {
  const relay = await openRelay(site);
  // A test that fails must still end.
  t.after(() => relay.cut());
  const page = await browser.newPage();
  await visit(page, relay.address, "#/status");
  const note = page.locator(".connection");
  assert.equal(await note.textContent(), "");
  await relay.cut();
  await page.waitForSelector(".connection.lost:has-text('The connection is lost')");
  assert.match(await page.textContent("main"), /Plies a second/, "what was known stays");
  await relay.mend();
  await page.waitForSelector(".connection.back:has-text('The connection is back')");
  await page.waitForSelector(".connection:not(.back):not(.lost)", { state: "attached" });
  assert.equal(await note.textContent(), "");
  await page.close();
});

test("code that does not come is told, and asked for again", async () => {
  const page = await browser.newPage();
  await visit(page, site.href, "#/status");
  const code = "**/assets/rules_page-*.js";
  await page.route(code, (route) => route.abort());
  await page.click('nav a[href="#/rules"]');
  await page.waitForSelector("[role=alert]:has-text('did not come')");
  assert.equal(await page.locator(".loading").count(), 0);
  await page.unroute(code);
  await page.evaluate(() => (globalThis.stillHere = true));
  await page.click("button:has-text('Try again')");
  await page.waitForSelector("h1:has-text('Rules')");
  assert.ok(await page.evaluate(() => globalThis.stillHere), "the page need not be loaded anew");
  await page.close();
});

test("a page whose code is gone, since the site was made anew, is loaded anew", async () => {
  const page = await browser.newPage();
  await visit(page, site.href, "#/status");
  let asked = 0;
  await page.route("**/assets/rules_page-*.js", (route) =>
    ++asked <= 2 ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  await page.click('nav a[href="#/rules"]');
  await page.click("button:has-text('Try again')");
  await page.waitForSelector("h1:has-text('Rules')");
  assert.match(page.url(), /#\/rules$/);
  await page.close();
});
