// A way between the browser and the server that can be cut as a cable can.
import net from "node:net";

// Hands bytes on between a port of this machine and the server. `site`: the URL of the server.
export async function openRelay(site) {
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
