// Every page of a site, in both themes and every window: nothing on the console, no request that fails or leaves the site,
// nothing wider than the window, words in place of the names of enums, no serious finding of axe-core. SITE says where it is, as in http://127.0.0.1:8080/.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, overflow, resizeTo, seriousFindings, THEMES, visit, WINDOWS } from "./browser.mjs";

const site = process.env.SITE;
// As in RESULT_RED_WINS.
const ENUM_NAME = /[A-Z]{2,}_[A-Z_]+/;
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// The links of a page, by their beginnings.
async function linksOn(page, hash, start) {
  await visit(page, site, hash);
  const found = await page.$$eval("main a[href]", (links) => links.map((link) => link.getAttribute("href")));
  return [...new Set(found.filter((href) => href.startsWith(start)))];
}

// All pages that a visitor can come to: of games one for each ruleset, of tournaments all parts of each.
async function allPages(page) {
  const pools = await linksOn(page, "#/", "#/leaderboards/");
  const tournaments = await linksOn(page, "#/tournaments", "#/tournaments/");
  const bots = await linksOn(page, "#/bots", "#/bots/");
  const [against] = await linksOn(page, "#/bots/random", "#/bots/random/against/");
  const rules = await (await visit(page, site, "#/rules"),
  page.$$eval(".tabs a", (links) => links.map((link) => link.getAttribute("href"))));
  const games = [];
  for (const rule of rules)
    games.push(...(await linksOn(page, `#/games?ruleset=${rule.split("/").pop()}`, "#/games/")).slice(0, 1));
  const parts = [];
  for (const tournament of tournaments) {
    await visit(page, site, tournament);
    for (const tab of await page.locator("main nav.tabs button").all()) {
      await tab.click();
      parts.push(await page.evaluate(() => location.hash));
    }
  }
  for (const view of ["standings", "crosstable", "bracket", "rounds", "match", "about"])
    assert.ok(
      parts.some((part) => part.endsWith(`show=${view}`)),
      `no tournament has a part ${view}`,
    );
  const views = games.flatMap((game) =>
    ["red", "blue", "spectator", "all"].map((view) => `${game}?view=${view}&step=3&ply=3`),
  );
  return [
    "#/",
    ...pools,
    ...pools.flatMap((pool) => ["alpha", "nash", "residuals"].map((rank) => `${pool}?rank=${rank}`)),
    "#/tournaments",
    ...parts,
    "#/games",
    ...views,
    "#/bots",
    ...bots,
    ...bots.map((bot) => `${bot}/set-ups`),
    against,
    ...rules,
    "#/guides",
    ...(await linksOn(page, "#/guides", "#/guides/")),
    "#/submit",
    "#/status",
    "#/no-such-page",
  ];
}

for (const theme of THEMES) {
  test(`all pages in every window, ${theme}`, async () => {
    const { page, troubles, close } = await openPage(browser, { theme, site });
    for (const hash of await allPages(page)) {
      await visit(page, site, hash);
      for (const window of WINDOWS) {
        await resizeTo(page, window);
        assert.deepEqual(await seriousFindings(page), [], `${hash} ${window}`);
        assert.equal(await overflow(page), 0, `${hash} is wider than ${window}`);
        // Guides are for those who write programs.
        if (!hash.startsWith("#/guides/"))
          assert.doesNotMatch(await page.innerText("main"), ENUM_NAME, `${hash} shows a name that is for programs`);
      }
      assert.deepEqual(troubles, [], hash);
    }
    await close();
  });
}

test("no page is wider than its window where the browser's text is twice as large", async () => {
  const large = await launch({ textPercent: 200 });
  const { page, close } = await openPage(large, { site });
  for (const hash of await allPages(page)) {
    await visit(page, site, hash);
    for (const window of ["390x844", "768x1024", "1280x800"]) {
      await resizeTo(page, window);
      assert.equal(await overflow(page), 0, `${hash} is wider than ${window}`);
    }
  }
  await close();
  await large.close();
});

test("a round of a Swiss is asked for once", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  const tournaments = await linksOn(page, "#/tournaments", "#/tournaments/");
  const asked = [];
  page.on("request", (request) => /rounds\/\d+/.test(request.url()) && asked.push(request.url()));
  for (const hash of tournaments) await visit(page, site, `${hash}?show=rounds`);
  assert.ok(asked.length > 0);
  assert.deepEqual(asked, [...new Set(asked)]);
  assert.deepEqual(troubles, []);
  await close();
});

test("a tournament's settings tell when it changed, and not that its last game was then", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/tournaments/1?show=about");
  const terms = await page.locator("section .facts dt").allTextContents();
  assert.ok(terms.includes("Last changed") && !terms.includes("Last game"), terms.join());
  await close();
});

test("a telephone shows whole tables of bots and of standings", async () => {
  const { page, troubles, close } = await openPage(browser, { size: "narrow", site });
  await visit(page, site, "#/tournaments");
  const tournaments = await page.$$eval("tbody a", (links) => links.map((link) => link.getAttribute("href")));
  let whole = 0;
  for (const hash of ["#/bots", ...tournaments.filter((href) => href.startsWith("#/tournaments/"))]) {
    await visit(page, site, hash);
    const widths = await page.$$eval('.scroll[aria-label="Bots"], .scroll[aria-label="Standings"]', (tables) =>
      tables.map((each) => each.scrollWidth - each.clientWidth),
    );
    for (const tooWide of widths) assert.equal(tooWide, 0, hash);
    whole += widths.length;
  }
  assert.ok(whole >= 2, `${whole} tables`);
  await visit(page, site, "#/bots");
  const row = page.locator("tbody tr:has-text('random') + tr.below");
  assert.match(await row.first().innerText(), /^Plays: classic, battle/);
  assert.deepEqual(troubles, []);
  await close();
});

test("the theme can be changed, and is kept", async () => {
  const { page, close } = await openPage(browser, { theme: "light", site });
  await visit(page, site, "#/");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.click(".theme");
  await page.click(".theme");
  assert.notEqual(await background(), light);
  const dark = await background();
  await page.reload();
  await page.waitForSelector("h1");
  assert.equal(await background(), dark);
  await close();
});

test("who comes to another page by keyboard is at its heading", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/");
  await page.focus('nav a[href="#/rules"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "page-heading" && document.title.startsWith("Rules"));
  // The heading of a game comes with the game.
  await visit(page, site, "#/games");
  await page.focus('tbody a[href^="#/games/"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "page-heading" && /^#\/games\/./.test(location.hash));
  await close();
});

test("a leaderboard sorts, searches, and says so in its address", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/");
  await page.click('main a[href^="#/leaderboards/"]');
  await page.waitForSelector("table");
  const names = () => page.$$eval("tbody .bot", (links) => links.map((link) => link.textContent));
  const all = await names();
  await page.click('th button:has-text("Bot")');
  await page.waitForFunction(() => location.hash.includes("sort=bot"));
  assert.deepEqual(await names(), [...all].sort(new Intl.Collator("en", { numeric: true }).compare));
  assert.equal(await page.getAttribute('th:has-text("Bot")', "aria-sort"), "ascending");
  await page.fill('input[type="search"]', all[0]);
  await page.waitForFunction(
    (name) => [...document.querySelectorAll("tbody .bot")].every((link) => link.textContent.includes(name)),
    all[0],
  );
  await page.reload();
  await page.waitForSelector("table");
  assert.ok((await names()).every((name) => name.includes(all[0])));
  await close();
});

test("a leaderboard has other rankings, and who beats whom", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/leaderboards/barrage");
  const shown = { "Alpha-rank": "Share", "Nash averaging": "Share", "Against expectations": "Adj. p" };
  for (const [ranking, heading] of Object.entries(shown)) {
    await page.click(`nav[aria-label="Rankings"] a:has-text("${ranking}")`);
    await page.waitForSelector(`th:has-text("${heading}")`);
    assert.equal(await page.textContent('nav[aria-label="Rankings"] [aria-current]'), ranking);
    await page.waitForFunction((words) => document.querySelector("main")?.textContent.includes(words), ranking);
  }
  const first = await page.textContent("tbody .bot");
  await page.fill('input[type="search"]', first);
  await page.waitForFunction(
    (name) => [...document.querySelectorAll("tbody tr")].every((row) => row.textContent.includes(name)),
    first,
  );
  await page.click('nav[aria-label="Rankings"] a:has-text("Rating")');
  await page.waitForSelector('th:has-text("Running Elo")');
  await close();
});

test("games are filtered by what their page lets one choose", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/games");
  const bot = await page.$$eval("tbody .bot", (links) => links[0].textContent);
  await page.getByLabel("Bot", { exact: true }).fill(bot);
  await page.waitForFunction(() => location.hash.includes("bot="));
  await page.waitForFunction(
    (name) => [...document.querySelectorAll("tbody tr")].every((row) => row.textContent.includes(name)),
    bot,
  );
  await page.getByLabel("Result").selectOption("RESULT_BLUE_WINS");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("tbody tr")].every((row) => row.textContent.includes("0–1")),
  );
  await page.getByLabel("Plies, at least").fill("999999");
  await page.waitForSelector("text=No games fit.");
  await close();
});
