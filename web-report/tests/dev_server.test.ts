// `npm run dev` beside a server.
import { describe, expect, it } from "vitest";
import config from "../vite.config";

describe("the development server", () => {
  const proxied = (path: string) => Object.keys(config.server!.proxy!).some((rule) => new RegExp(rule).test(path));

  it("hands on what the arena answers, so that one can sign in, play and send bots in", () => {
    const asked = ["/api/v1/site", "/account/session", "/account/play/ann/events", "/embed/game/1-1"];
    expect(asked.filter((path) => !proxied(path))).toEqual([]);
  });
  it("keeps what it makes itself", () => {
    const made = ["/", "/index.html", "/embed.html", "/src/account/account_page.tsx", "/src/main.tsx", "/favicon.svg"];
    expect(made.filter(proxied)).toEqual([]);
  });
});
