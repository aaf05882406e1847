// Whether the page still hears its server. Several streams may be open at once; the connection is lost while one of them is.
import type { Stop } from "./source";

// A stream that the browser opens again within this time was not lost: each one ends now and then.
const LOST_AFTER_MS = 3500;

export class Connection {
  private readonly listeners = new Set<(isLost: boolean) => void>();
  private readonly lost = new Set<object>();
  private readonly timers = new Map<object, ReturnType<typeof setTimeout>>();

  watch(onChange: (isLost: boolean) => void): Stop {
    this.listeners.add(onChange);
    return () => void this.listeners.delete(onChange);
  }

  // The stream has broken off, or an attempt to open it again has failed.
  broken(stream: object): void {
    if (this.lost.has(stream) || this.timers.has(stream)) return;
    this.timers.set(
      stream,
      setTimeout(() => {
        this.timers.delete(stream);
        this.change(() => this.lost.add(stream));
      }, LOST_AFTER_MS),
    );
  }

  // The stream is open, or nobody wants it any more.
  whole(stream: object): void {
    clearTimeout(this.timers.get(stream));
    this.timers.delete(stream);
    this.change(() => this.lost.delete(stream));
  }

  private change(apply: () => void): void {
    const before = this.lost.size > 0;
    apply();
    const isLost = this.lost.size > 0;
    if (isLost !== before) for (const listener of this.listeners) listener(isLost);
  }
}
