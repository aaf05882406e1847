#!/usr/bin/env node
// How long pages take on a cold load, over the line and on the machine of a telephone: 1.6 Mbit/s down, 150 ms, a processor
// four times slower than this one. Prints the medians of five loads, each in a browser context of its own: until the largest
// part is painted (LCP), and until the first table row or slider is there and answers; and the bytes that came, packed.
//
//     tests/browser/load_times.mjs SITE HASH...
import { launch } from "./browser.mjs";

const RUNS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const SLOWDOWN = 4;
const [site, ...hashes] = process.argv.slice(2);
const browser = await launch();

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

// Notes when the largest part that was painted so far was painted.
const watchPaint = () => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.largestPaint = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
};

// Two frames after it is there it is painted, and what was clicked would have been heard.
const timeAfterFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))));

async function load(hash) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", LINE);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  let bytes = 0;
  tools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(watchPaint);
  await page.goto(`${site}${hash}`, { waitUntil: "commit" });
  await page.waitForSelector(".slider, tbody tr");
  const usable = await page.evaluate(timeAfterFrames);
  // What comes late may be the largest.
  await page.waitForFunction(() => document.querySelector(".loading, .bone") === null);
  const painted = await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return globalThis.largestPaint;
  });
  await context.close();
  return { painted, usable, bytes };
}

for (const hash of hashes) {
  const loads = [];
  for (let run = 0; run < RUNS; ++run) loads.push(await load(hash));
  const of = (what) => Math.round(median(loads.map((one) => one[what])));
  console.log(
    `${hash}: LCP ${of("painted")} ms, usable after ${of("usable")} ms, ${(of("bytes") / 1000).toFixed(1)} kB`,
  );
}
await browser.close();
