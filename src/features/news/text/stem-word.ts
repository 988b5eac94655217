/**
 * A word without its plural or case ending, so that "rates" matches "rate". Deliberately light: it joins forms of one
 * word and never two words, and words of a language without rules stay unchanged.
 */
export function stemWord(word: string, language: string): string {
  if (language === "en") return stemEnglish(word);
  if (language === "de") return stemGerman(word);
  return word;
}

function stemEnglish(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /\d/.test(word)) return word;
  if (/[^ea]ies$/.test(word)) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:us|ss|is)$/.test(word)) return word;
  return word.slice(0, -1);
}

function stemGerman(word: string): string {
  return word.length < 5 || /\d/.test(word) ? word : word.replace(/(?:en|er|es|em|e|n|s)$/, "");
}
