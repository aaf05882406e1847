import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { liveSource } from "../src/data/live";

// A stream of events as a browser has it.
class Stream {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  readonly listeners = new Map<string, (event: { data: string; lastEventId: string }) => void>();
  constructor(readonly url: string) {
    Stream.opened.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void) {
    this.listeners.set(name, listener);
  }
  tell(name: string, data: unknown, lastEventId = "") {
    this.listeners.get(name)?.({ data: JSON.stringify(data), lastEventId });
  }
  fail() {
    this.readyState = Stream.CLOSED;
    this.tell("error", null);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

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
    expect(stream.url).toBe("api/v1/games/1-7/events?from=12");
    stream.tell("steps", { from_step: 12, steps: 1 });
    expect(onSteps).toHaveBeenCalledWith({ from_step: 12, steps: 1 });
    stream.tell("over", { game_id: "1-7" });
    expect(onEnd).toHaveBeenCalledOnce();
    expect(stream.readyState).toBe(Stream.CLOSED);
  });

  it("has no stream while nobody sees the page, and goes on from the last step", () => {
    const stop = liveSource().watchGame("1-7", 12, { onSteps: vi.fn(), onEnd: vi.fn() });
    page.hide(true);
    expect(Stream.opened[0]!.readyState).toBe(Stream.CLOSED);
    page.hide(false);
    expect(Stream.opened[1]!.url).toBe("api/v1/games/1-7/events?from=12");
    Stream.opened[1]!.tell("steps", { from_step: 12, steps: 3 }, "15");
    page.hide(true);
    page.hide(false);
    expect(Stream.opened[2]!.url).toBe("api/v1/games/1-7/events?from=15");
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
    vi.runAllTimers();
    expect(onEnd).toHaveBeenCalledOnce();
  });
});

describe("watching a tournament", () => {
  it("tells of progress and of notices", () => {
    const [take, noticed] = [vi.fn(), vi.fn()];
    liveSource().watchTournament(7, take, noticed);
    Stream.opened[0]!.tell("progress", { games_stored: 3 });
    expect(take).toHaveBeenCalledWith({ games_stored: 3 });
    expect(noticed).not.toHaveBeenCalled();
    Stream.opened[0]!.tell("notice", { notice: "x" });
    expect(noticed).toHaveBeenCalledOnce();
  });

  it("takes it that there were notices while there was no stream", () => {
    const noticed = vi.fn();
    const stop = liveSource().watchTournament(7, vi.fn(), noticed);
    Stream.opened[0]!.tell("open", null);
    expect(noticed).not.toHaveBeenCalled();
    // The browser has opened it again by itself.
    Stream.opened[0]!.tell("open", null);
    expect(noticed).toHaveBeenCalledTimes(1);
    page.hide(true);
    page.hide(false);
    expect(noticed).toHaveBeenCalledTimes(1);
    Stream.opened[1]!.tell("open", null);
    expect(noticed).toHaveBeenCalledTimes(2);
    stop();
  });

  it("takes it that there were notices before the first stream of a page that was hidden at first", () => {
    page.hide(true);
    const noticed = vi.fn();
    liveSource().watchTournament(7, vi.fn(), noticed);
    page.hide(false);
    Stream.opened[0]!.tell("open", null);
    expect(noticed).toHaveBeenCalledOnce();
  });
});

describe("watching the host", () => {
  it("asks now and then where there is no stream to be had, until it is stopped", async () => {
    let asked = 0;
    vi.stubGlobal("fetch", () => (++asked, Promise.resolve(new Response('{"watchers":3}'))));
    const take = vi.fn();
    const stop = liveSource().watchStatus(take);
    Stream.opened[0]!.tell("status", { watchers: 1 });
    expect(take).toHaveBeenLastCalledWith({ watchers: 1 });
    Stream.opened[0]!.fail();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take).toHaveBeenLastCalledWith({ watchers: 3 });
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(1);
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
  function breakOff(stream: Stream) {
    // The browser tries to open it again.
    stream.readyState = 0;
    stream.tell("error", null);
  }

  it("is lost when a stream stays broken, and back when it is open again", () => {
    const { onChange } = watched();
    breakOff(Stream.opened[0]!);
    vi.advanceTimersByTime(1000);
    expect(onChange).not.toHaveBeenCalled();
    breakOff(Stream.opened[0]!);
    vi.advanceTimersByTime(10_000);
    expect(onChange.mock.calls).toEqual([[true]]);
    Stream.opened[0]!.tell("open", null);
    expect(onChange.mock.calls).toEqual([[true], [false]]);
  });

  it("is not lost by a stream that the browser opens again at once", () => {
    const { onChange } = watched();
    breakOff(Stream.opened[0]!);
    Stream.opened[0]!.tell("open", null);
    vi.advanceTimersByTime(60_000);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("is not lost by a stream that nobody wants", () => {
    const { onChange, stop } = watched();
    breakOff(Stream.opened[0]!);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(onChange).not.toHaveBeenCalled();
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
