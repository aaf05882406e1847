// A page's end of the stream of events: by the shared worker, or by a hub of the page's own where the browser has no such
// worker, or the worker does not answer.
import { EventHub, stepsAfter, type Wanted, type Word } from "./event_hub";
import type { FromPage } from "./event_worker";
import type { Replay } from "./messages";
import type { Stop } from "./source";

// A page says now and then that it is still there, and takes a worker that does not answer for dead.
const BEAT_MS = 20_000;
const ANSWER_MS = 10_000;

// "closed": the page is not seen, and so hears nothing.
type Heard = Word | { is: "closed" };

interface Listener extends Wanted {
  hear: (word: Heard) => void;
}

export class EventChannel {
  private readonly listeners = new Map<number, Listener>();
  private lastId = 0;
  private send: ((wanted: Wanted[]) => void) | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private answer: ReturnType<typeof setTimeout> | undefined;
  private isGone = false;

  constructor(private readonly api: string) {}

  listen(path: string, from: number, hear: (word: Heard) => void): Stop {
    const id = ++this.lastId;
    this.listeners.set(id, { id, path, from, hear });
    this.watchPage();
    this.sayWanted();
    return () => {
      if (this.listeners.delete(id)) this.sayWanted();
    };
  }

  // A page in the background has no part in the stream.
  private watchPage(): void {
    if (this.beat !== undefined) return;
    this.beat = setInterval(() => this.isSeen() && this.sayWanted(), BEAT_MS);
    document.addEventListener("visibilitychange", () => this.onSeen());
    addEventListener("pagehide", () => this.onLeft(true));
    addEventListener("pageshow", () => this.isGone && this.onLeft(false));
  }

  private isSeen(): boolean {
    return !document.hidden && !this.isGone && this.listeners.size > 0;
  }

  private onLeft(isGone: boolean): void {
    this.isGone = isGone;
    this.onSeen();
  }

  private onSeen(): void {
    if (!this.isSeen()) for (const { hear } of [...this.listeners.values()]) hear({ is: "closed" });
    this.sayWanted();
  }

  private sayWanted(): void {
    const wanted = this.isSeen() ? [...this.listeners.values()].map(({ id, path, from }) => ({ id, path, from })) : [];
    if (wanted.length === 0 && !this.send) return;
    this.send ??= this.toWorker() ?? this.toHub();
    this.send(wanted);
  }

  private toHub(): (wanted: Wanted[]) => void {
    const hub = new EventHub(this.api);
    return (wanted) => hub.want(this, (word) => this.onWord(word), wanted);
  }

  private toWorker(): ((wanted: Wanted[]) => void) | undefined {
    if (typeof SharedWorker === "undefined") return undefined;
    const worker = new SharedWorker(new URL("./event_worker.ts", import.meta.url), { type: "module" });
    const giveUp = () => {
      clearTimeout(this.answer);
      // It may fail after it was silent for too long; a second hub would tell everything twice.
      worker.onerror = null;
      worker.port.close();
      this.send = this.toHub();
      this.sayWanted();
    };
    worker.onerror = giveUp;
    worker.port.onmessage = ({ data }: MessageEvent<Word | "here">) => {
      clearTimeout(this.answer);
      this.answer = undefined;
      if (data !== "here") this.onWord(data);
    };
    // A worker has another address than its page, and so other relative addresses.
    const api = new URL(this.api, document.baseURI).href;
    return (wanted) => {
      if (this.isSeen()) this.answer ??= setTimeout(giveUp, ANSWER_MS);
      worker.port.postMessage({ api, wanted } satisfies FromPage);
    };
  }

  private onWord(word: Word): void {
    const listener = this.listeners.get(word.id);
    if (!listener || !this.isSeen()) return;
    if (word.is === "event" && word.event === "steps") listener.from = stepsAfter(word.data as Replay);
    listener.hear(word);
  }
}
