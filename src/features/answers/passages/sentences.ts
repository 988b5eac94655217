import type { PageRecord } from "../../reports/index.ts";

/** A sentence of a page, or a row of a table, as it is printed. */
export interface Sentence {
  page: number;
  text: string;
  kind: "text" | "row";
  /** The part of the page it was taken from; its words lie inside. */
  box: readonly [number, number, number, number];
}

const END = /(?<=[.!?][”"’')\]]*)\s+(?=[\p{Lu}“"‘(•])/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|[A-Z]\.[A-Z]|Inc|Corp|Co|Ltd|No|Nos|vs|Mr|Ms|Mrs|Dr|St|U\.S|e\.g|i\.e|approx|Nr|ca)\.$/u;
const LETTERS_MIN = 25;
const LETTERS_MAX = 700;

export function sentencesOf(page: PageRecord): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of page.blocks) {
    if (block.kind !== "text") continue;
    for (const text of divide(block.text)) {
      if (text.length < LETTERS_MIN || text.length > LETTERS_MAX) continue;
      sentences.push({ page: page.page, text, kind: "text", box: block.box });
    }
  }
  for (const row of page.rows) {
    if (row.label.length < 3) continue;
    const text = [row.label, ...row.cells.map((cell) => cell.text)].join(" ");
    sentences.push({ page: page.page, text, kind: "row", box: row.box });
  }
  return sentences;
}

function divide(text: string): string[] {
  const parts: string[] = [];
  for (const piece of text.replace(/\s+/g, " ").split(END)) {
    const before = parts.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) parts[parts.length - 1] = `${before} ${piece}`;
    else parts.push(piece);
  }
  return parts.map((part) => part.trim());
}

/** Where a sentence's numbers stand: found by reading its letters in the words inside its box, in order. */
export function locateNumbers(
  page: PageRecord,
  { text, box }: Sentence,
): { text: string; box: [number, number, number, number] }[] | null {
  const words = page.words.filter(({ box: word }) => {
    const [x, y] = [(word[0] + word[2]) / 2, (word[1] + word[3]) / 2];
    return x >= box[0] - 2 && x <= box[2] + 2 && y >= box[1] - 2 && y <= box[3] + 2;
  });
  let stream = "";
  const starts = words.map(({ text: word }) => {
    const start = stream.length;
    stream += bare(word);
    return start;
  });
  const wanted = bare(text);
  const at = stream.indexOf(wanted);
  if (at < 0) return null;
  return words
    .filter((word, index) => {
      const start = starts[index] ?? 0;
      return start >= at && start + bare(word.text).length <= at + wanted.length && /\d/.test(word.text);
    })
    .map(({ text: word, box: where }) => ({ text: word, box: where }));
}

function bare(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "");
}
