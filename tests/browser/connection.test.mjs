// A page that loses its server says so, and says when it is back. SITE says where the server is.
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
