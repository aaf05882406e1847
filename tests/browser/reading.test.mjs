// Tables, plots, titles, filters and paper: what helps to read a site and to find one's way in it. SITE says where it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, resizeTo, visit, WINDOWS } from "./browser.mjs";

const site = process.env.SITE;
const PHONE = { width: 320, height: 568 };
// A4 between its margins, in CSS pixels.
const PAPER = { width: 703, height: 1032 };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function firstLink(page, hash, start) {
  await visit(page, site, hash);
  return page.$$eval(
    "main tbody a",
    (links, wanted) => links.map((link) => link.getAttribute("href")).find((href) => href.startsWith(wanted)),
    start,
  );
}

// The address of the tournament in whose row the text stands.
async function tournamentOf(page, text) {
  await visit(page, site, "#/tournaments");
  return page.$eval(`tbody tr:has-text("${text}") a`, (link) => link.getAttribute("href"));
}

test("a plot says its values under the pointer, and under a finger", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const game = await firstLink(page, "#/games?ruleset=barrage", "#/games/");
  await visit(page, site, `${game}?ply=2`);
  const plot = page.locator('.plot:has-text("Pieces left")');
  await plot.scrollIntoViewIfNeeded();
  await plot.locator("canvas").waitFor();
  const values = await plot.locator(".plot-values").elementHandle();
  // Until the values are those of a ply between the two.
  const says = (first, last) =>
    page.waitForFunction(
      ([line, from, to]) => {
        const ply = Number(/^ply ([\d,]+): /.exec(line.textContent)?.[1].replace(",", ""));
        return ply >= from && ply <= to;
      },
      [values, first, last],
    );
  assert.match(await values.textContent(), /^ply 2: Red \d+, Blue \d+$/);
  const box = await plot.locator(".u-over").boundingBox();
  await page.mouse.move(box.x + 1, box.y + 40);
  await says(0, 1);
  const hand = await context.newCDPSession(page);
  const touch = (type, x) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + 40 }],
    });
  await touch("touchStart", box.x + 4);
  await touch("touchMove", box.x + box.width / 2);
  await touch("touchMove", box.x + box.width - 2);
  const last = Number(await page.$eval(".slider", (slider) => slider.max));
  // A finger at the right edge is within two pixels of the last ply.
  await says(Math.floor(0.95 * last), last);
  await touch("touchEnd", 0);
  await context.close();
});

test("paper shows every plot, in dark colours on white", async () => {
  const { page, troubles, close } = await openPage(browser, { site, theme: "dark" });
  const game = await firstLink(page, "#/games?ruleset=barrage", "#/games/");
  await page.setViewportSize(PHONE);
  await visit(page, site, game);
  assert.equal(await page.locator(".plot canvas").count(), 0, "nothing is in sight yet");
  // The code that draws has come.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /drawn_plot.*js/.test(name)),
  );
  await page.evaluate(() => {
    addEventListener("afterprint", () => {
      globalThis.printed = document.querySelectorAll(".plot canvas").length;
    });
  });
  await page.pdf({ format: "A4" });
  await page.waitForFunction(() => globalThis.printed !== undefined);
  const plots = await page.locator(".plot").count();
  assert.ok(plots >= 3);
  assert.equal(await page.evaluate(() => globalThis.printed), plots);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const stored of ["", "dark"]) {
    await page.evaluate((theme) => (theme ? (document.documentElement.dataset.theme = theme) : 0), stored);
    const [ink, paper] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.color, style.backgroundColor];
    });
    assert.deepEqual([ink, paper], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  }
  assert.deepEqual(troubles, []);
  await close();
});

test("no table is wider than paper", async () => {
  const { page, close } = await openPage(browser, { site });
  const cross = `${await tournamentOf(page, "barrage")}?show=crosstable`;
  const swiss = await tournamentOf(page, "Swiss");
  const ranked = ["nash", "residuals"].map((rank) => `#/leaderboards/barrage?rank=${rank}`);
  for (const hash of ["#/leaderboards/barrage", ...ranked, "#/games", "#/bots", "#/tournaments", cross, swiss]) {
    await page.emulateMedia({ media: "screen" });
    await visit(page, site, hash);
    await page.waitForSelector("table");
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ media: "print" });
    const widths = await page.$$eval("table", (tables) => tables.map((table) => table.getBoundingClientRect().right));
    assert.ok(Math.max(...widths) <= PAPER.width, `${hash}: ${widths}`);
  }
  await close();
});

test("headings stay in sight, sort wherever they are clicked, and stand above their numbers", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/leaderboards/barrage");
  await page.waitForSelector("th.sortable");
  const heading = page.locator("th.sortable", { hasText: "Games" });
  const cell = await heading.boundingBox();
  // At the edge of the cell, far from its text.
  await page.mouse.click(cell.x + 3, cell.y + cell.height - 3);
  await page.waitForFunction(() => location.hash.includes("sort=-games"));
  const edges = await page.evaluate(() => {
    const rightOf = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right;
    };
    const column = [...document.querySelectorAll("thead th")].findIndex((each) => /Games/.test(each.textContent));
    // The arrow, which the last child is where the table is sorted by it, stands at the left.
    const texts = [...document.querySelectorAll("thead th")][column].querySelector("button").childNodes;
    return [rightOf(texts[0]), rightOf(document.querySelectorAll("tbody tr")[0].children[column])];
  });
  assert.ok(Math.abs(edges[0] - edges[1]) < 1.5, `title ends at ${edges[0]}, numbers at ${edges[1]}`);
  await visit(page, site, "#/games");
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await page.waitForFunction(() => scrollY > 100 && document.querySelector("tbody").getBoundingClientRect().top < -50);
  assert.ok((await page.$eval("thead th", (head) => head.getBoundingClientRect().top)) >= -0.5, "the heading is gone");
  await close();
});

test("a crosstable on a telephone shows results, and a cue that there are more", async () => {
  const { page, close } = await openPage(browser, { site });
  const id = await tournamentOf(page, "Swiss");
  await page.setViewportSize(PHONE);
  await visit(page, site, `${id}?show=crosstable`);
  const seen = await page.$$eval(
    "tbody tr:first-child td a",
    (cells) => cells.filter((cell) => cell.getBoundingClientRect().right < 320).length,
  );
  assert.ok(seen >= 2, `${seen} results are in sight`);
  await visit(page, site, "#/leaderboards/duel?sort=games");
  await page.setViewportSize({ width: 230, height: 568 });
  await page.waitForSelector(".more");
  await page.$eval(".scroll", (part) => part.scrollTo(9999, 0));
  await page.waitForFunction(() => !document.querySelector(".more"));
  await close();
});

test("Back leads to the place in a list from which a visitor went", async () => {
  const { page, close } = await openPage(browser, { site, size: "narrow" });
  await visit(page, site, "#/games");
  const row = page.locator("tbody tr:nth-last-child(2) a").first();
  await row.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => scrollY > 200);
  const before = await page.evaluate(() => scrollY);
  await row.click();
  await page.waitForSelector(".controls");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await page.waitForFunction((place) => Math.abs(scrollY - place) < 3, before);
  await page.goForward();
  await page.waitForSelector(".controls");
  await page.waitForFunction(() => scrollY === 0);
  await close();
});

test("on a telephone the games come before the fields that filter them", async () => {
  const { page, close } = await openPage(browser, { site, size: "narrow" });
  await visit(page, site, "#/games");
  const bot = page.getByLabel("Bot", { exact: true });
  assert.ok((await page.locator("tbody tr").first().boundingBox()).y < 400);
  assert.equal(await bot.isVisible(), false);
  await page.getByRole("button", { name: "Filters" }).click();
  await bot.fill("sergeant");
  await bot.press("Enter");
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  assert.ok(await bot.isVisible());
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.equal(await page.getByRole("button", { name: "Filters (1)" }).isVisible(), false);
  assert.ok(await bot.isVisible());
  await close();
});

test("the list of plies keeps the one that is shown when a telephone is turned", async () => {
  const { page, close } = await openPage(browser, { site });
  const game = await firstLink(page, "#/games?ruleset=classic", "#/games/");
  await visit(page, site, `${game}?ply=60`);
  const isInSight = () => {
    const list = document.querySelector(".steps").getBoundingClientRect();
    const row = document.querySelector(".step-row.current")?.getBoundingClientRect();
    return row !== undefined && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
  };
  await page.waitForFunction(isInSight);
  for (const window of WINDOWS) {
    await resizeTo(page, window);
    await page.waitForFunction(isInSight);
  }
  await close();
});

test("titles say who played", async () => {
  const { page, close } = await openPage(browser, { site });
  const game = await firstLink(page, "#/games?ruleset=barrage", "#/games/");
  await visit(page, site, game);
  const names = await page.$$eval("h1 .bot", (links) => links.map((link) => link.textContent));
  await page.waitForFunction((title) => document.title.startsWith(title), `${names[0]} against ${names[1]} · game `);
  await visit(page, site, await tournamentOf(page, "Swiss"));
  const heading = await page.textContent("h1");
  await page.waitForFunction((title) => document.title.startsWith(title), `${heading} · tournament `);
  await close();
});

test("a filter suggests the bots that there are", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/games");
  const field = page.getByLabel("Bot", { exact: true });
  await field.focus();
  await page.waitForFunction(() => document.querySelectorAll("datalist option").length >= 6);
  const list = await field.getAttribute("list");
  const names = await page.$$eval(`#${list} option`, (options) => options.map((option) => option.value));
  assert.ok(names.includes("sergeant") && names.includes("random"), names.join());
  await close();
});

test("a tournament says first what is played, how, and who has won", async () => {
  const { page, close } = await openPage(browser, { site });
  for (const [text, ...facts] of [
    ["Swiss", ["Ruleset", "duel"], ["Format", "Swiss"], ["Time control", "2+0.02"]],
    ["SPRT", ["Format", "SPRT"], ["Verdict", "Passed: sergeant leads by 200 Elo rather than 0"]],
  ]) {
    await visit(page, site, await tournamentOf(page, text));
    const shown = await page.$$eval(".facts > div", (all) =>
      Object.fromEntries(all.map((fact) => [fact.children[0].textContent, fact.children[1].textContent])),
    );
    for (const [title, value] of facts) assert.equal(shown[title], value, `${text}: ${title}`);
    assert.ok(shown.Winner ?? shown["Winners, level"], `${text}: nobody has won`);
    const isFirst = await page.evaluate(
      () =>
        document.querySelector(".facts").getBoundingClientRect().top <
        document.querySelector("table, .tabs").getBoundingClientRect().top,
    );
    assert.ok(isFirst);
  }
  await close();
});

test("errors name nothing that a visitor cannot use", async () => {
  const { page, close } = await openPage(browser, { site });
  for (const hash of ["#/games/9999-1", "#/bots/nobody", "#/tournaments/9999", "#/leaderboards/nothing"]) {
    await page.goto(`${site}${hash}`);
    await page.waitForSelector("[role=alert]");
    const text = await page.textContent("[role=alert]");
    assert.doesNotMatch(text, /`|flagfall |\.md|\//, hash);
    assert.match(text, /^[A-Z].*\./, hash);
  }
  await close();
});

test("a bot's page says what its board games told, and asks for nothing where it is not counted", async () => {
  const { page, troubles, close } = await openPage(browser, { site });
  await visit(page, site, "#/bots/random?ruleset=barrage");
  const told = page.locator('section:has(h2:text-is("Knowledge: barrage"))');
  await told.waitFor();
  const facts = await told.locator("dd").allTextContents();
  assert.equal(facts.length, 3, `random hands in no beliefs: ${facts}`);
  for (const fact of facts) assert.match(fact, /^−?\d+\.\d ±\d+\.\d bits$/);
  await visit(page, site, "#/bots/cardsharp?ruleset=cards");
  await page.waitForSelector("h2:text-is('Results: cards')");
  assert.equal(await page.getByRole("heading", { name: /Knowledge/ }).count(), 0);
  assert.deepEqual(troubles, []);
  await close();
});

test("losses are not in the colour of wins, and hidden pieces hide what is beneath", async () => {
  const { page, close } = await openPage(browser, { site });
  await visit(page, site, "#/bots/random?ruleset=barrage");
  const colour = (kind) =>
    page.$eval(`.bar.${kind} > span`, (bar) => getComputedStyle(bar).backgroundColor).catch(() => "none");
  assert.notEqual(await colour("lost"), "none");
  assert.notEqual(await colour("lost"), await colour("won"));
  const heights = await page.$$eval(".bar", (bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  assert.equal(new Set(heights).size, 1, `all bars are of one height, and not ${heights}`);
  const game = await firstLink(page, "#/games?ruleset=barrage", "#/games/");
  await visit(page, site, `${game}?ply=3&view=spectator`);
  await page.waitForSelector(".piece.unknown .body");
  const look = await page.$eval(".piece.unknown .body", (body) => {
    const style = getComputedStyle(body);
    return [style.fill, style.fillOpacity, style.opacity];
  });
  assert.deepEqual(look.slice(1), ["1", "1"]);
  assert.doesNotMatch(look[0], /rgba|\/ 0/);
  await close();
});

test("what each side has lost is shown for every kind of game", async () => {
  const { page, close } = await openPage(browser, { site });
  for (const ruleset of ["barrage", "bluffing", "cards", "gogo"]) {
    const game = await firstLink(page, `#/games?ruleset=${ruleset}`, "#/games/");
    await visit(page, site, `${game}?ply=0&step=0`);
    await page.waitForSelector(".lost-pieces");
    assert.deepEqual(await page.$$eval(".lost-pieces", (all) => all.map((each) => each.textContent)), [
      "Lostnothing yet",
      "Lostnothing yet",
    ]);
    await page.keyboard.press("End");
    if (ruleset === "gogo") continue;
    await page.waitForSelector(".lost-pieces li b");
  }
  await close();
});
