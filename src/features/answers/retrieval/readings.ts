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

const UNLIKELY = 0.1;
const SURE = 0.8;

const NOTHING: Opinion = { passage: 0, statement: 0, answer: 0, yes: 0.5 };

interface PlacedText {
  /** With one space wherever there are spaces or lines between cells, and around it: as words follow each other. */
  text: string;
  /** Where each character was. */
  places: number[];
}

/** The passages nearest to a question, as the passage reader sees them. */
export class Readings {
  readonly #byPage = new Map<number, (ReadPassage & { placed: PlacedText })[]>();
  /** How likely the best passage of a page answers. */
  readonly pages = new Map<number, number>();

  constructor(passages: readonly ReadPassage[]) {
    for (const passage of passages) {
      const { page, text, reading } = passage;
      const known = this.#byPage.get(page) ?? [];
      this.#byPage.set(page, [...known, { ...passage, placed: placeText(text) }]);
      this.pages.set(page, Math.max(this.pages.get(page) ?? 0, reading.answers));
    }
  }

  /** Whether the answer is without doubt on another page than this one. */
  isElsewhere(page: number): boolean {
    return (this.pages.get(page) ?? 0) < UNLIKELY && Math.max(0, ...this.pages.values()) >= SURE;
  }

  /** Of some words of a sentence or row, given by their place in it; of all of it without. */
  at(page: number, sentence: string, from = 0, to = sentence.length): Opinion {
    const wanted = placeText(sentence);
    const found = (this.#byPage.get(page) ?? []).flatMap((passage) =>
      listPlaces(passage.placed.text, wanted.text).flatMap((at) => {
        const placeOf = (place: number) => passage.placed.places[at + firstFrom(wanted, place)] ?? 0;
        return opinionOf(passage.reading, placeOf(0), placeOf(sentence.length), [placeOf(from), placeOf(to)]);
      }),
    );
    return found.reduce(
      (a, b) => (b.passage * b.statement > a.passage * a.statement ? b : a),
      found[0] ?? NOTHING,
    );
  }
}

/** Nothing of a sentence behind the last token: it was cut off and not read. */
function opinionOf(
  reading: PassageReading,
  start: number,
  end: number,
  [from, to]: readonly [number, number],
): Opinion[] {
  if (start >= (reading.tokens.at(-1)?.end ?? 0)) return [];
  const statement = shareOf(reading, start, end, "statement");
  return [
    { passage: reading.answers, statement, answer: shareOf(reading, from, to, "answer"), yes: reading.yes },
  ];
}

function listPlaces(text: string, wanted: string): number[] {
  const places: number[] = [];
  if (wanted.trim() === "") return places;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) places.push(at);
  return places;
}

function shareOf(reading: PassageReading, start: number, end: number, kind: "answer" | "statement"): number {
  return reading.tokens.reduce(
    (sum, token) => (token.start < end && token.end > start ? sum + token[kind] : sum),
    0,
  );
}

/** The first character that was at a place or behind it; the space in front does not count. */
function firstFrom({ places }: PlacedText, place: number): number {
  const at = places.findIndex((one, index) => index > 0 && one >= place);
  return at < 0 ? places.length - 1 : at;
}

function placeText(text: string): PlacedText {
  let words = "";
  const places: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[^\s|]+/g)) {
    words += ` ${word}`;
    places.push(index, ...Array.from({ length: word.length }, (_, at) => index + at));
  }
  places.push(text.length);
  return { text: `${words} `, places };
}
