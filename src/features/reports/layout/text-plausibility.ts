/** Enough words and letters to judge by. */
const WORDS_MIN = 20;
const LETTERS_MIN = 100;
/** In every language in Latin letters more than a third of them are vowels; lists of abbreviations have fewer. */
const VOWELS_MIN = 0.22;
/** Fonts without a mapping give codes for private use, controls, or the sign for an unknown character. */
const UNREADABLE = /[\p{Co}\p{Cc}\p{Cn}\uFFFD]/u;
const UNREADABLE_MAX = 0.2;

/**
 * Whether the words of a page are text. Some files draw the right shapes with codes that mean other letters: people
 * see a report, and programs read "5HYHQXH". Judges Latin letters and unreadable codes; other scripts pass.
 */
export function isPlausibleText(words: readonly { text: string }[]): boolean {
  if (words.length < WORDS_MIN) return true;
  const unreadable = words.filter(({ text }) => UNREADABLE.test(text)).length;
  if (unreadable > words.length * UNREADABLE_MAX) return false;
  let [letters, vowels] = [0, 0];
  for (const { text } of words) {
    const plain = text.normalize("NFD").toLowerCase();
    letters += plain.match(/[a-z]/g)?.length ?? 0;
    vowels += plain.match(/[aeiou]/g)?.length ?? 0;
  }
  return letters < LETTERS_MIN || vowels >= letters * VOWELS_MIN;
}
