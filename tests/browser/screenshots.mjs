#!/usr/bin/env node
// Takes pictures of pages in both themes and every window, lays those of a page side by side, and says what is wrong with them.
//
//     tests/browser/screenshots.mjs SITE OUT [HASH...]
//
// SITE as in http://127.0.0.1:8080/, HASH as in '#/games/1-1?ply=40'. OUT gets NAME-WINDOW-THEME.png and sheet-NAME.png. With
// TOKEN in the environment the pages are those of the user who has it.
import { mkdirSync, readFileSync } from "node:fs";
import { launch, openPage, overflow, resizeTo, seriousFindings, THEMES, visit, WINDOWS } from "./browser.mjs";

// Of a page on a sheet.
const SHEET_HEIGHT = 900;
const [site, out, ...hashes] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const browser = await launch();
const sheets = new Map();

async function signIn(page, token) {
  await visit(page, site, "#/account");
  await page.getByLabel("Your token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".account-who").waitFor();
}

// What is wrong on a page; its pictures are put on its sheet.
async function look(page, hash, theme, troubles) {
  const name = hash.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home";
  let found = 0;
  await visit(page, site, hash);
  for (const window of WINDOWS) {
    await resizeTo(page, window);
    // Plots are drawn when they come into sight.
    for (const plot of await page.locator(".plot").all()) await plot.scrollIntoViewIfNeeded();
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(400);
    const path = `${out}/${name}-${window}-${theme}.png`;
    await page.screenshot({ path, fullPage: true });
    sheets.set(name, [...(sheets.get(name) ?? []), path]);
    const wide = await overflow(page);
    const lines = [
      ...troubles.splice(0),
      ...(await seriousFindings(page)),
      ...(wide > 0 ? [`${wide} pixels wider than the window`] : []),
    ];
    found += lines.length;
    for (const line of [...new Set(lines)].slice(0, 5)) console.log(`${name} ${window} ${theme}: ${line}`);
  }
  return found;
}

async function makeSheet(name, paths) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  const pictures = paths.map((path) => `data:image/png;base64,${readFileSync(path).toString("base64")}`);
  await page.setContent(
    `<style>
      body { margin: 0; display: flex; flex-wrap: wrap; gap: 8px; align-items: start; background: #888 }
      div { height: ${SHEET_HEIGHT}px; overflow: hidden }
      img { zoom: 0.5 }
    </style>${pictures.map((data) => `<div><img src="${data}"></div>`).join("")}`,
  );
  await page.screenshot({ path: `${out}/sheet-${name}.png`, fullPage: true });
  await page.close();
}

let found = 0;
for (const theme of THEMES) {
  const { page, troubles, close } = await openPage(browser, { theme, site });
  if (process.env.TOKEN) await signIn(page, process.env.TOKEN);
  for (const hash of hashes.length > 0 ? hashes : ["#/"]) found += await look(page, hash, theme, troubles);
  await close();
}
for (const [name, paths] of sheets) await makeSheet(name, paths);
await browser.close();
process.exitCode = found > 0 ? 1 : 0;
