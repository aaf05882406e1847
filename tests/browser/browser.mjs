// Chromium for the tests: opens pages, and notes whatever goes wrong on them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const fromFrontEnd = createRequire(new URL("../../web-report/package.json", import.meta.url));
const { chromium } = fromFrontEnd("playwright-core");
const axePath = fromFrontEnd.resolve("axe-core/axe.min.js");

export const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } };
export const THEMES = ["light", "dark"];
// Small and large telephones, one of them on its side, a tablet and a notebook.
export const WINDOWS = ["320x568", "375x667", "390x844", "844x390", "768x1024", "1280x800"];

export function sizeOf(window) {
  const [width, height] = window.split("x").map(Number);
  return { width, height };
}

// `textPercent` is as somebody sets the browser's text in its settings, which changes what rem and media queries' em are.
export async function launch({ textPercent = 100 } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--blink-settings=defaultFontSize=${(16 * textPercent) / 100}`,
    ],
  });
}

// A page whose troubles are collected: errors on the console, exceptions, requests that fail or go to another host.
// Its window is one of SIZES, or as large as it is written in WINDOWS.
export async function openPage(
  browser,
  { size = "wide", window, theme = "light", reducedMotion = "reduce", site } = {},
) {
  const viewport = window ? sizeOf(window) : SIZES[size];
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // A page that is left ends its streams.
    if (request.failure()?.errorText !== "net::ERR_ABORTED")
      troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) troubles.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (site && !url.startsWith(site) && !url.startsWith("data:") && !url.startsWith("blob:"))
      troubles.push(`request to another host: ${url}`);
  });
  return { page, troubles, close: () => context.close() };
}

// Goes to a page of the site and waits until it shows what it asked for.
export async function visit(page, site, hash) {
  await page.goto(`${site}${hash}`);
  await page.waitForSelector("h1");
  await page.waitForFunction(() => document.querySelector(".loading") === null);
}

// The serious and critical findings of axe-core, a line each.
export async function seriousFindings(page) {
  // Once for each document, which a link within the site does not change: what is left of each time would fill the browser.
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    const { readFileSync } = await import("node:fs");
    // By the debugger's way in, which no Content-Security-Policy closes.
    await page.evaluate(readFileSync(axePath, "utf8"));
  }
  const results = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return results.violations
    .filter((found) => ["serious", "critical"].includes(found.impact))
    .flatMap((found) =>
      found.nodes.map(
        (node) =>
          `${found.id} (${found.impact}): ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1]?.trim() ?? ""}`,
      ),
    );
}

// Makes the window of a page as large as it is written in WINDOWS, and waits until the page is laid out for it.
export async function resizeTo(page, window) {
  await page.setViewportSize(sizeOf(window));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// How far the page is wider than the window: 0 when it is not.
export async function overflow(page) {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));
}

// The page as it stands fits every window in both themes, and axe-core finds nothing. `each` is called in each window.
export async function fitsEveryWindow(page, each = async () => {}) {
  for (const window of WINDOWS) {
    await resizeTo(page, window);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      assert.equal(await overflow(page), 0, window);
      assert.deepEqual(await seriousFindings(page), [], `${window} ${colorScheme}`);
    }
    await each(window);
  }
}
