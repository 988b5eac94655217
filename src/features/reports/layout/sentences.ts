import { type Box, enclose } from "./box.ts";
import { joinLines, type Vocabulary } from "./prose.ts";

/** A sentence and the box of the lines it stands on. */
export interface Sentence extends Box {
  text: string;
}

/** The end of a sentence: a stop, perhaps a closing quote, and then something that can begin another. */
const END = /[.!?][”"’')\]]*\s+(?=[\p{Lu}\d“"‘(•])|[。！？]/gu;
/** After these a stop ends nothing. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|[A-Z]\.[A-Z]|Inc|Corp|Co|Ltd|No|Nos|vs|Mr|Ms|Mrs|Dr|St|U\.S|e\.g|i\.e|approx|bzw|z\.B|Nr|ca)\.$/u;

/** Divides a paragraph into sentences, each with the part of the page it covers. */
export function divideIntoSentences(
  lines: readonly ({ text: string } & Box)[],
  vocabulary: Vocabulary,
): Sentence[] {
  const { text: whole, starts } = joinLines(lines, vocabulary);
  const sentences: Sentence[] = [];
  let from = 0;
  for (const end of [...findEnds(whole), whole.length]) {
    const text = whole.slice(from, end).trim();
    if (text !== "") sentences.push({ text, ...coveredBox(lines, starts, from, end) });
    from = end;
  }
  return sentences;
}

function findEnds(text: string): number[] {
  const ends: number[] = [];
  for (const match of text.matchAll(END)) {
    const stop = match.index + 1;
    if (!ABBREVIATION.test(text.slice(Math.max(0, stop - 12), stop)))
      ends.push(match.index + match[0].length);
  }
  return ends;
}

function coveredBox(lines: readonly Box[], starts: readonly number[], from: number, end: number): Box {
  const covered = lines.filter((_, at) => {
    const start = starts[at] ?? 0;
    const next = starts[at + 1] ?? Number.POSITIVE_INFINITY;
    return start < end && next > from;
  });
  return enclose(covered.length > 0 ? covered : lines);
}
