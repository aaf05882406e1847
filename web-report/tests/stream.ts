// A stream of events as a browser has it.
export class Stream {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  readonly listeners = new Map<string, (event: { data: string }) => void>();
  constructor(readonly url: string) {
    Stream.opened.push(this);
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.listeners.set(name, listener);
  }
  // One that is closed hears of nothing but errors.
  tell(name: string, data: unknown) {
    if (this.readyState !== Stream.CLOSED || name === "error")
      this.listeners.get(name)?.({ data: JSON.stringify(data) });
  }
  open() {
    this.readyState = 1;
    this.tell("open", null);
  }
  breakOff() {
    this.readyState = 0;
    this.tell("error", null);
  }
  fail() {
    this.readyState = Stream.CLOSED;
    this.tell("error", null);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  // Of a stream of several topics.
  get topics() {
    return this.url.replace("/api/events?topics=", "");
  }
}
