// The interfaces here are written by hand: each field of each must be one of the message of that name.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const PROTOS = new URL("../../proto/flagfall/v1/", import.meta.url);
const SOURCES = new URL("../src/", import.meta.url);

// Message name to field names.
function messagesIn(proto: string): Map<string, Set<string>> {
  const messages = new Map<string, Set<string>>();
  const open: string[] = [];
  for (const line of proto.replace(/\/\/.*$/gm, "").split("\n")) {
    const opened = /^\s*(message|enum|oneof|service|rpc)\s+(\w+)/.exec(line);
    if (opened && !line.includes("}")) {
      open.push(opened[1] === "message" ? opened[2]! : (open[open.length - 1] ?? ""));
      if (opened[1] === "message") messages.set(opened[2]!, new Set());
    } else if (/^\s*}/.test(line)) open.pop();
    const field = /^\s*(?:repeated |optional )?[\w.]+(?:<[^>]*>)?\s+([a-z]\w*) = \d+;/.exec(line);
    const message = open[open.length - 1];
    if (field && message) messages.get(message)?.add(field[1]!);
  }
  return messages;
}

function allMessages(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const file of readdirSync(PROTOS)) {
    for (const [name, fields] of messagesIn(readFileSync(new URL(file, PROTOS), "utf8"))) all.set(name, fields);
  }
  return all;
}

function interfacesIn(source: string): [string, string[]][] {
  return [...source.matchAll(/export interface (\w+) \{\n([^}]*(?:\{[^}]*\}[^}]*)*?)\n\}/g)].map(([, name, body]) => [
    name!,
    [...body!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field!),
  ]);
}

describe("messages", () => {
  const messages = allMessages();
  it.each(["messages", "web_messages", "replay_messages"])("%s.ts has no field that its message has not", (file) => {
    const interfaces = interfacesIn(readFileSync(new URL(`../src/data/${file}.ts`, import.meta.url), "utf8"));
    expect(interfaces.length).toBeGreaterThan(10);
    for (const [name, fields] of interfaces) {
      expect(messages.has(name), `${name} is no message`).toBe(true);
      for (const field of fields) expect([...messages.get(name)!], name).toContain(field);
    }
  });

  it("web.proto and replay.proto are declared here whole", () => {
    const read = ["web_messages", "replay_messages"].flatMap((file) =>
      interfacesIn(readFileSync(new URL(`../src/data/${file}.ts`, import.meta.url), "utf8")),
    );
    const byName = new Map(read);
    for (const file of ["web.proto", "replay.proto"]) {
      for (const [name, fields] of messagesIn(readFileSync(new URL(file, PROTOS), "utf8"))) {
        expect([...fields].sort(), name).toEqual([...(byName.get(name) ?? [])].sort());
      }
    }
  });

  it("web.proto and replay.proto have no field that nobody here reads", () => {
    const readers = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith("messages.ts"))
      .map((file) => readFileSync(new URL(file, SOURCES), "utf8"))
      .join("\n");
    const words = new Set(readers.match(/\w+/g));
    for (const file of ["web.proto", "replay.proto"]) {
      for (const [name, fields] of messagesIn(readFileSync(new URL(file, PROTOS), "utf8")))
        expect(
          [...fields].filter((field) => !words.has(field)),
          name,
        ).toEqual([]);
    }
  });
});
