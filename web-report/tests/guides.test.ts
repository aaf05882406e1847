import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addressOf, GUIDE_FILES, guideOf, pathOf } from "../guides";
import { GUIDES } from "../src/guides/guide_list";
import { plainText, type Block, type Guide, type Inline } from "../src/guides/tree";

const FILE = "proto/README.md";
const guide = (markdown: string) => guideOf(markdown, FILE);

function linksIn(blocks: Guide): string[] {
  const ofInline = (inner: readonly Inline[]): string[] =>
    inner.flatMap((one) =>
      typeof one === "string" ? [] : [...(one.tag === "a" ? [one.href] : []), ...ofInline(one.inner)],
    );
  return blocks.flatMap((block: Block) => {
    switch (block.is) {
      case "heading":
      case "paragraph":
        return ofInline(block.inner);
      case "quote":
        return linksIn(block.inner);
      case "list":
        return block.items.flatMap(linksIn);
      case "table":
        return [...block.head, ...block.rows.flat()].flatMap(ofInline);
      default:
        return [];
    }
  });
}

// All of them, by their names.
const OURS = new Map(
  Object.entries(GUIDE_FILES).map(([name, file]) => [name, guideOf(readFileSync(pathOf(file), "utf8"), file)]),
);

describe("a guide", () => {
  it("is among what the site is built from", () => {
    const built = readFileSync(new URL("../CMakeLists.txt", import.meta.url), "utf8");
    const sources = Object.values({ ...GUIDE_FILES, reference: "proto/reference.py" });
    const missing = sources.filter((file) => !built.includes(`}/${file.replace("web-report/", "")}`));
    expect(missing).toEqual([]);
  });
  it("is made of blocks", () => {
    expect(guide("# A\n\nb *c* `d & <e>`\n\n- f\n- g\n\nx\n\n    h < i\n")).toEqual([
      { is: "heading", depth: 1, anchor: "a", inner: ["A"] },
      { is: "paragraph", inner: ["b ", { tag: "em", inner: ["c"] }, " ", { tag: "code", inner: ["d & <e>"] }] },
      { is: "list", items: [[{ is: "paragraph", inner: ["f"] }], [{ is: "paragraph", inner: ["g"] }]] },
      { is: "paragraph", inner: ["x"] },
      { is: "code", text: "h < i" },
    ]);
    expect(guide("| a | |\n|---|---|\n| `b` | c |\n")).toEqual([
      { is: "table", head: [["a"], []], rows: [[[{ tag: "code", inner: ["b"] }], ["c"]]] },
    ]);
  });
  it("shows HTML as the text that it is, and has no links but to pages", () => {
    const text = JSON.stringify(
      guide('a <b onclick="x">b</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))'),
    );
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).not.toContain('"href"');
  });
  it("has anchors as other hosts of Markdown make them, each once", () => {
    const anchors = guide("# bot_service.proto\n## `bot.json`, and more\n## Same\n## Same").map(
      (block) => block.is === "heading" && block.anchor,
    );
    expect(anchors).toEqual(["bot_serviceproto", "botjson-and-more", "same", "same-1"]);
  });
});

describe("a link of a guide", () => {
  it("leads to the page of what it names", () => {
    expect(addressOf("REFERENCE.md#act", FILE)).toBe("#/guides/reference/act");
    expect(addressOf("#limits", FILE)).toBe("#/guides/protocol/limits");
    expect(addressOf("../proto/flagfall/v1/game.proto", "sample-bots/README.md")).toBe("#/guides/reference/gameproto");
    expect(addressOf("../proto/flagfall/v1", "web-report/API.md")).toBe("#/guides/reference");
    expect(addressOf("https://grpc.io/", FILE)).toBe("https://grpc.io/");
    expect(addressOf("../referee/rules/README.md", FILE)).toBe("");
  });
});

describe("the project's guides", () => {
  it("are all pages", () => {
    expect(GUIDES.map(({ name }) => name).sort()).toEqual(Object.keys(GUIDE_FILES).sort());
  });
  it("link to sections that are there", () => {
    const sections = new Set(
      [...OURS].flatMap(([name, blocks]) =>
        blocks.flatMap((block) => (block.is === "heading" ? [`#/guides/${name}/${block.anchor}`] : [])),
      ),
    );
    const links = [...OURS.values()].flatMap(linksIn).map(decodeURIComponent);
    const toSections = links.filter((link) => /^#\/guides\/\w+\/./.test(link));
    expect(toSections.length).toBeGreaterThan(200);
    expect(toSections.filter((link) => !sections.has(link))).toEqual([]);
  });
  it("begin with one heading", () => {
    for (const [name, blocks] of OURS) {
      const tops = blocks.filter((block) => block.is === "heading" && block.depth === 1);
      expect(tops, name).toHaveLength(1);
      expect(plainText((tops[0] as Extract<Block, { is: "heading" }>).inner)).not.toBe("");
    }
  });
});
