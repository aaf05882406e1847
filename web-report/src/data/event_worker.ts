// The shared worker that holds the stream of events for all pages of a browser (README.md says why).
import { EventHub, type Tell, type Wanted } from "./event_hub";

// What a page says, at each change and now and then: where the server is, and all that the page wants to hear of.
export interface FromPage {
  api: string;
  wanted: Wanted[];
}

// A page that was closed without a word is forgotten: each that is seen says something far more often.
const FORGET_MS = 70_000;

const hubs = new Map<string, EventHub>();
const heard = new Map<MessagePort, { at: number; forget: () => void }>();

function onPage(port: MessagePort, { api, wanted }: FromPage): void {
  const hub = hubs.get(api) ?? new EventHub(api);
  hubs.set(api, hub);
  const tell: Tell = (word) => port.postMessage(word);
  // The page waits for an answer, which tells it that this worker lives.
  port.postMessage("here");
  hub.want(port, tell, wanted);
  if (wanted.length > 0) heard.set(port, { at: Date.now(), forget: () => hub.want(port, tell, []) });
  else heard.delete(port);
}

setInterval(() => {
  for (const [port, { at, forget }] of heard) {
    if (Date.now() - at < FORGET_MS) continue;
    heard.delete(port);
    forget();
  }
}, FORGET_MS / 5);

// The types of a worker's own scope are not among those of a page.
const scope = globalThis as unknown as { onconnect: (event: MessageEvent) => void };
scope.onconnect = ({ ports }) => {
  const port = ports[0]!;
  port.onmessage = ({ data }: MessageEvent<FromPage>) => onPage(port, data);
};
