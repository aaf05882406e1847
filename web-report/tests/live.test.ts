import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromPage } from "../src/data/event_worker";
import { liveSource } from "../src/data/live";
import { Stream } from "./stream";

// A page that can be hidden.
class Page extends EventTarget {
  hidden = false;
  hide(hidden: boolean) {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
let page: Page;

beforeEach(() => {
  Stream.opened = [];
  page = new Page();
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("EventSource", Stream);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("watching a game", () => {
  it("goes on where the page stands, and ends with the game", () => {
    const [onSteps, onEnd] = [vi.fn(), vi.fn()];
    liveSource().watchGame("1-7", 12, { onSteps, onEnd });
    const stream = Stream.opened[0]!;
    expect(stream.url).toBe("api/v1/events?topics=games/1-7@12");
    stream.tell("0/steps", { from_step: 12, steps: 1 });
    expect(onSteps).toHaveBeenCalledWith({ from_step: 12, steps: 1 });
    stream.tell("0/over", { game_id: "1-7" });
    expect(onEnd).toHaveBeenCalledOnce();
    expect(stream.readyState).toBe(Stream.CLOSED);
  });

  it("has no stream while nobody sees the page, and goes on from the last step", () => {
    const stop = liveSource().watchGame("1-7", 12, { onSteps: vi.fn(), onEnd: vi.fn() });
    page.hide(true);
    expect(Stream.opened[0]!.readyState).toBe(Stream.CLOSED);
    page.hide(false);
    expect(Stream.opened[1]!.url).toBe("api/v1/events?topics=games/1-7@12");
    Stream.opened[1]!.tell("0/steps", { from_step: 12, steps: 3 });
    page.hide(true);
    page.hide(false);
    expect(Stream.opened[2]!.url).toBe("api/v1/events?topics=games/1-7@15");
    stop();
    page.hide(true);
    page.hide(false);
    expect(Stream.opened).toHaveLength(3);
    expect(Stream.opened[2]!.readyState).toBe(Stream.CLOSED);
  });

  it("asks again after a while when too many watch", () => {
    const onEnd = vi.fn();
    liveSource().watchGame("1-7", 0, { onSteps: vi.fn(), onEnd });
    Stream.opened[0]!.fail();
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(onEnd).toHaveBeenCalledOnce();
  });
});

describe("watching a tournament", () => {
  it("tells of progress and of notices", () => {
    const [take, noticed] = [vi.fn(), vi.fn()];
    liveSource().watchTournament(7, take, noticed);
    Stream.opened[0]!.tell("0/progress", { games_stored: 3, state: "STATE_RUNNING" });
    expect(take).toHaveBeenCalledWith({ games_stored: 3, state: "STATE_RUNNING" });
    expect(noticed).not.toHaveBeenCalled();
    Stream.opened[0]!.tell("0/notice", { notice: "x" });
    expect(noticed).toHaveBeenCalledOnce();
  });

  it("follows one that waits for its start, and ends with it", () => {
    const take = vi.fn();
    liveSource().watchTournament(7, take, vi.fn());
    for (const state of ["STATE_SCHEDULED", "STATE_QUEUED", "STATE_RUNNING", "STATE_FINISHED"]) {
      expect(Stream.opened[0]!.readyState).not.toBe(Stream.CLOSED);
      Stream.opened[0]!.tell("0/progress", { state });
      expect(take).toHaveBeenLastCalledWith({ state });
    }
    expect(Stream.opened[0]!.readyState).toBe(Stream.CLOSED);
  });

  it("takes it that there were notices while there was no stream", () => {
    const noticed = vi.fn();
    const stop = liveSource().watchTournament(7, vi.fn(), noticed);
    Stream.opened[0]!.open();
    expect(noticed).not.toHaveBeenCalled();
    Stream.opened[0]!.breakOff();
    vi.advanceTimersByTime(2000);
    Stream.opened[1]!.open();
    expect(noticed).toHaveBeenCalledTimes(1);
    page.hide(true);
    page.hide(false);
    expect(noticed).toHaveBeenCalledTimes(1);
    Stream.opened[2]!.open();
    expect(noticed).toHaveBeenCalledTimes(2);
    stop();
  });

  it("takes it that there were notices before the first stream of a page that was hidden at first", () => {
    page.hide(true);
    const noticed = vi.fn();
    liveSource().watchTournament(7, vi.fn(), noticed);
    page.hide(false);
    Stream.opened[0]!.open();
    expect(noticed).toHaveBeenCalledOnce();
  });
});

describe("watching the host", () => {
  it("asks now and then while the server refuses the stream", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => (++asked, Promise.resolve(new Response('{"watchers":3}'))));
    const take = vi.fn();
    const stop = liveSource().watchStatus(take);
    Stream.opened[0]!.tell("0/status", { watchers: 1 });
    expect(take).toHaveBeenLastCalledWith({ watchers: 1 });
    Stream.opened[0]!.fail();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take).toHaveBeenLastCalledWith({ watchers: 3 });
    expect(Stream.opened.length).toBeGreaterThan(1);
    Stream.opened.at(-1)!.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
    stop();
    expect(Stream.opened.at(-1)!.readyState).toBe(Stream.CLOSED);
  });
});

describe("the connection", () => {
  function watched() {
    const source = liveSource();
    const [onChange, onEnd] = [vi.fn(), vi.fn()];
    source.watchConnection(onChange);
    const stop = source.watchGame("1-7", 0, { onSteps: vi.fn(), onEnd });
    return { onChange, onEnd, stop };
  }

  it("is lost when a stream stays broken, and back when it is open again", () => {
    const { onChange } = watched();
    Stream.opened[0]!.breakOff();
    vi.advanceTimersByTime(2000);
    expect(onChange).not.toHaveBeenCalled();
    Stream.opened[1]!.breakOff();
    vi.advanceTimersByTime(10_000);
    expect(onChange.mock.calls).toEqual([[true]]);
    Stream.opened.at(-1)!.open();
    expect(onChange.mock.calls).toEqual([[true], [false]]);
  });

  it("is not lost by a stream that is soon open again", () => {
    const { onChange } = watched();
    Stream.opened[0]!.breakOff();
    vi.advanceTimersByTime(2000);
    Stream.opened[1]!.open();
    vi.advanceTimersByTime(60_000);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("is not lost by a stream that nobody wants", () => {
    const { onChange, stop } = watched();
    Stream.opened[0]!.breakOff();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(onChange).not.toHaveBeenCalled();
    expect(Stream.opened).toHaveLength(1);
  });

  it("is tried again after each refusal, until the page wants it no more", () => {
    const { onEnd, stop } = watched();
    Stream.opened[0]!.fail();
    vi.advanceTimersByTime(5000);
    expect(Stream.opened).toHaveLength(2);
    Stream.opened[1]!.fail();
    vi.advanceTimersByTime(5000);
    expect(Stream.opened).toHaveLength(3);
    expect(onEnd).toHaveBeenCalledTimes(2);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(Stream.opened).toHaveLength(3);
  });
});

// The browser's shared worker, as far as a page meets it: what the page says is kept, and the test answers.
class Worker {
  static made: Worker[] = [];
  onerror: (() => void) | undefined;
  readonly said: FromPage[] = [];
  readonly port = {
    postMessage: (said: FromPage) => void this.said.push(said),
    onmessage: (_: { data: unknown }) => undefined,
    close: vi.fn(),
  };
  constructor() {
    Worker.made.push(this);
  }
  say(data: unknown) {
    this.port.onmessage({ data });
  }
}

describe("a page beside others", () => {
  beforeEach(() => {
    Worker.made = [];
    vi.stubGlobal("SharedWorker", Worker);
    (page as unknown as { baseURI: string }).baseURI = "http://arena.example/site/";
  });

  it("leaves the stream to the worker, and tells it that it is there", () => {
    const onSteps = vi.fn();
    const stop = liveSource().watchGame("1-7", 12, { onSteps, onEnd: vi.fn() });
    const worker = Worker.made[0]!;
    expect(worker.said).toEqual([
      { api: "http://arena.example/site/api/v1", wanted: [{ id: 1, path: "games/1-7", from: 12 }] },
    ]);
    worker.say("here");
    worker.say({ id: 1, is: "event", event: "steps", data: { from_step: 12, steps: 3 } });
    expect(onSteps).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(20_000);
    expect(worker.said[1]!.wanted).toEqual([{ id: 1, path: "games/1-7", from: 15 }]);
    worker.say("here");
    page.hide(true);
    expect(worker.said[2]!.wanted).toEqual([]);
    page.hide(false);
    worker.say("here");
    stop();
    expect(worker.said.at(-1)!.wanted).toEqual([]);
    expect(Stream.opened).toEqual([]);
  });

  it("takes the stream itself when the worker fails, or is silent", () => {
    const take = vi.fn();
    liveSource().watchStatus(take);
    Worker.made[0]!.onerror!();
    Stream.opened[0]!.tell("0/status", { watchers: 1 });
    expect(take).toHaveBeenCalledOnce();
    liveSource().watchGame("1-7", 12, { onSteps: vi.fn(), onEnd: vi.fn() });
    vi.advanceTimersByTime(10_000);
    expect(Worker.made[1]!.port.close).toHaveBeenCalledOnce();
    expect(Stream.opened[1]!.url).toBe("api/v1/events?topics=games/1-7@12");
  });

  it("has one stream of its own, though the worker is silent first and fails then", () => {
    const onSteps = vi.fn();
    liveSource().watchGame("1-7", 12, { onSteps, onEnd: vi.fn() });
    vi.advanceTimersByTime(10_000);
    Worker.made[0]!.onerror?.();
    for (const stream of Stream.opened) stream.tell("0/steps", { from_step: 12, steps: 3 });
    expect(onSteps).toHaveBeenCalledOnce();
    expect(Stream.opened).toHaveLength(1);
  });
});
