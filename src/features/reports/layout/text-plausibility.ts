/** Enough words and letters to judge by. */
const WORDS_MIN = 20;
const LETTERS_MIN = 100;
/** In every language in Latin letters more than a third of them are vowels; lists of abbreviations have fewer. */
const VOWELS_MIN = 0.22;
/** Fonts without a mapping give codes for private use, controls, or the sign for an unknown character. */
const UNREADABLE = /[\p{Co}\p{Cc}\p{Cn}\uFFFD]/u;
const UNREADABLE_MAX = 0.2;

/** Most words are of these alone, and need neither a pattern nor a normal form. */
const BEYOND_ASCII = /[^\x20-\x7e]/;
/** Whether a code below 128 is a letter, and whether a vowel. */
const LETTERS = tableOf(/[a-z]/i);
const VOWELS = tableOf(/[aeiou]/i);

/**
 * Whether the words of a page are text. Some files draw the right shapes with codes that mean other letters: people
 * see a report, and programs read "5HYHQXH". Judges Latin letters and unreadable codes; other scripts pass.
 */
export function isPlausibleText(words: readonly { text: string }[]): boolean {
  if (words.length < WORDS_MIN) return true;
  let [letters, vowels, unreadable] = [0, 0, 0];
  for (const { text } of words) {
    const isForeign = BEYOND_ASCII.test(text);
    if (isForeign && UNREADABLE.test(text)) unreadable += 1;
    const plain = isForeign ? text.normalize("NFD") : text;
    for (let at = 0; at < plain.length; at++) {
      const code = plain.charCodeAt(at);
      letters += LETTERS[code] ?? 0;
      vowels += VOWELS[code] ?? 0;
    }
  }
  if (unreadable > words.length * UNREADABLE_MAX) return false;
  return letters < LETTERS_MIN || vowels >= letters * VOWELS_MIN;
}

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}
