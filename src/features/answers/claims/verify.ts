import { type PageRecord, readFigure } from "../../reports/index.ts";

type Box = readonly [number, number, number, number] | readonly number[];

const EDGE_POINTS = 1.5;

/**
 * The words of a page inside a box, as printed: in file order, and from left to right, since a file may draw the
 * currency sign after the number.
 */
function wordsInside(page: PageRecord, box: Box): string[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const inside = page.words.filter(({ box: word }) => {
    const x = (word[0] + word[2]) / 2;
    const y = (word[1] + word[3]) / 2;
    return x >= x0 - EDGE_POINTS && x <= x1 + EDGE_POINTS && y >= y0 - EDGE_POINTS && y <= y1 + EDGE_POINTS;
  });
  const fromLeft = inside.toSorted((a, b) => a.box[0] - b.box[0]);
  return [inside, fromLeft].map((words) => words.map(({ text }) => text).join(" "));
}

/** Reads the box again and compares: true only when this number is printed there. */
export function rereads(page: PageRecord, box: Box, value: number): boolean {
  // A number at the end of a clause is followed by a comma or full stop.
  const candidates = wordsInside(page, box).flatMap((text) => [
    text,
    text.replace(/[.,;:]+$/, ""),
    text.replace(/\s+/g, ""),
  ]);
  for (const candidate of candidates) {
    for (const mark of [".", ","] as const) {
      const figure = readFigure(candidate, mark);
      if (figure && Math.abs(figure.value) === Math.abs(value)) return true;
    }
  }
  return false;
}

const NUMBER = /\d+(?:[.,'’]\d+)*/g;

const SHORT_YEAR = /\bFY\s?['’]?(\d{2})\b/gi;

/** The numbers in a text as bare digits, so that "$1,577.0" and "1577.0" are equal. */
export function numbersIn(text: string): string[] {
  return (text.match(NUMBER) ?? []).map((number) => number.replace(/[,'’]/g, ""));
}

/** The numbers a text implies: "FY19" also names the year 2019. */
export function listNumbers(text: string): string[] {
  const years = Array.from(text.matchAll(SHORT_YEAR), ([, year]) => `20${year}`);
  return [...numbersIn(text), ...years];
}

/** "3.70" and "3.7" are the same number. */
export function plainNumber(number: string): string {
  return number.includes(".") ? number.replace(/0+$/, "").replace(/\.$/, "") : number;
}
