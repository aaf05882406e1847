import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventHub, type Wanted, type Word } from "../src/data/event_hub";
import { Stream } from "./stream";

const newest = () => Stream.opened.at(-1)!;
const open = () => Stream.opened.filter((stream) => stream.readyState !== Stream.CLOSED);

// A page with what it has heard.
function page(hub: EventHub) {
  const heard: Word[] = [];
  return { heard, want: (...wanted: Wanted[]) => hub.want(heard, (word) => heard.push(word), wanted) };
}

const STATUS = { id: 1, path: "status", from: 0 };
const game = (id: number, from: number) => ({ id, path: "games/1-7", from });

let hub: EventHub;
beforeEach(() => {
  Stream.opened = [];
  vi.stubGlobal("EventSource", Stream);
  vi.useFakeTimers();
  hub = new EventHub("/api");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("one stream for many pages", () => {
  it("is opened at once, and soon again for what others want", () => {
    const pages = [page(hub), page(hub), page(hub)];
    pages[0]!.want(STATUS);
    expect(newest().topics).toBe("status");
    pages[1]!.want(game(1, 3));
    pages[2]!.want(game(1, 5));
    vi.advanceTimersByTime(50);
    expect(newest().topics).toBe("status,games/1-7@3,games/1-7@5");
    expect(open()).toHaveLength(1);
    newest().tell("1/steps", { from_step: 3, steps: 4 });
    newest().tell("2/steps", { from_step: 5, steps: 2 });
    expect(pages[1]!.heard).toEqual([{ id: 1, is: "event", event: "steps", data: { from_step: 3, steps: 4 } }]);
    expect(pages[2]!.heard).toEqual([{ id: 1, is: "event", event: "steps", data: { from_step: 5, steps: 2 } }]);
    expect(pages[0]!.heard).toEqual([]);
  });

  it("goes on where each page stands", () => {
    const [one, two] = [page(hub), page(hub)];
    one.want(game(1, 3));
    newest().tell("0/steps", { from_step: 3, steps: 4 });
    two.want(STATUS);
    vi.advanceTimersByTime(50);
    expect(newest().topics).toBe("games/1-7@7,status");
    two.want();
    vi.advanceTimersByTime(2000);
    expect(newest().topics).toBe("games/1-7@7");
    one.want();
    expect(open()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(open()).toEqual([]);
  });

  it("tells who comes later what the newest status is", async () => {
    const [one, two] = [page(hub), page(hub)];
    one.want(STATUS);
    newest().tell("open", null);
    newest().tell("0/status", { watchers: 1 });
    two.want(STATUS);
    await Promise.resolve();
    expect(two.heard).toEqual([
      { id: 1, is: "open" },
      { id: 1, is: "event", event: "status", data: { watchers: 1 } },
    ]);
    expect(Stream.opened).toHaveLength(1);
    expect(one.heard).toHaveLength(2);
  });

  it("tells all pages that it is broken, and that it is back", () => {
    const [one, two] = [page(hub), page(hub)];
    one.want(STATUS);
    two.want(STATUS);
    newest().readyState = 0;
    newest().tell("error", null);
    vi.advanceTimersByTime(2000);
    expect(Stream.opened).toHaveLength(2);
    newest().tell("open", null);
    for (const { heard } of [one, two]) expect(heard.map((word) => word.is)).toEqual(["broken", "open"]);
  });

  it("is not asked for again at once by a page that comes after a refusal", () => {
    page(hub).want(STATUS);
    newest().close();
    newest().tell("error", null);
    page(hub).want(game(1, 0));
    vi.advanceTimersByTime(4900);
    expect(Stream.opened).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(newest().topics).toBe("status,games/1-7@0");
  });

  it("ends for one topic, and goes on for the others", () => {
    const [one, two] = [page(hub), page(hub)];
    one.want(game(1, 0));
    two.want(STATUS);
    vi.advanceTimersByTime(50);
    newest().tell("0/end", {});
    expect(one.heard).toEqual([{ id: 1, is: "ended" }]);
    newest().tell("1/status", { watchers: 1 });
    expect(two.heard).toHaveLength(1);
    one.want(game(2, 0));
    vi.advanceTimersByTime(50);
    expect(newest().topics).toBe("games/1-7@0,status");
  });

  it("is about no more topics than the server takes", () => {
    const one = page(hub);
    one.want(...Array.from({ length: 40 }, (_, n) => ({ id: n, path: `games/1-${n + 1}`, from: 0 })));
    expect(newest().topics.split(",")).toHaveLength(32);
    expect(one.heard).toHaveLength(8);
    expect(one.heard[0]).toEqual({ id: 32, is: "refused" });
  });
});
