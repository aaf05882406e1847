// The guides of the site: each is fetched when it is read.
import type { Guide } from "./tree";

export interface GuideEntry {
  // As in #/guides/NAME.
  name: string;
  title: string;
  about: string;
  // For whoever reads it here and has nothing of the project's files.
  note?: string;
  fetch: () => Promise<Guide>;
}

export const GUIDES: readonly GuideEntry[] = [
  {
    name: "bots",
    title: "The bot author's guide",
    about: "Your first bot in Python, JavaScript or C++, how to check it, and how to send it in.",
    note: "It is written for whoever has Flagfall's source and its command. Without them, take a bot to begin with from the page of all guides, and send it in here: its check says what to mend.",
    fetch: async () => (await import("guide:bots")).default,
  },
  {
    name: "protocol",
    title: "The bot protocol",
    about: "What a bot and the referee say to each other, message by message, for a bot in any language.",
    fetch: async () => (await import("guide:protocol")).default,
  },
  {
    name: "reference",
    title: "All messages and calls",
    about: "Every message, field and call of the protocol, of games' records and of this site's data.",
    fetch: async () => (await import("guide:reference")).default,
  },
  {
    name: "api",
    title: "This site's data for programs",
    about: "Addresses, answers and streams of events, which any program and any other site may read.",
    fetch: async () => (await import("guide:api")).default,
  },
  {
    name: "hosting",
    title: "The host's guide",
    about: "How to run an arena: bots, tournaments, ratings, servers and machines that help.",
    fetch: async () => (await import("guide:hosting")).default,
  },
];
