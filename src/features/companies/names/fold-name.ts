import { isAscii } from "../../../kernel/ascii.ts";
import { foldEastAsian } from "./fold-east-asian.ts";
import { LEGAL_AT_END_ONLY, LEGAL_CJK, LEGAL_FORMS, LEGAL_PHRASES, STOP_WORDS } from "./legal-forms.ts";
import { WRITTEN_OUT } from "./word-forms.ts";

/** A company name as it is compared: without case, accents, punctuation and legal form. */
export interface FoldedName {
  /** In the order written. Scripts without spaces give overlapping pairs of characters. */
  readonly words: readonly string[];
  /** Short names of the legal forms found, such as `ltd`. */
  readonly legal: readonly string[];
}

const WORDS_MAX = 16;

const SPECIAL_LETTERS: Readonly<Record<string, string>> = {
  æ: "a",
  œ: "o",
  ø: "o",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  "’": "'",
  "‘": "'",
  "`": "'",
  "´": "'",
  "＆": "&",
  "+": "&",
};

/**
 * Lower case, one form for each letter, no accents. Marks in Japanese and Indian scripts are letters, so they stay.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll("`", "'").replaceAll("+", "&");
  return foldEastAsian(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/[æœøßłđðþıħ’‘`´＆+]/g, (letter) => SPECIAL_LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** The sort key of names in lists, ignoring case and accents. */
export function sortName(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const FOLDED_MAX = 4_096;
let latest = new Map<string, FoldedName>();
let earlier = latest;

/**
 * A load folds each of its names several times, so the latest ones are kept. They are dropped many at once: finding the
 * oldest of a map takes longer the more have been deleted before it.
 */
export function foldName(name: string): FoldedName {
  const known = latest.get(name);
  if (known) return known;
  const found = earlier.get(name) ?? computeFolded(name);
  if (latest.size >= FOLDED_MAX) {
    earlier = latest;
    latest = new Map();
  }
  latest.set(name, found);
  return found;
}

function computeFolded(name: string): FoldedName {
  const text = foldText(name).replace(LEGAL_CJK, " ");
  const tokens = splitWords(dropAdditions(text));
  const legal: string[] = [];
  const rest = takePhrases(tokens, legal);
  const withoutStopWords = rest.filter((word) => !STOP_WORDS.has(word));
  const words = removeLegalForms(withoutStopWords.length > 0 ? withoutStopWords : rest, legal);
  return {
    words: words.slice(0, WORDS_MAX).flatMap(splitScripts).slice(0, WORDS_MAX),
    legal: [...new Set(legal)],
  };
}

/** Whether two spellings are one name, ignoring case, punctuation and legal form. */
export function isSameName(a: string, b: string): boolean {
  return foldName(a).words.join("") === foldName(b).words.join("");
}

/** State suffixes of US filings ("/DE/"), and what exchanges print after a name: share class, nominal value. */
function dropAdditions(text: string): string {
  let shorter = text.includes("/") ? text.replace(/\s*\/\s*[a-z]{2,5}\s*\/?\s*$/, "") : text;
  if (!ANY_ADDITION.test(shorter)) return shorter;
  for (const addition of ADDITIONS) {
    const next = shorter.replace(addition, "");
    if (next.trim() !== "") shorter = next;
  }
  return shorter;
}

const CURRENCY_MARKS = "dl|eo|ls|sf|yn|yc|hd|cd|ad|nd|sd|dk|nk|sk|rc|rp|zy|mp|tn|fl|ba|sw|pp|rl|nl|iv|ls";

/** Applied in this order, each to the end of what remains. */
const ADDITIONS = [
  // Nominal values as German exchanges print them: "DL-,01", "EO 1", "BA1", after a comma also without a space.
  new RegExp(`[\\s.,](?:${CURRENCY_MARKS}) ?-?[,.]?\\d[\\d,.]*\\s*$`),
  new RegExp(`(?:${CURRENCY_MARKS}) ?-,\\d+\\s*$`),
  /[\s.,]+(?:inh\.? )?o\.? ?n\.?\s*$/,
  /[\s.,]+(?:common stock|common shares?|ordinary shares?|registered shares?|american deposit[ao]ry .*)\s*$/,
  /[\s.,]+(?:(?:un)?spons?(?:ored)?\.? ?)?(?:adr|ads|gdr|nvdr|drn|drc)\b.*$/,
  /[\s.,-]+(?:fgn|nvdr)\.?-?\s*$/,
  /[\s.,]+(?:class|cl|nam|ser|series)\.? ?[a-h0-9]\.?\s*$/,
  /[\s.,]+(?:inh|na|vna|vz|vzo|st|sto|reg\.? ?s)\.?\s*$/,
];

/** Most names have none, which one pattern finds in a fraction of the time of all of them. */
const ANY_ADDITION = new RegExp(ADDITIONS.map(({ source }) => source).join("|"));

function splitWords(text: string): string[] {
  return breakAtSigns(joinInitials(text))
    .reduce(joinSingleLetters, [])
    .map((word) => foldUmlauts(WRITTEN_OUT.get(word) ?? word));
}

/** Most names have none of these signs, and looking for one is cheaper than for what may be around it. */
function joinInitials(text: string): string {
  let joined = text;
  if (joined.includes("'")) joined = joined.replace(/(?<=\p{L})'(?=\p{L})/gu, "");
  // Initials belong together: j.p. → jp, s.p.a. → spa, a/s → as.
  if (/[./]/.test(joined))
    joined = joined.replace(/(?<![\p{L}\p{N}])(?:\p{L}[./] ?)+\p{L}(?![\p{L}\p{N}])/gu, (found) =>
      found.replace(/[./ ]/g, ""),
    );
  if (!joined.includes("&")) return joined;
  return (
    joined
      // So do short parts around an ampersand without spaces: at&t → att.
      .replace(/(?<![\p{L}\p{N}])\p{L}{1,2}(?:&\p{L}{1,2})+(?![\p{L}\p{N}])/gu, (found) =>
        found.replaceAll("&", ""),
      )
      // And single letters around one with spaces: j & j → jj.
      .replace(/(?<![\p{L}\p{N}])(\p{L}) & (\p{L})(?![\p{L}\p{N}])/gu, "$1$2")
      .replaceAll("&", " and ")
  );
}

function breakAtSigns(text: string): string[] {
  return text.match(isAscii(text) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** j m smucker → jm smucker: consecutive single letters are initials. */
function joinSingleLetters(words: string[], word: string, index: number, all: string[]): string[] {
  const single = (other: string | undefined) => other?.length === 1 && /^[a-z]$/.test(other);
  if (single(word) && single(all[index - 1]) && words.length > 0) words[words.length - 1] += word;
  else words.push(word);
  return words;
}

/** German and Scandinavian vowels have two spellings (Württemberg, Wuerttemberg): both become the plain vowel. */
function foldUmlauts(word: string): string {
  return word.length > 3 ? word.replace(/([aou])e/g, "$1") : word;
}

/** Removes the legal forms, but leaves at least one word: a company may be called "Limited". */
function removeLegalForms(tokens: readonly string[], legal: string[]): string[] {
  let end = tokens.length;
  for (; end > 1; end--) {
    const form = LEGAL_FORMS.get(tokens[end - 1] ?? "");
    if (form === undefined) break;
    legal.unshift(form);
  }
  const rest = tokens.slice(0, end);
  const isForm = (word: string, index: number) =>
    LEGAL_FORMS.has(word) && (!LEGAL_AT_END_ONLY.has(word) || (word === "pt" && index === 0));
  const kept = rest.filter((word, index) => !isForm(word, index));
  if (kept.length === 0) return rest;
  legal.push(...rest.filter(isForm).map((word) => LEGAL_FORMS.get(word) ?? word));
  return kept;
}

const PHRASE_STARTS = new Set(LEGAL_PHRASES.map(([[first]]) => first));

function takePhrases(tokens: readonly string[], legal: string[]): readonly string[] {
  if (!tokens.some((word) => PHRASE_STARTS.has(word))) return tokens;
  const rest = [...tokens];
  for (const [phrase, short] of LEGAL_PHRASES) {
    const at = rest.findIndex((_, index) => phrase.every((word, offset) => rest[index + offset] === word));
    // A name may start with the phrase ("Public Joint Stock Company Gazprom"), but never consists of it alone.
    if (at < 0 || rest.length === phrase.length || (at === 0 && phrase.length < 3)) continue;
    rest.splice(at, phrase.length);
    legal.push(short);
  }
  return rest;
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** Runs of Chinese, Japanese and Korean become overlapping pairs, since no space marks the end of a word. */
function splitScripts(word: string): string[] {
  if (isAscii(word)) return [word];
  const parts: string[] = [];
  let from = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > from) parts.push(word.slice(from, index));
    parts.push(...pairsOf(run));
    from = index + run.length;
  }
  if (from < word.length) parts.push(word.slice(from));
  return parts;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
