/**
 * The similarity of a query word and a known word, both folded: 1 for equal, 0 for nothing in common. Fewer letters
 * than `lettersMin` do not count as a prefix.
 */
export function compareWords(query: string, known: string, lettersMin = 3): number {
  if (query === known) return 1;
  const [short, long] = query.length < known.length ? [query, known] : [known, query];
  if (isPlural(short, long)) return 0.93;
  const beginning = query.length >= lettersMin && known.startsWith(query);
  // Barely more for the shorter of two words with this prefix: the letters so far do not say which is being typed.
  const prefix = beginning ? 0.9 + 0.04 * (query.length / known.length) : compareCut(query, known);
  return Math.max(prefix, compareAbbreviation(short, long), compareSpelling(short, long));
}

function isPlural(short: string, long: string): boolean {
  if (short.length < 3 || long.length > short.length + 2 || !long.endsWith("s")) return false;
  return long === `${short}s` || long === `${short}es` || long === `${short.replace(/y$/, "ie")}s`;
}

/** A known word that was truncated where it was registered. */
function compareCut(query: string, known: string): number {
  if (known.length < 5 || !query.startsWith(known)) return 0;
  return 0.62 + 0.25 * (known.length / query.length);
}

/** Letters omitted inside, the first one kept: svcs for services. */
function compareAbbreviation(short: string, long: string): number {
  if (short.length < 3 || long.length < short.length + 2 || long.length > short.length * 3) return 0;
  if (short[0] !== long[0]) return 0;
  let at = 0;
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  // Abbreviations keep the consonants; one that keeps a vowel but drops consonants around it is another word.
  return /^[^aeiou]+$/.test(short.slice(1)) || short.length >= 4 ? 0.72 : 0.6;
}

/** One mistake from four letters on, two from eight on. */
function compareSpelling(short: string, long: string): number {
  const editsMax = short.length < 4 ? 0 : long.length < 8 ? 1 : 2;
  if (editsMax === 0 || long.length - short.length > editsMax || !startAlike(short, long)) return 0;
  const edits = countEdits(short, long, editsMax);
  if (edits > editsMax) return 0;
  return 1 - (edits * 1.1) / Math.max(long.length, 6) - (short[0] === long[0] ? 0 : 0.05);
}

/**
 * A cheap test that every single mistake passes: one of the first two letters is among the other word's first two.
 */
function startAlike(a: string, b: string): boolean {
  return a[0] === b[0] || a[1] === b[1] || a[0] === b[1] || a[1] === b[0];
}

/** Reused by every comparison: there are dozens in each look-up. */
let rows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const;

/** Letters to insert, delete, change or swap with their neighbour; anything above `most` is `most + 1`. */
export function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)];
  let [beforeLast, last, line] = rows;
  for (let column = 0; column < width; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    if (fillRow(a, b, { row, line, last, beforeLast }) > most) return most + 1;
    [beforeLast, last, line] = [last, line, beforeLast];
  }
  return last[b.length] ?? most + 1;
}

interface EditRows {
  row: number;
  line: Uint16Array;
  last: Uint16Array;
  beforeLast: Uint16Array;
}

/** The edits from the first letters of one word to each beginning of the other; returns the fewest. */
function fillRow(a: string, b: string, { row, line, last, beforeLast }: EditRows): number {
  line[0] = row;
  let fewest = row;
  const letter = a.charCodeAt(row - 1);
  const before = a.charCodeAt(row - 2);
  for (let column = 1; column <= b.length; column++) {
    const other = b.charCodeAt(column - 1);
    const changed = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
    let edits = Math.min((last[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, changed);
    const isSwapped = row > 1 && column > 1 && letter === b.charCodeAt(column - 2) && before === other;
    if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
    line[column] = edits;
    if (edits < fewest) fewest = edits;
  }
  return fewest;
}
