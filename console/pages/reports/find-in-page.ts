/** A piece of text on a page, as the PDF library gives it, in points from the top left. */
export interface TextPiece {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The boxes of one match: several where it continues in the next piece or line. */
export type Match = readonly (readonly [left: number, top: number, right: number, bottom: number])[];

const MATCHES_MAX = 500;

/** Where the words are on a page. Case and line breaks do not matter; a match may span several pieces. */
export function findInPage(pieces: readonly TextPiece[], query: string): Match[] {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const { text, starts } = joinPieces(pieces);
  const pattern = new RegExp(words.map(RegExp.escape).join("\\s+"), "giu");
  const found = text.matchAll(pattern).take(MATCHES_MAX);
  return [...found].map(({ index, 0: matched }) =>
    pieces.flatMap((piece, at) => boxOf(piece, index - (starts[at] ?? 0), matched.length)),
  );
}

/** The text of the page, and where each piece starts in it. */
function joinPieces(pieces: readonly TextPiece[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = "";
  for (const piece of pieces) {
    starts.push(text.length);
    text += `${piece.text} `;
  }
  return { text, starts };
}

/** The part of a piece from a letter on; letters are taken to be equally wide. */
function boxOf({ text, left, top, width, height }: TextPiece, from: number, length: number) {
  const [first, last] = [Math.max(0, from), Math.min(text.length, from + length)];
  if (first >= last) return [];
  const letter = width / text.length;
  return [[left + first * letter, top, left + last * letter, top + height] as const];
}
