/** A sentence by a model, with the passages it cites, counted from 1. */
export interface CitedSentence {
  text: string;
  passages: number[];
}

const CITATION = /\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]/g;
const SENTENCES_MAX = 12;
const LETTERS_MAX = 1_200;

/** Sentences with citations; a sentence without one is not part of an answer. */
export function readSentences(text: string, passageCount: number): CitedSentence[] {
  return splitAtCitations(text)
    .flatMap((piece) => {
      const passages = [...piece.matchAll(CITATION)].flatMap(
        ([citation]) => citation.match(/\d+/g)?.map(Number) ?? [],
      );
      const known = [...new Set(passages)].filter((number) => number >= 1 && number <= passageCount);
      const sentence = piece
        .replace(CITATION, "")
        .replace(/\s+([.,;:!?])/g, "$1")
        .replace(/\s+/g, " ")
        .trim();
      if (known.length === 0 || sentence.length < 2 || sentence.length > LETTERS_MAX) return [];
      return [{ text: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`, passages: known }];
    })
    .slice(0, SENTENCES_MAX);
}

/** "Sales rose. [1]" and "Sales rose [1]." end in the same place. */
function splitAtCitations(text: string): string[] {
  return text
    .replace(/([.!?])\s*((?:\[[\d,;\s]+\]\s*)+)/g, " $2$1")
    .split(/(?<=\]\s*[.!?])\s+|\n+/)
    .map((piece) => piece.trim())
    .filter(Boolean);
}
