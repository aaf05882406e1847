// A guide as plain data, made of Markdown when the site is built (guides.ts).
export type Inline =
  | string
  | { tag: "strong" | "em" | "del" | "code" | "br"; inner: Inline[] }
  | { tag: "a"; href: string; inner: Inline[] };

export type Block =
  | { is: "heading"; depth: number; anchor: string; inner: Inline[] }
  | { is: "paragraph"; inner: Inline[] }
  | { is: "code"; text: string }
  | { is: "quote"; inner: Block[] }
  // A numbered list has a first number.
  | { is: "list"; start?: number; items: Block[][] }
  | { is: "table"; head: Inline[][]; rows: Inline[][][] }
  | { is: "line" };

export type Guide = Block[];

// The words without what marks them.
export function plainText(inner: readonly Inline[]): string {
  return inner.map((one) => (typeof one === "string" ? one : plainText(one.inner))).join("");
}
