#!/usr/bin/env node
// How long pages take on a cold load until they can be used: from the request to the first table row or slider that is
// there and answers. Prints the median of five, each in a browser context of its own.
//
//     tests/browser/load_times.mjs SITE HASH...
import { launch } from "./browser.mjs";

const RUNS = 5;
const [site, ...hashes] = process.argv.slice(2);
const browser = await launch();
for (const hash of hashes) {
  const times = [];
  let bytes = 0;
  for (let run = 0; run < RUNS; ++run) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    bytes = 0;
    page.on("response", async (response) => (bytes += (await response.body().catch(() => "")).length));
    await page.goto(`${site}${hash}`, { waitUntil: "commit" });
    await page.waitForSelector(".slider, tbody tr");
    // Two frames later it is painted, and what was clicked would have been heard.
    times.push(
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))),
      ),
    );
    await context.close();
  }
  times.sort((a, b) => a - b);
  console.log(
    `${hash}: ${Math.round(times[RUNS >> 1])} ms (${times.map(Math.round).join(", ")}), ${Math.round(bytes / 1024)} KiB unpacked by the browser`,
  );
}
await browser.close();
