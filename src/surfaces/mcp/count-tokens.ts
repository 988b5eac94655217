/**
 * An upper bound for the tokens of any client's tokenizer. Byte-pair vocabularies cut ordinary words into pieces of
 * four letters and more, digits into ones to threes, and scripts without spaces nearly letter by letter; here every
 * digit, sign and letter outside ASCII counts as one token.
 */
export function countTokensAtMost(text: string): number {
  let tokens = 0;
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
    if (isLetter || code === 32) {
      letters++;
      continue;
    }
    tokens += Math.ceil(letters / CHARACTERS_PER_TOKEN) + (code < 128 ? 1 : WIDE_TOKENS);
    letters = 0;
  }
  return tokens + Math.ceil(letters / CHARACTERS_PER_TOKEN);
}

/** Rare words and names are cut into shorter pieces than prose. */
const CHARACTERS_PER_TOKEN = 2.5;
/** A rare letter may be cut into its bytes. */
const WIDE_TOKENS = 1.5;
