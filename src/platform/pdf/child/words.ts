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
const FIRST_RIGHT_TO_LEFT = 0x590;
const WORD_LENGTH_MAX = 2_000;

/** PDFium uses this code for a hyphen at the end of a line; the page shows a hyphen. */
const LINE_END_HYPHEN = 2;
const HYPHEN = 0x2d;
const BOLD_NAME = /bold|black|heavy|semibd|demi/i;
const BOLD_WEIGHT = 600;
const FORCE_BOLD_FLAG = 1 << 18;
const FONT_NAME_BYTES_MAX = 256;

/** The word to which letters are added; the collector has one and uses it again for each word. */
interface OpenWord {
  text: string;
  /** None while no word is open. */
  letters: number;
  /** Printable ASCII alone, as most words are: nothing to normalise and no space to take away. */
  isPlain: boolean;
  /** As displayed. */
  seen: Box;
  /** The same, rotated so that it reads from left to right; the same object while the word is upright. */
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

/**
 * Builds words from the letters of a document's pages, in the order in which the file prints them. A report has
 * millions of letters, so nothing is made anew for a letter: boxes and the open word are written over.
 */
export class WordCollector {
  readonly #engine: Engine;
  readonly #scratch: number;
  readonly #boldFonts = new Map<number, boolean>();
  /** The current letter, as displayed and as rotated. */
  readonly #seen: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };
  readonly #rotated: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };
  /** The open word's rotated box, where the word is not upright. */
  readonly #wordRotated: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };
  readonly #word: OpenWord = noWord();

  constructor(engine: Engine, scratch: number) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  collect(text: number, geometry: PageGeometry): PdfWord[] {
    const { pdfium } = this.#engine;
    const letters = pdfium.FPDFText_CountChars(text);
    const words: PdfWord[] = [];
    this.#word.letters = 0;
    for (let index = 0; index < letters; index++) {
      const code = pdfium.FPDFText_GetUnicode(text, index);
      if (isInvisible(code)) continue;
      const placed = this.#readBox(text, index, geometry);
      if (isSpace(code)) this.#noteSpace(placed);
      else if (placed) {
        const printed = code === LINE_END_HYPHEN ? HYPHEN : code;
        if (this.#append(printed)) continue;
        finish(this.#word, geometry, words);
        const angle = Math.max(0, pdfium.FPDFText_GetCharAngle(text, index));
        this.#start(printed, seenTurn(geometry, angle), this.#isBold(text, index));
      }
    }
    finish(this.#word, geometry, words);
    return words;
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
    if (!Number.isFinite(left + top + right + bottom)) return false;
    place(geometry, { left, bottom, right, top }, this.#seen);
    return true;
  }

  /** The current letter's box, rotated like the word. */
  #rotateLetter(turn: Turn): Box {
    if (turn === 0) return this.#seen;
    upright(this.#seen, turn, this.#rotated);
    return this.#rotated;
  }

  #start(code: number, turn: Turn, bold: boolean): void {
    const word = this.#word;
    const letter = this.#rotateLetter(turn);
    word.text = String.fromCodePoint(code);
    word.letters = 1;
    word.isPlain = isPlain(code);
    copy(this.#seen, word.seen);
    word.rotated = turn === 0 ? word.seen : this.#wordRotated;
    if (turn !== 0) copy(letter, word.rotated);
    word.turn = turn;
    word.bold = bold;
    word.lastLetterMiddle = (letter.x0 + letter.x1) / 2;
    word.spaceFollows = false;
    word.direction = code >= FIRST_RIGHT_TO_LEFT && isRightToLeft(word.text) ? "left" : "right";
    word.spaceMiddle = Number.POSITIVE_INFINITY;
  }

  #noteSpace(placed: boolean): void {
    const word = this.#word;
    if (word.letters === 0) return;
    word.spaceFollows = true;
    if (!placed) return;
    const space = this.#rotateLetter(word.turn);
    const width = space.x1 - space.x0;
    if (width <= (space.y1 - space.y0) * WIDE_SPACE_SHARE) return;
    // A space drawn beneath the previous letter separates nothing.
    if (space.x0 < word.lastLetterMiddle) return;
    word.spaceMiddle = Math.min(word.spaceMiddle, space.x0 + width / 2);
  }

  /** Adds the letter if it continues the open word; returns whether it did. */
  #append(code: number): boolean {
    const word = this.#word;
    if (word.letters === 0 || word.letters >= WORD_LENGTH_MAX) return false;
    const next = this.#rotateLetter(word.turn);
    if (isBelow(word, code, next)) word.direction = "down";
    else if (!continues(word, code, next)) return false;
    word.text += String.fromCodePoint(code);
    word.letters += 1;
    word.isPlain &&= isPlain(code);
    word.spaceFollows = false;
    word.spaceMiddle = Number.POSITIVE_INFINITY;
    word.lastLetterMiddle = (next.x0 + next.x1) / 2;
    grow(word.seen, this.#seen);
    if (word.turn !== 0) grow(word.rotated, next);
    return true;
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

function noWord(): OpenWord {
  const seen = { x0: 0, y0: 0, x1: 0, y1: 0 };
  return {
    text: "",
    letters: 0,
    isPlain: true,
    seen,
    rotated: seen,
    turn: 0,
    bold: false,
    lastLetterMiddle: 0,
    spaceFollows: false,
    direction: "right",
    spaceMiddle: Number.POSITIVE_INFINITY,
  };
}

/** Whether the letter stands next to the word, on the side to which it is written. */
function continues(word: OpenWord, code: number, next: Box): boolean {
  const own = next.y1 - next.y0;
  const wordHeight = word.rotated.y1 - word.rotated.y0;
  // The box of a hyphen at the end of a line is as flat as its stroke; the word gives the real height.
  const height = own < wordHeight * FLAT_SHARE ? wordHeight : own;
  const sameLine = Math.abs(next.y0 + next.y1 - word.rotated.y0 - word.rotated.y1) < height;
  if (!sameLine || word.direction === "down") return false;
  if (word.direction === "left") {
    const gap = word.rotated.x0 - next.x1;
    const apart = gap > height * GAP_SHARE || next.x1 > word.rotated.x1 + BACKWARD_POINTS;
    return !(isTurning(code) || apart || (word.spaceFollows && gap > height * SPACE_SHARE));
  }
  const gap = next.x0 - word.rotated.x1;
  const apart = gap > height * GAP_SHARE || next.x0 < word.rotated.x0 - BACKWARD_POINTS;
  const spaced = word.spaceFollows && (gap > height * SPACE_SHARE || next.x0 > word.spaceMiddle);
  return !(apart || spaced);
}

/** Digits and Latin letters in a text that is read to the left are written to the right: words of their own. */
function isTurning(code: number): boolean {
  const letter = String.fromCodePoint(code);
  return /[\p{L}\p{N}]/u.test(letter) && !isRightToLeft(letter);
}

/** Japanese may be written in columns: the next character is right below the previous ones. */
function isBelow(word: OpenWord, code: number, next: Box): boolean {
  if (code < FIRST_EAST_ASIAN || (word.letters > 1 && word.direction !== "down")) return false;
  if (!isColumnCharacter(String.fromCodePoint(code)) || !isColumnCharacter(word.text)) return false;
  const { x0, x1, y1 } = word.rotated;
  const height = next.y1 - next.y0;
  const isAligned = Math.abs(next.x0 + next.x1 - x0 - x1) < height * COLUMN_OFFSET_SHARE * 2;
  const gap = next.y0 - y1;
  return isAligned && gap > -height * COLUMN_GAP_SHARE && gap < height * COLUMN_GAP_SHARE;
}

function isPlain(code: number): boolean {
  return code > 32 && code < 127;
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

function copy(from: Box, to: Box): void {
  to.x0 = from.x0;
  to.y0 = from.y0;
  to.x1 = from.x1;
  to.y1 = from.y1;
}

function grow(box: Box, other: Box): void {
  if (other.x0 < box.x0) box.x0 = other.x0;
  if (other.y0 < box.y0) box.y0 = other.y0;
  if (other.x1 > box.x1) box.x1 = other.x1;
  if (other.y1 > box.y1) box.y1 = other.y1;
}

/**
 * Adds the open word, if one is open, to the words. Damaged files place words far outside the page; they are invisible,
 * so they are not words of the page.
 */
function finish(word: OpenWord, page: PageGeometry, words: PdfWord[]): void {
  if (word.letters === 0) return;
  const { x0, y0, x1, y1 } = word.seen;
  const middleX = (x0 + x1) / 2;
  const middleY = (y0 + y1) / 2;
  if (middleX < 0 || middleX > page.width || middleY < 0 || middleY > page.height) return;
  if (x1 - x0 > page.width * 2 || y1 - y0 > page.height * 2) return;
  const text = word.isPlain ? word.text : word.text.normalize("NFKC").toWellFormed().trim();
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
