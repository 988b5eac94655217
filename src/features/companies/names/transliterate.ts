import anyAscii from "any-ascii";

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
/** Characters without a single sound: names in them are found only where a source has them. */
const WITHOUT_SOUND = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Spellings that companies choose for sounds which transliteration tables spell in another way. */
const CHOSEN_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ks/g, "x"],
  [/y(?![aeiou])/g, "i"],
  [/eo/g, "u"],
];

/** How a name in a script of sounds (Cyrillic, Greek, Korean and others) may be written in Latin letters. */
export function listTransliterations(name: string): string[] {
  if (!OTHER_SCRIPT.test(name) || WITHOUT_SOUND.test(name)) return [];
  const latin = anyAscii(name.normalize("NFC")).toLowerCase();
  const chosen = CHOSEN_SPELLINGS.reduce((text, [sound, letters]) => text.replace(sound, letters), latin);
  return [...new Set([latin, chosen])].filter((text) => /[a-z]/.test(text));
}
