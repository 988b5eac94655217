import type { PassageReading } from "../../../platform/models/index.ts";

/** A passage that the passage reader has read. */
export interface ReadPassage {
  page: number;
  text: string;
  reading: PassageReading;
}

/** What the passage reader says of a place in the report: how likely the passage, the sentence and the words answer. */
export interface Opinion {
  passage: number;
  statement: number;
  answer: number;
  yes: number;
}

/** How many passages are read for a question. More find little more, and each takes its time. */
export const PASSAGES_READ = 6;

const NOTHING: Opinion = { passage: 0, statement: 0, answer: 0, yes: 0.5 };

interface Letters {
  /** Without what is set differently in a passage and in a sentence: spaces, and lines between the cells of a row. */
  text: string;
  places: number[];
}

/** The passages nearest to a question, as the passage reader sees them. */
export class Readings {
  readonly #byPage = new Map<number, (ReadPassage & { letters: Letters })[]>();
  /** How likely the best passage of a page answers. */
  readonly pages = new Map<number, number>();

  constructor(passages: readonly ReadPassage[]) {
    for (const passage of passages) {
      const { page, text, reading } = passage;
      const known = this.#byPage.get(page) ?? [];
      this.#byPage.set(page, [...known, { ...passage, letters: lettersOf(text) }]);
      this.pages.set(page, Math.max(this.pages.get(page) ?? 0, reading.answers));
    }
  }

  /** Of some words of a sentence or row, given by their place in it; of all of it without. */
  at(page: number, sentence: string, from = 0, to = sentence.length): Opinion {
    const wanted = lettersOf(sentence);
    let best = NOTHING;
    for (const { letters, reading } of this.#byPage.get(page) ?? []) {
      const at = letters.text.indexOf(wanted.text);
      if (at < 0 || wanted.text.length === 0) continue;
      const placeOf = (place: number) => letters.places[at + countBefore(wanted, place)] ?? 0;
      const endOf = (place: number) => (letters.places[at + countBefore(wanted, place) - 1] ?? 0) + 1;
      const opinion = {
        passage: reading.answers,
        statement: shareOf(reading, placeOf(0), endOf(sentence.length), "statement"),
        answer: shareOf(reading, placeOf(from), endOf(to), "answer"),
        yes: reading.yes,
      };
      if (opinion.passage > best.passage) best = opinion;
    }
    return best;
  }
}

function shareOf(reading: PassageReading, start: number, end: number, kind: "answer" | "statement"): number {
  return reading.tokens.reduce(
    (sum, token) => (token.start < end && token.end > start ? sum + token[kind] : sum),
    0,
  );
}

/** How many letters stand before a place of the text. */
function countBefore({ places }: Letters, place: number): number {
  const at = places.findIndex((own) => own >= place);
  return at < 0 ? places.length : at;
}

function lettersOf(text: string): Letters {
  let letters = "";
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (/[\s|]/.test(letter)) continue;
    letters += letter;
    places.push(at);
  }
  return { text: letters, places };
}
