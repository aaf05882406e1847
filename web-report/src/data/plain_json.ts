// JSON whose texts cannot change how the page around them reads. Names, comments and notices come from bots and their authors. A
// mark that turns the direction of writing would show what stands behind it backwards, as "1-0" for "0-1"; it is shown as its
// number, as the command line does, since it has no use in these texts: letters that are written from the right need no mark.

// As they stand in a text, and as JSON may write them.
const MARKS = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const WRITTEN = /\\u(?:061c|200[ef]|202[89a-e]|206[6-9])/i;

// "\u202e" for the mark with this number.
function withoutMarks(text: string): string {
  return text.replace(MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function parseJson(text: string): unknown {
  // Hardly any answer has one, and looking at each value takes several times as long.
  const hasMarks = text.search(MARKS) >= 0 || WRITTEN.test(text);
  return JSON.parse(
    text,
    hasMarks ? (_, value) => (typeof value === "string" ? withoutMarks(value) : value) : undefined,
  );
}
