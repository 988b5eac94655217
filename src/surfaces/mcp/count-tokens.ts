const [LETTER, DIGIT, SPACE, SIGN] = [1, 2, 3, 4];

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) return LETTER;
  if (/\d/.test(character)) return DIGIT;
  return /\s/.test(character) ? SPACE : SIGN;
});

/**
 * Slightly more tokens than any client's tokenizer makes of a text. A short word is one token, a long one several;
 * identifiers and numbers are cut into pieces of one or two characters; every sign counts, and so does every letter
 * outside ASCII.
 */
export function countTokensAtMost(text: string): number {
  let tokens = 0;
  let letters = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? KINDS[code] : SIGN;
    if (kind === LETTER) letters++;
    else if (kind === DIGIT) digits++;
    else {
      tokens += countWord(letters, digits) + (kind === SIGN ? 1 : 0);
      letters = 0;
      digits = 0;
    }
  }
  return Math.ceil((tokens + countWord(letters, digits)) * MARGIN);
}

function countWord(letters: number, digits: number): number {
  if (letters === 0) return Math.ceil(digits / DIGITS_PER_TOKEN);
  if (digits > 0) return (letters + digits) / MIXED_PER_TOKEN;
  return 1 + Math.max(0, letters - SHORT_WORD) / LETTERS_PER_TOKEN;
}

/** Measured on answers of every tool, with a tokenizer of words and one of byte pairs. */
const SHORT_WORD = 5;
const LETTERS_PER_TOKEN = 4;
const DIGITS_PER_TOKEN = 2;
const MIXED_PER_TOKEN = 1.5;
const MARGIN = 1.1;
