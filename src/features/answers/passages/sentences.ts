import type { PageRecord } from "../../reports/index.ts";

/** A sentence of a page, or a table row, as printed. */
export interface Sentence {
  page: number;
  text: string;
  kind: "text" | "row";
  /** The part of the page it was taken from, which contains its words. */
  box: readonly [number, number, number, number];
}

const END = /(?<=[.!?][”"’')\]]*)\s+(?=[\p{Lu}“"‘(•])/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|[A-Z]\.[A-Z]|Inc|Corp|Co|Ltd|No|Nos|vs|Mr|Ms|Mrs|Dr|St|U\.S|e\.g|i\.e|approx|Nr|ca)\.$/u;
const LETTERS_MIN = 25;
const LETTERS_MAX = 700;
/** "We had 3,318 crew." is short and yet a sentence, of a word in small letters before a number and one after it. */
const SHORT = /^\p{Lu}\p{L}*\s(?:\S+\s)*\p{Ll}+\s\d[\d,]*\s\p{Ll}[\p{L} -]*\.$/u;

export function sentencesOf(page: PageRecord, lettersMin = LETTERS_MIN): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of page.blocks) {
    if (block.kind !== "text") continue;
    for (const text of divide(block.text)) {
      if ((text.length < lettersMin && !SHORT.test(text)) || text.length > LETTERS_MAX) continue;
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

type Word = PageRecord["words"][number];
type Box = [number, number, number, number];

/** The printed words of a sentence, read in order inside its box; null when they are not there. */
function wordsOf(page: PageRecord, { text, box }: Sentence): Word[] | null {
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
  return words.filter((word, index) => {
    const start = starts[index] ?? 0;
    return start >= at && start + bare(word.text).length <= at + wanted.length;
  });
}

/** The positions of a sentence's numbers. */
export function locateNumbers(page: PageRecord, sentence: Sentence): { text: string; box: Box }[] | null {
  const words = wordsOf(page, sentence);
  return words?.filter(({ text }) => /\d/.test(text)) ?? null;
}

/** The area of the page a sentence covers. */
export function locateSentence(page: PageRecord, sentence: Sentence): Box | null {
  const words = wordsOf(page, sentence) ?? [];
  if (words.length === 0) return null;
  const side = (at: 0 | 1 | 2 | 3, choose: (...values: number[]) => number) =>
    choose(...words.map(({ box }) => box[at]));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}

function bare(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "");
}
