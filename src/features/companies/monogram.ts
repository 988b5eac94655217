import { createHash } from "node:crypto";
import { encodePng } from "../../kernel/png.ts";
import { foldName, foldText } from "./names/fold-name.ts";

const SIDE = 128;
const DOT = 8;
const CORNER = 20;
const LETTER = { width: 5, height: 7 };

/** Dark enough that white letters on them have a contrast above 4.5. */
const COLOURS = [
  0x1f4e79, 0x7a3b1d, 0x2f5d3a, 0x5b2a6e, 0x8a1f3d, 0x1d5c63, 0x4a4a4a, 0x6b4f00, 0x27408b, 0x5a3d2b,
];

/** Five dots per row, top to bottom, as numbers from 0 to 31. */
const FONT: Readonly<Record<string, string>> = {
  A: "ehhvhhh",
  B: "uhhuhhu",
  C: "ehggghe",
  D: "uhhhhhu",
  E: "vgguggv",
  F: "vgguggg",
  G: "ehgnhhf",
  H: "hhhvhhh",
  I: "e44444e",
  J: "72222ic",
  K: "hikokih",
  L: "ggggggv",
  M: "hrllhhh",
  N: "hhpljhh",
  O: "ehhhhhe",
  P: "uhhuggg",
  Q: "ehhhlid",
  R: "uhhukih",
  S: "fgge11u",
  T: "v444444",
  U: "hhhhhhe",
  V: "hhhhha4",
  W: "hhhllla",
  X: "hha4ahh",
  Y: "hhha444",
  Z: "v1248gv",
  0: "ehjlphe",
  1: "4c4444e",
  2: "eh1248v",
  3: "v2421he",
  4: "26aiv22",
  5: "vgu11he",
  6: "68guhhe",
  7: "v124888",
  8: "ehhehhe",
  9: "ehhf12c",
};

/**
 * A substitute logo: the company's initials on a colour. Returns a PNG of 128 × 128, always the same for the same
 * name.
 */
export function renderMonogramPng(name: string): Buffer {
  const initials = pickInitials(name);
  const pixels = Buffer.alloc((SIDE + 1) * SIDE);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) pixels[y * (SIDE + 1) + 1 + x] = isInside(x, y) ? 1 : 0;
  renderLetters(pixels, initials);
  const colour = pickColour(name);
  const background = [colour >> 16, (colour >> 8) & 255, colour & 255];
  // Outside (transparent), background, letters.
  const palette = [0, 0, 0, ...background, 255, 255, 255];
  return encodePng({ width: SIDE, height: SIDE, colors: "palette", rows: pixels, palette });
}

/** The initials of the first two distinctive words; two letters of a single word; none in a script the font lacks. */
export function pickInitials(name: string): string {
  const { words } = foldName(name);
  const spelled = words.map((word) => word.replace(/[^a-z0-9]/g, "")).filter((word) => word !== "");
  const [first = "", second] = spelled;
  return (second === undefined ? first.slice(0, 2) : `${first[0]}${second[0]}`).toUpperCase();
}

function pickColour(name: string): number {
  const number = createHash("sha256").update(foldText(name)).digest().readUInt32BE(0);
  return COLOURS[number % COLOURS.length] ?? 0;
}

function isInside(x: number, y: number): boolean {
  const fromEdge = (at: number) => Math.max(CORNER - at, at - (SIDE - 1 - CORNER), 0);
  return fromEdge(x) ** 2 + fromEdge(y) ** 2 <= CORNER ** 2;
}

function renderLetters(pixels: Buffer, letters: string): void {
  const dotsAcross = letters.length * (LETTER.width + 1) - 1;
  const left = Math.floor((SIDE - dotsAcross * DOT) / 2);
  const top = Math.floor((SIDE - LETTER.height * DOT) / 2);
  for (const [place, letter] of [...letters].entries())
    for (const [row, line] of readLetter(letter).entries())
      for (let column = 0; column < LETTER.width; column++)
        if ((line >> (LETTER.width - 1 - column)) & 1)
          fillDot(pixels, left + (place * (LETTER.width + 1) + column) * DOT, top + row * DOT);
}

function readLetter(letter: string): number[] {
  return [...(FONT[letter] ?? "")].map((digit) => Number.parseInt(digit, 32));
}

function fillDot(pixels: Buffer, left: number, top: number): void {
  for (let y = top; y < top + DOT; y++)
    pixels.fill(2, y * (SIDE + 1) + 1 + left, y * (SIDE + 1) + 1 + left + DOT);
}
