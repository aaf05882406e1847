// One stream of events for many listeners, since a browser has few connections to a host (README.md). A hub knows no page: it runs in a shared worker for all
// pages of a browser (event_worker.ts), or in a page for that page alone (event_channel.ts).

import type { Replay } from "./messages";
import { parseJson } from "./plain_json";

// What a listener wants to hear of: "status", "tournaments/7" or "games/1-7", of a game the steps behind `from`. The id is the
// listener's own, and another one each time that it listens.
export interface Wanted {
  id: number;
  path: string;
  from: number;
}

// What a listener is told. "open": the stream is open, or open again, so that events may have been missed before. "broken": it
// has broken off, and is being tried again. "refused": the server does not want to tell of this now, and is asked again.
// "ended": it has nothing more to tell of this.
export type Word =
  | { id: number; is: "event"; event: string; data: unknown }
  | { id: number; is: "open" | "broken" | "refused" | "ended" };
export type Tell = (word: Word) => void;

interface Listener extends Wanted {
  tell: Tell;
  // Nothing more comes of what it wanted.
  hasEnded: boolean;
}

// A topic of the open stream.
interface Feed {
  path: string;
  from: number;
  hasEnded: boolean;
  listeners: Set<Listener>;
  // The newest status or progress, for who comes later.
  last: { event: string; data: unknown } | undefined;
}

const EVENTS = ["status", "progress", "notice", "steps", "over", "end"];
// As many as the server takes.
const TOPICS_MAX = 32;
const JOIN_MS = 50;
// Topics that nobody wants any more are kept for as long, since another page may be about to want another.
const LEAVE_MS = 2000;
const BROKEN_MS = 2000;
const REFUSED_MS = 5000;

// How many steps of a game are known after a part of its replay.
export function stepsAfter({ from_step = 0, steps = 0 }: Replay): number {
  return from_step + steps;
}

const isGame = (path: string) => path.startsWith("games/");
const topicOf = ({ path, from }: Feed) => (isGame(path) ? `${path}@${from}` : path);

export class EventHub {
  private readonly clients = new Map<object, Map<number, Listener>>();
  private stream: EventSource | undefined;
  private feeds: Feed[] = [];
  private isOpen = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private due = Infinity;
  private notBefore = 0;

  // `api`: the address below which the streams are.
  constructor(private readonly api: string) {}

  // From now on `client` hears of just these.
  want(client: object, tell: Tell, wanted: readonly Wanted[]): void {
    const before = this.clients.get(client);
    const now = new Map<number, Listener>();
    for (const one of wanted) now.set(one.id, before?.get(one.id) ?? { ...one, tell, hasEnded: false });
    if (wanted.length > 0) this.clients.set(client, now);
    else this.clients.delete(client);
    for (const [id, listener] of before ?? []) if (!now.has(id)) this.leave(listener);
    for (const [id, listener] of now) if (!before?.has(id)) this.join(listener);
    if (this.clients.size === 0) this.close();
  }

  private leave(listener: Listener): void {
    for (const feed of this.feeds) {
      if (feed.listeners.delete(listener) && feed.listeners.size === 0) this.openWithin(LEAVE_MS);
    }
  }

  private join(listener: Listener): void {
    const { path, from } = listener;
    const feed = this.feeds.find(
      (each) => each.path === path && !each.hasEnded && (!isGame(path) || each.from === from),
    );
    if (!feed) return this.openWithin(this.stream ? JOIN_MS : 0);
    feed.listeners.add(listener);
    if (!this.isOpen) return;
    const { last } = feed;
    // A listener is told nothing before it knows that it listens.
    queueMicrotask(() => {
      listener.tell({ id: listener.id, is: "open" });
      if (last) listener.tell({ id: listener.id, is: "event", ...last });
    });
  }

  private openWithin(delay: number): void {
    const now = Date.now();
    const due = Math.max(now + delay, this.notBefore);
    if (due >= this.due) return;
    clearTimeout(this.timer);
    if (due <= now) return this.open();
    this.due = due;
    this.timer = setTimeout(() => this.open(), due - now);
  }

  private close(): void {
    clearTimeout(this.timer);
    this.due = Infinity;
    this.stream?.close();
    this.stream = undefined;
    this.feeds = [];
    this.isOpen = false;
  }

  // Puts what is wanted now in the place of the stream that there was.
  private open(): void {
    this.close();
    this.gatherFeeds();
    if (this.feeds.length === 0) return;
    const stream = new EventSource(`${this.api}/events?topics=${this.feeds.map(topicOf).join(",")}`);
    this.stream = stream;
    stream.addEventListener("open", () => {
      this.isOpen = true;
      this.notBefore = 0;
      this.tellAll("open");
    });
    // A browser would open it again by itself, but from where it was at first.
    stream.addEventListener("error", () => {
      const isRefused = stream.readyState === EventSource.CLOSED;
      stream.close();
      this.isOpen = false;
      if (isRefused) this.notBefore = Date.now() + REFUSED_MS;
      this.openWithin(BROKEN_MS);
      this.tellAll(isRefused ? "refused" : "broken");
    });
    this.feeds.forEach((feed, number) => {
      for (const event of EVENTS) {
        stream.addEventListener(`${number}/${event}`, (message) =>
          this.onEvent(feed, event, parseJson((message as MessageEvent<string>).data)),
        );
      }
    });
  }

  private gatherFeeds(): void {
    const feeds = new Map<string, Feed>();
    for (const client of this.clients.values()) {
      for (const listener of client.values()) {
        if (listener.hasEnded) continue;
        const { path, from } = listener;
        const fresh: Feed = { path, from, hasEnded: false, listeners: new Set(), last: undefined };
        const key = topicOf(fresh);
        const feed = feeds.get(key) ?? fresh;
        if (feeds.size < TOPICS_MAX) feeds.set(key, feed);
        if (feeds.has(key)) feed.listeners.add(listener);
        else listener.tell({ id: listener.id, is: "refused" });
      }
    }
    this.feeds = [...feeds.values()];
  }

  private onEvent(feed: Feed, event: string, data: unknown): void {
    if (event === "end") feed.hasEnded = true;
    if (event === "status" || event === "progress") feed.last = { event, data };
    if (event === "steps") feed.from = stepsAfter(data as Replay);
    for (const listener of [...feed.listeners]) {
      const { id } = listener;
      listener.from = feed.from;
      listener.hasEnded = feed.hasEnded;
      listener.tell(feed.hasEnded ? { id, is: "ended" } : { id, is: "event", event, data });
    }
  }

  private tellAll(is: "open" | "broken" | "refused"): void {
    for (const feed of this.feeds) {
      if (feed.hasEnded) continue;
      for (const { id, tell } of [...feed.listeners]) tell({ id, is });
    }
  }
}
