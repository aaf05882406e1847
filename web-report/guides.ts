// Makes pages of the project's guides when the site is built. A guide becomes a tree of plain data, which the page turns into
// elements: no HTML is made, and what HTML a guide might hold is shown as the text that it is.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Lexer, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import type { Block, Guide, Inline } from "./src/guides/tree";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

// The guides by their names in addresses, with their files.
export const GUIDE_FILES: Readonly<Record<string, string>> = {
  bots: "sample-bots/README.md",
  protocol: "proto/README.md",
  reference: "proto/REFERENCE.md",
  hosting: "arena/README.md",
  api: "web-report/API.md",
};

// Where a guide is read from: the reference is generated together with the messages.
export function pathOf(file: string): string {
  return join(PROJECT, file === GUIDE_FILES.reference ? "web-report/generated/REFERENCE.md" : file);
}

const PREFIX = "guide:";

// The anchor of a heading, as GitHub makes it. `used`: those that the guide has already.
function anchorOf(text: string, used: Map<string, number>): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  const before = used.get(plain) ?? 0;
  used.set(plain, before + 1);
  return before ? `${plain}-${before}` : plain;
}

// Where a link of a guide leads on the site; empty where what it names is no page of it.
export function addressOf(link: string, file: string): string {
  if (/^https?:\/\//.test(link)) return link;
  const [path = "", anchor = ""] = link.split("#");
  const target = path ? join(dirname(file), path).replace(/\/$/, "") : file;
  const proto = /^proto\/flagfall\/v1(?:\/(\w+)\.proto)?$/.exec(target);
  if (proto) return `#/guides/reference${proto[1] ? `/${proto[1]}proto` : ""}`;
  const name = Object.keys(GUIDE_FILES).find((one) => GUIDE_FILES[one] === target);
  return name ? `#/guides/${name}${anchor ? `/${encodeURIComponent(anchor)}` : ""}` : "";
}

// Marked leaves the entities of the text as they are written.
function textOf(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => {
    return { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }[name]!;
  });
}

function inlineOf(tokens: readonly Token[] | undefined, file: string): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    const inner = () => inlineOf((token as Tokens.Strong).tokens, file);
    switch (token.type) {
      case "strong":
      case "em":
      case "del":
        return [{ tag: token.type, inner: inner() }];
      case "codespan":
        return [{ tag: "code", inner: [(token as Tokens.Codespan).text] }];
      case "br":
        return [{ tag: "br", inner: [] }];
      case "link": {
        const href = addressOf((token as Tokens.Link).href, file);
        return href ? [{ tag: "a", href, inner: inner() }] : inner();
      }
      case "image":
        return [(token as Tokens.Image).text];
      case "escape":
        return [(token as Tokens.Escape).text];
      case "text": {
        const nested = (token as Tokens.Text).tokens;
        return nested ? inlineOf(nested, file) : [textOf((token as Tokens.Text).text)];
      }
      default:
        return [token.raw];
    }
  });
}

function blocksOf(tokens: readonly Token[], file: string, used: Map<string, number>): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case "space":
        return [];
      case "hr":
        return [{ is: "line" }];
      case "heading": {
        const { depth, text, tokens: inner } = token as Tokens.Heading;
        return [{ is: "heading", depth, anchor: anchorOf(text, used), inner: inlineOf(inner, file) }];
      }
      case "paragraph":
      case "text":
        return [{ is: "paragraph", inner: inlineOf((token as Tokens.Paragraph).tokens ?? [token], file) }];
      case "code":
        return [{ is: "code", text: (token as Tokens.Code).text }];
      case "blockquote":
        return [{ is: "quote", inner: blocksOf((token as Tokens.Blockquote).tokens, file, used) }];
      case "list": {
        const { ordered, start, items } = token as Tokens.List;
        const inner = items.map((item) => blocksOf(item.tokens, file, used));
        return [{ is: "list", ...(ordered ? { start: Number(start) || 1 } : {}), items: inner }];
      }
      case "table": {
        const { header, rows } = token as Tokens.Table;
        const cells = (row: Tokens.TableCell[]) => row.map((cell) => inlineOf(cell.tokens, file));
        return [{ is: "table", head: cells(header), rows: rows.map(cells) }];
      }
      default:
        return [{ is: "paragraph", inner: [token.raw] }];
    }
  });
}

// `file`: where the guide lies in the project, from which its links start.
export function guideOf(markdown: string, file: string): Guide {
  return blocksOf(new Lexer({ gfm: true }).lex(markdown), file, new Map());
}

// Lets the site's code import "guide:NAME".
export function guides(): Plugin {
  return {
    name: "flagfall-guides",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = GUIDE_FILES[id.slice(PREFIX.length + 1)];
      if (!file) throw new Error(`there is no guide ${id.slice(1)}`);
      const path = pathOf(file);
      this.addWatchFile(path);
      const text = JSON.stringify(guideOf(readFileSync(path, "utf8"), file));
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}
