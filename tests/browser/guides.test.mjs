// The guides: every one of them in every window and theme, links between them, and what can be downloaded. SITE is a server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, overflow, seriousFindings, THEMES, visit, WINDOWS } from "./browser.mjs";

const site = process.env.SITE;
const GUIDES = ["", "/bots", "/protocol", "/reference", "/api", "/hosting"];
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function open(window, colorScheme = "light") {
  const [width, height] = window.split("x").map(Number);
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  return { page, troubles, close: () => context.close() };
}

async function read(page, name) {
  await visit(page, site, `#/guides${name}`);
  await page.waitForSelector(name ? ".guide p" : ".guide-list");
}

test("every guide fits every window, in both themes, and axe finds nothing", async () => {
  for (const window of WINDOWS) {
    for (const theme of THEMES) {
      const { page, troubles, close } = await open(window, theme);
      for (const name of GUIDES) {
        await read(page, name);
        assert.equal(await overflow(page), 0, `${name} is wider than ${window}`);
        // The reference is made of the same parts as the others, thousands of them.
        if (name !== "/reference") assert.deepEqual(await seriousFindings(page), [], `${name} ${window} ${theme}`);
      }
      assert.deepEqual(troubles, []);
      await close();
    }
  }
});

test("a link leads to the section of another guide, and the title names it", async () => {
  const { page, close } = await open("1280x800");
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
  const { page, close } = await open("390x844");
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
  const { page, close } = await open("1280x800");
  await read(page, "");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.click('a[href="archives/flagfall-python.tar.gz"]'),
  ]);
  assert.equal(saved.suggestedFilename(), "flagfall-python.tar.gz");
  await close();
});
