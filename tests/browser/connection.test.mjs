// A page that loses its server says so, and says when it is back. Between the browser and the server stands a relay, which can
// be cut as a cable can. SITE says where the server is.
import assert from "node:assert/strict";
import net from "node:net";
import { after, before, test } from "node:test";
import { launch, visit } from "./browser.mjs";

const site = new URL(process.env.SITE);
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

// Hands bytes on between a port of this machine and the server.
async function openRelay() {
  const sockets = new Set();
  const relay = net.createServer((near) => {
    const far = net.connect(Number(site.port), site.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => [near, far, sockets.delete(socket)].slice(0, 2).forEach((end) => end.destroy()));
    }
    near.pipe(far).pipe(near);
  });
  const listen = (port) => new Promise((done) => relay.listen(port, "127.0.0.1", done));
  await listen(0);
  const { port } = relay.address();
  return {
    address: `http://127.0.0.1:${port}/`,
    cut() {
      const closed = new Promise((done) => relay.close(done));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
    mend: () => listen(port),
  };
}

test("a lost connection is told, and that it is back", async () => {
  const relay = await openRelay();
  const page = await browser.newPage();
  await visit(page, relay.address, "#/status");
  const note = page.locator(".connection");
  assert.equal(await note.textContent(), "");
  await relay.cut();
  await page.waitForSelector(".connection.lost:has-text('The connection is lost')");
  assert.match(await page.textContent("main"), /Plies a second/, "what was known stays");
  await relay.mend();
  await page.waitForSelector(".connection.back:has-text('The connection is back')");
  await page.waitForSelector(".connection:not(.back):not(.lost)", { state: "attached" });
  assert.equal(await note.textContent(), "");
  await page.close();
  await relay.cut();
});
