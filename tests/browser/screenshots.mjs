#!/usr/bin/env node
// Takes pictures of pages in both themes and both widths, and says what is wrong with them.
//
//     tests/browser/screenshots.mjs SITE OUT [HASH...]
//
// SITE as in http://127.0.0.1:8080/, HASH as in '#/games/1-1?ply=40'.
import { mkdirSync } from "node:fs";
import { launch, openPage, overflow, seriousFindings, SIZES, THEMES, visit } from "./browser.mjs";

const [site, out, ...hashes] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const browser = await launch();
let found = 0;
for (const size of Object.keys(SIZES)) {
  for (const theme of THEMES) {
    for (const hash of hashes.length > 0 ? hashes : ["#/"]) {
      const { page, troubles, close } = await openPage(browser, { size, theme, site });
      await visit(page, site, hash);
      // Plots are drawn when they come into sight.
      for (const plot of await page.locator(".plot").all()) await plot.scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(400);
      const name = `${hash.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home"}-${size}-${theme}`;
      await page.screenshot({ path: `${out}/${name}.png`, fullPage: true });
      const wide = await overflow(page);
      const lines = [
        ...troubles,
        ...(await seriousFindings(page)),
        ...(wide > 0 ? [`${wide} pixels wider than the window`] : []),
      ];
      for (const line of [...new Set(lines)].slice(0, 5)) console.log(`${name}: ${line}`);
      found += lines.length;
      await close();
    }
  }
}
await browser.close();
process.exitCode = found > 0 ? 1 : 0;
