import { isColumnCharacter, isRightToLeft } from "../../../kernel/writing-direction.ts";
import type { PdfWord, Turn } from "../page.ts";
import { type Box, type PageGeometry, place, seenTurn, upright } from "./geometry.ts";
import type { Engine } from "./pdfium.ts";

/** A gap this wide, relative to the letter's height, separates words even where the file has no space. */
const GAP_SHARE = 0.35;
/** A narrower gap is ignored: some producers put a zero-width space between any two digits. */
const SPACE_SHARE = 0.015;
/** A printed space at least this wide counts even where an overhanging letter such as `f` reaches into it. */
const WIDE_SPACE_SHARE = 0.1;
/** Letters this far back do not follow each other, whatever the file says. */
const BACKWARD_POINTS = 1;
const FLAT_SHARE = 0.3;
/** How far characters of one column are apart, and out of line, relative to their height. */
const COLUMN_GAP_SHARE = 0.5;
const COLUMN_OFFSET_SHARE = 0.25;
const FIRST_EAST_ASIAN = 0x2e80;
const WORD_LENGTH_MAX = 2_000;
/** Most words: nothing to normalise and no space to take away. */
const PLAIN = /^[\x21-\x7e]+$/;

/** PDFium uses this code for a hyphen at the end of a line; the page shows a hyphen. */
const LINE_END_HYPHEN = 2;
const BOLD_NAME = /bold|black|heavy|semibd|demi/i;
const BOLD_WEIGHT = 600;
const FORCE_BOLD_FLAG = 1 << 18;
const FONT_NAME_BYTES_MAX = 256;

interface OpenWord {
  text: string;
  letters: number;
  /** As displayed. */
  seen: Box;
  /** The same, rotated so that it reads from left to right. */
  rotated: Box;
  turn: Turn;
  bold: boolean;
  lastLetterMiddle: number;
  spaceFollows: boolean;
  /** Its letters follow each other to the left, or below each other. */
  direction: "right" | "left" | "down";
  /** The middle of the printed space after the word, in reading direction; infinite while there is none. */
  spaceMiddle: number;
}

interface Letter {
  code: number;
  text: number;
  index: number;
  geometry: PageGeometry;
  words: PdfWord[];
}

/** Builds words from the letters of a document's pages, in the order in which the file prints them. */
export class WordCollector {
  readonly #engine: Engine;
  readonly #scratch: number;
  readonly #boldFonts = new Map<number, boolean>();
  /** The current letter, as displayed and as rotated. Reused for each letter: there are millions. */
  readonly #seen: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };
  readonly #rotated: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };

  constructor(engine: Engine, scratch: number) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  collect(text: number, geometry: PageGeometry): PdfWord[] {
    const { pdfium } = this.#engine;
    const letters = pdfium.FPDFText_CountChars(text);
    const words: PdfWord[] = [];
    let open: OpenWord | null = null;
    for (let index = 0; index < letters; index++) {
      const code = pdfium.FPDFText_GetUnicode(text, index);
      if (isInvisible(code)) continue;
      const placed = this.#readBox(text, index, geometry);
      if (isSpace(code)) this.#noteSpace(open, placed);
      else if (placed) open = this.#takeLetter(open, { code, text, index, geometry, words });
    }
    if (open) finish(open, geometry, words);
    return words;
  }

  /** The open word after the letter: the previous one, or a new one. */
  #takeLetter(open: OpenWord | null, letter: Letter): OpenWord {
    const { code, text, index, geometry, words } = letter;
    const printed = code === LINE_END_HYPHEN ? "-" : String.fromCodePoint(code);
    if (open && this.#append(open, printed)) return open;
    if (open) finish(open, geometry, words);
    const angle = Math.max(0, this.#engine.pdfium.FPDFText_GetCharAngle(text, index));
    return this.#start(printed, seenTurn(geometry, angle), this.#isBold(text, index));
  }

  #readBox(text: number, index: number, geometry: PageGeometry): boolean {
    if (!this.#engine.pdfium.FPDFText_GetLooseCharBox(text, index, this.#scratch)) return false;
    const memory = this.#engine.floats();
    const at = this.#scratch >> 2;
    // The call above has just written the four sides.
    const left = memory[at] as number;
    const top = memory[at + 1] as number;
    const right = memory[at + 2] as number;
    const bottom = memory[at + 3] as number;
    const seen = this.#seen;
    place(geometry, { left, bottom, right, top }, seen);
    return Number.isFinite(seen.x0 + seen.x1 + seen.y0 + seen.y1);
  }

  #start(letter: string, turn: Turn, bold: boolean): OpenWord {
    upright(this.#seen, turn, this.#rotated);
    return {
      text: letter,
      letters: 1,
      seen: { ...this.#seen },
      rotated: { ...this.#rotated },
      turn,
      bold,
      lastLetterMiddle: (this.#rotated.x0 + this.#rotated.x1) / 2,
      spaceFollows: false,
      direction: isRightToLeft(letter) ? "left" : "right",
      spaceMiddle: Number.POSITIVE_INFINITY,
    };
  }

  #noteSpace(word: OpenWord | null, placed: boolean): void {
    if (!word) return;
    word.spaceFollows = true;
    if (!placed) return;
    const space = this.#rotated;
    upright(this.#seen, word.turn, space);
    const width = space.x1 - space.x0;
    if (width <= (space.y1 - space.y0) * WIDE_SPACE_SHARE) return;
    // A space drawn beneath the previous letter separates nothing.
    if (space.x0 < word.lastLetterMiddle) return;
    word.spaceMiddle = Math.min(word.spaceMiddle, space.x0 + width / 2);
  }

  /** Adds the letter if it continues the word; returns whether it did. */
  #append(word: OpenWord, letter: string): boolean {
    const next = this.#rotated;
    upright(this.#seen, word.turn, next);
    const own = next.y1 - next.y0;
    const wordHeight = word.rotated.y1 - word.rotated.y0;
    // The box of a hyphen at the end of a line is as flat as its stroke; the word gives the real height.
    const height = own < wordHeight * FLAT_SHARE ? wordHeight : own;
    if (word.letters >= WORD_LENGTH_MAX) return false;
    if (isBelow(word, letter, next)) word.direction = "down";
    else if (!this.#continues(word, letter, height)) return false;
    word.text += letter;
    word.letters += 1;
    word.spaceFollows = false;
    word.spaceMiddle = Number.POSITIVE_INFINITY;
    word.lastLetterMiddle = (next.x0 + next.x1) / 2;
    grow(word.seen, this.#seen);
    grow(word.rotated, next);
    return true;
  }

  /** Whether the letter stands next to the word, on the side to which it is written. */
  #continues(word: OpenWord, letter: string, height: number): boolean {
    const next = this.#rotated;
    const sameLine = Math.abs(next.y0 + next.y1 - word.rotated.y0 - word.rotated.y1) < height;
    if (!sameLine || word.direction === "down") return false;
    if (word.direction === "left") {
      const gap = word.rotated.x0 - next.x1;
      // Digits and Latin letters in such a text are written to the right: words of their own.
      const isTurning = /[\p{L}\p{N}]/u.test(letter) && !isRightToLeft(letter);
      const apart = gap > height * GAP_SHARE || next.x1 > word.rotated.x1 + BACKWARD_POINTS;
      return !(isTurning || apart || (word.spaceFollows && gap > height * SPACE_SHARE));
    }
    const gap = next.x0 - word.rotated.x1;
    const apart = gap > height * GAP_SHARE || next.x0 < word.rotated.x0 - BACKWARD_POINTS;
    const spaced = word.spaceFollows && (gap > height * SPACE_SHARE || next.x0 > word.spaceMiddle);
    return !(apart || spaced);
  }

  #isBold(text: number, index: number): boolean {
    const { pdfium, bytes } = this.#engine;
    const object = pdfium.FPDFText_GetTextObject(text, index);
    const font = object === 0 ? 0 : pdfium.FPDFTextObj_GetFont(object);
    if (font === 0) return false;
    const known = this.#boldFonts.get(font);
    if (known !== undefined) return known;
    const size = pdfium.FPDFFont_GetBaseFontName(font, this.#scratch, FONT_NAME_BYTES_MAX);
    const end = this.#scratch + Math.min(size, FONT_NAME_BYTES_MAX);
    const name = Buffer.from(bytes().subarray(this.#scratch, end)).toString("latin1");
    const bold =
      BOLD_NAME.test(name) ||
      pdfium.FPDFFont_GetWeight(font) >= BOLD_WEIGHT ||
      (pdfium.FPDFFont_GetFlags(font) & FORCE_BOLD_FLAG) !== 0;
    this.#boldFonts.set(font, bold);
    return bold;
  }
}

/** Japanese may be written in columns: the next character is right below the previous ones. */
function isBelow(word: OpenWord, letter: string, next: Box): boolean {
  if ((word.letters > 1 && word.direction !== "down") || letter.charCodeAt(0) < FIRST_EAST_ASIAN)
    return false;
  if (!isColumnCharacter(letter) || !isColumnCharacter(word.text)) return false;
  const { x0, x1, y1 } = word.rotated;
  const height = next.y1 - next.y0;
  const isAligned = Math.abs(next.x0 + next.x1 - x0 - x1) < height * COLUMN_OFFSET_SHARE * 2;
  const gap = next.y0 - y1;
  return isAligned && gap > -height * COLUMN_GAP_SHARE && gap < height * COLUMN_GAP_SHARE;
}

function isSpace(code: number): boolean {
  if (code <= 32) return code !== LINE_END_HYPHEN;
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f;
}

function isInvisible(code: number): boolean {
  if (code < 0xad) return false;
  if (code >= 0x200b && code <= 0x200f) return true;
  return code === 0xad || code === 0xfeff || code === 0xfffe || code === 0xffff || code > 0x10ffff;
}

function grow(box: Box, other: Box): void {
  if (other.x0 < box.x0) box.x0 = other.x0;
  if (other.y0 < box.y0) box.y0 = other.y0;
  if (other.x1 > box.x1) box.x1 = other.x1;
  if (other.y1 > box.y1) box.y1 = other.y1;
}

/** Damaged files place words far outside the page; they are invisible, so they are not words of the page. */
function finish(word: OpenWord, page: PageGeometry, words: PdfWord[]): void {
  const { x0, y0, x1, y1 } = word.seen;
  const middleX = (x0 + x1) / 2;
  const middleY = (y0 + y1) / 2;
  if (middleX < 0 || middleX > page.width || middleY < 0 || middleY > page.height) return;
  if (x1 - x0 > page.width * 2 || y1 - y0 > page.height * 2) return;
  const text = PLAIN.test(word.text) ? word.text : word.text.normalize("NFKC").toWellFormed().trim();
  if (text === "") return;
  words.push({
    text,
    x0: Math.max(0, x0),
    y0: Math.max(0, y0),
    x1: Math.min(page.width, x1),
    y1: Math.min(page.height, y1),
    bold: word.bold,
    turn: word.turn,
  });
}
