// The words of the rules page that are made of a guide's data.
import type { PieceKind, RuleExample } from "../data/messages";

export interface TextPart {
  text: string;
  // The clause that the part names; empty for other text.
  clause: string;
}

// The text in parts, so that those that name a clause can be links.
export function clausesIn(text: string): TextPart[] {
  return text
    .split(/\b(R\d+\.\d+)\b/)
    .map((part, i) => ({ text: part, clause: i % 2 === 1 ? part : "" }))
    .filter((part) => part.text !== "");
}

// The Markdown of a clause in parts: code, and other text without its marks.
export function markdownParts(markdown: string): { text: string; isCode: boolean }[] {
  return markdown
    .split("`")
    .map((part, i) => ({ text: i % 2 === 1 ? part : part.replaceAll("**", ""), isCode: i % 2 === 1 }))
    .filter((part) => part.text !== "");
}

// "Miner a4, General e1" of "a4=3 e1=9".
export function withNames(pieces: string, kinds: readonly PieceKind[]): string {
  return pieces
    .split(" ")
    .map((piece) => {
      const [square = "", letter = ""] = piece.split("=");
      return `${kinds.find((kind) => kind.letter === letter)?.name ?? letter} ${square}`;
    })
    .join(", ");
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

// "Now a5-a4 is barred by R3.2; a5-a6 and a5-b5 are legal."
export function verdictsText({ verdicts = [] }: RuleExample): string {
  const clauses = [...new Set(verdicts.map(({ clause = "" }) => clause))].sort().reverse();
  const parts = clauses.map((clause) => {
    const plies = verdicts.filter((verdict) => (verdict.clause ?? "") === clause).map(({ ply = "" }) => ply);
    return `${listOf(plies)} ${plies.length === 1 ? "is" : "are"} ${clause ? `barred by ${clause}` : "legal"}`;
  });
  return `Now ${parts.join("; ")}.`;
}
