// The Markdown of a clause, as far as clauses have any: code, bold words and a table.
interface ClausePart {
  text: string;
  isCode: boolean;
  // Of a table: its rows, the first one its head.
  rows: string[][] | null;
}

// Code, and other text without its marks.
function wordParts(markdown: string): ClausePart[] {
  return markdown
    .split("`")
    .map((part, i) => ({ text: i % 2 === 1 ? part : part.replaceAll("**", ""), isCode: i % 2 === 1, rows: null }))
    .filter((part) => part.text !== "");
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim().replaceAll("`", ""));

// Lines that begin with a bar are a table's; its second line only rules it off.
export function clauseParts(markdown: string): ClausePart[] {
  const parts: ClausePart[] = [];
  let rows: string[][] | null = null;
  let words: string[] = [];
  const endWords = () => {
    if (words.length > 0) parts.push(...wordParts(words.join(" ")));
    words = [];
  };
  for (const line of markdown.split("\n").map((one) => one.trim())) {
    if (!line.startsWith("|")) {
      rows = null;
      words.push(line);
    } else if (!/^[|\-\s]+$/.test(line)) {
      endWords();
      if (!rows) parts.push({ text: "", isCode: false, rows: (rows = []) });
      rows.push(cellsOf(line));
    }
  }
  endWords();
  return parts;
}
