import { defineConfig } from "vitest/config";
import { firstCode } from "./first_code";
import { guides } from "./guides";

export default defineConfig({
  // A site may lie in any folder of a host.
  base: "./",
  build: {
    target: "es2022",
    // Nothing is inlined: the Content-Security-Policy lets no inline script or style run.
    assetsInlineLimit: 0,
    // The second page shows a game in a frame of other sites.
    rollupOptions: { input: ["index.html", "embed.html"] },
    modulePreload: { polyfill: false },
  },
  plugins: [guides(), firstCode()],
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  // `npm run dev` beside a server.
  // The server is asked by the page's own name, or it would take what is changed for another site's doing.
  server: {
    proxy: {
      "^/(api|account|embed|archives)/": {
        target: process.env.FLAGFALL_HTTP ?? "http://127.0.0.1:8080",
        changeOrigin: false,
      },
    },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
