/** How many of the words and numbers that another program finds on a page were found too. */
export interface Fidelity {
  words: number;
  wordsFound: number;
  numbers: number;
  numbersFound: number;
}

const TOKEN = /\p{L}[\p{L}\p{M}]*|\d[\d.,]*\d|\d/gu;

function tokens(text: string): string[] {
  return text.normalize("NFKC").match(TOKEN) ?? [];
}

/** Compares the two as multisets: a word printed twice must be found twice. */
export function comparePage(expected: readonly string[], found: readonly string[]): Fidelity {
  const left = new Map<string, number>();
  for (const token of found.flatMap(tokens)) left.set(token, (left.get(token) ?? 0) + 1);
  const fidelity = { words: 0, wordsFound: 0, numbers: 0, numbersFound: 0 };
  for (const token of expected.flatMap(tokens)) {
    const count = left.get(token) ?? 0;
    const isNumber = /^\d/.test(token);
    fidelity.words += 1;
    if (isNumber) fidelity.numbers += 1;
    if (count === 0) continue;
    left.set(token, count - 1);
    fidelity.wordsFound += 1;
    if (isNumber) fidelity.numbersFound += 1;
  }
  return fidelity;
}

export function addFidelity(sum: Fidelity, page: Fidelity): void {
  sum.words += page.words;
  sum.wordsFound += page.wordsFound;
  sum.numbers += page.numbers;
  sum.numbersFound += page.numbersFound;
}
