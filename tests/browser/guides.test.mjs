// The guides: links between them, and what can be downloaded. That they fit every window is tested with all other pages. SITE is
// a server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, visit } from "./browser.mjs";

const site = process.env.SITE;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function read(page, name) {
  await visit(page, site, `#/guides${name}`);
  await page.waitForSelector(name ? ".guide p" : ".guide-list");
}

test("a link leads to the section of another guide, and the title names it", async () => {
  const { page, close } = await openPage(browser, { site });
  await read(page, "/bots");
  await page.click('.guide a[href="#/guides/protocol/what-goes-wrong"]');
  await page.waitForFunction(() => document.activeElement?.id === "guide-what-goes-wrong");
  assert.match(await page.title(), /^What goes wrong · The bot protocol · /);
  const top = await page.evaluate(() => document.activeElement.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 200, `the section is at ${top}`);
  await page.goBack();
  await page.waitForFunction(
    () => document.title.startsWith("The bot author’s guide") || document.title.startsWith("The bot author's guide"),
  );
  await close();
});

test("a bot to begin with can be downloaded", async () => {
  const { page, close } = await openPage(browser, { size: "narrow", site });
  await read(page, "");
  const archives = await page.$$eval("a[download]", (links) => links.map((link) => link.href));
  assert.ok(archives.length >= 2, archives.join());
  for (const archive of archives) {
    const bytes = Buffer.from(await (await fetch(archive)).arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 2)], [0x1f, 0x8b], archive);
  }
  await close();
});

test("a bot to begin with is saved under its name", async () => {
  const { page, close } = await openPage(browser, { site });
  await read(page, "");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.click('a[href="archives/flagfall-python.tar.gz"]'),
  ]);
  assert.equal(saved.suggestedFilename(), "flagfall-python.tar.gz");
  await close();
});
