// A game in a frame of a page of another site. SITE is a server; the other site is served here.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, openPage, overflow, seriousFindings, visit } from "./browser.mjs";

const site = process.env.SITE;
let browser, other, code;
before(async () => {
  browser = await launch();
  other = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(`<!doctype html><html lang="en"><title>Other</title><body>${code}</body></html>`);
  }).listen(0, "127.0.0.1");
});
after(async () => {
  await browser.close();
  other.close();
});

// The code that the game's page gives for a position.
async function codeOf(page, game, query) {
  await visit(page, site, `#/games/${game}?${query}`);
  await page.click(".share-parts summary");
  return page.inputValue(".share-parts input");
}

test("another site's page shows the game in a frame, from the code of the game's page", async () => {
  const { page, troubles, close } = await openPage(browser, {});
  code = await codeOf(page, "1-1", "ply=4&view=red");
  assert.match(code, /^<iframe src="[^"]+\/embed\/game\/1-1\?ply=4&amp;view=red"/);
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  const frame = page.frameLocator("iframe");
  await frame.locator(".board").waitFor();
  assert.equal(await frame.locator(".slider").inputValue(), "4");
  assert.ok((await frame.locator(".piece.blue.unknown").count()) > 0, "Red's view does not show Blue's pieces");
  assert.equal(await frame.locator(".piece.red.unknown").count(), 0);
  await frame.getByRole("button", { name: "One step on" }).click();
  assert.equal(await frame.locator(".slider").inputValue(), "5");
  assert.equal(await frame.locator("header, nav").count(), 0);
  assert.match(await frame.locator(".embed-source a").getAttribute("href"), /#\/games\/1-1\?ply=5&view=red$/);
  assert.deepEqual(troubles, []);
  await close();
});

test("the page for frames stands alone too, keeps nothing, and fits", async () => {
  for (const game of ["1-1", "2-1", "3-1", "4-1"]) {
    const { page, troubles, close } = await openPage(browser, { size: "narrow", theme: "dark", site });
    await page.goto(`${site}embed/game/${game}`);
    await page.waitForSelector(".embedded .slider");
    assert.equal(await overflow(page), 0, game);
    assert.deepEqual(await seriousFindings(page), [], game);
    assert.equal(
      await page.evaluate(() => document.cookie + Object.keys(localStorage) + Object.keys(sessionStorage)),
      "",
    );
    assert.match(await page.getAttribute('meta[property="og:title"]', "content"), / against /);
    assert.deepEqual(troubles, [], game);
    await close();
  }
});

test("no other page can be put into a frame", async () => {
  const { page, close } = await openPage(browser, {});
  code = `<iframe src="${site}"></iframe>`;
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.frameLocator("iframe").locator("header").count(), 0);
  await close();
});

test("a picture of a position can be shown by another site", async () => {
  const { page, troubles, close } = await openPage(browser, {});
  code = `<img alt="" src="${site}api/v1/games/1-1/picture?ply=4">`;
  await page.goto(`http://127.0.0.1:${other.address().port}/`);
  await page.waitForFunction(() => document.querySelector("img").naturalWidth > 0);
  assert.deepEqual(troubles, []);
  await close();
});
