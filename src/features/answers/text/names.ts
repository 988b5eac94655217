/** A name in a sentence: of a person, an organisation or a place. */
export interface NameSpan {
  text: string;
  start: number;
  end: number;
  words: string[];
}

const WORD = "(?:\\p{Lu}[\\p{L}\\d’'&.-]*|\\p{Lu}\\.)";
const NAME = new RegExp(
  `${WORD}(?:(?:\\s(?:&|of|and|de|van|von|der|la|du|the)(?=\\s${WORD})|(?<=\\bCourt)\\sfor the)?\\s${WORD})*` +
    // "Northgate Services (Jersey) Limited".
    `(?:\\s\\(\\p{Lu}[\\p{L} ]{1,24}\\)(?=\\s(?:Inc|LLC|Ltd|Limited|LLP|PLC|plc|S\\.A|SA|AG|DAC)\\b)(?:\\s${WORD})+)?` +
    `(?:,?\\s(?:Inc|LLC|Ltd|L\\.?P|PLC|plc|Corp|N\\.A|S\\.A|SA|AB|ASA|BV|P\\.C|LLP|GmbH|AG|SE|NV)\\b\\.?)?`,
  "gu",
);
/** Capitalised and yet no name: titles, parts of documents, the words of companies about themselves. */
const COMMON = new Set(
  (
    "the a an in on at of for by to as we our us it its this that these those company group board directors director " +
    "chief executive financial operating officer president vice chairman chair secretary treasurer general counsel " +
    "committee audit senior managing management manager corporation common stock class shares share note notes item " +
    "agreement plan program act code january february march april may june july august september october november " +
    "december monday tuesday wednesday thursday friday annual report form part section table total net income mr mrs " +
    "ms dr he she they his her there if when while during under upon such each all any no not other for from following " +
    "merger purchase sale credit facility bank's rules securities exchange commission gaap ifrs however additionally " +
    "effective fiscal year quarter end also q1 q2 q3 q4 covid-19 covid i ii iii our your their who which what and or " +
    "non executive independent registered chartered certified public accounting accountant accountants firm internal auditor auditors trust agreement's after before " +
    "although consent retired former since as subsidiary parent see refer pursuant name title age"
  ).split(" "),
);
const LEGAL =
  /\b(?:Inc|LLC|Ltd|Limited|L\.?P|PLC|plc|Corp|Corporation|Company|Co(?!-)|N\.A|S\.A|SA|AB|ASA|BV|P\.C|LLP|GmbH|AG|SE|NV|Bank|Group|Holdings|Partners|Trust|Fund|Association|University|Board)\b/;

/** Names of two words and more, and of one word where it is no ordinary one. */
export function namesIn(text: string): NameSpan[] {
  const names: NameSpan[] = [];
  for (const { 0: found, index } of text.matchAll(NAME)) {
    for (const part of splitName(found, index)) {
      const trimmed = trimCommon(part);
      if (trimmed) names.push(trimmed);
    }
  }
  return names;
}

/** "A and B" is two names unless it ends like one firm; what follows the form of a firm is its address. */
function splitName(text: string, start: number): NameSpan[] {
  const pieces: NameSpan[] = [];
  let from = 0;
  for (const match of text.matchAll(
    /\s(?:and|of the)\s|(?<=\s(?:II|III|IV|Jr\.?|Sr\.?))\s(?=\p{Lu}\p{Ll})|(?<=\s(?:Inc\.?|LLC|LLP|Ltd\.?|Limited|plc|PLC))\s(?=\p{Lu})(?!Partnership|Liability|Company)/gu,
  )) {
    pieces.push(spanOf(text.slice(from, match.index), start + from));
    from = match.index + match[0].length;
  }
  pieces.push(spanOf(text.slice(from), start + from));
  return pieces;
}

function spanOf(text: string, start: number): NameSpan {
  return { text, start, end: start + text.length, words: text.split(/\s+/) };
}

function isCommon(word: string): boolean {
  return COMMON.has(word.toLowerCase().replace(/[.,’']+s?$/u, ""));
}

function trimCommon({ text, start }: NameSpan): NameSpan | null {
  let words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
  while (words[0] && isCommon(words[0].word)) words = words.slice(1);
  while (words.length > 0 && isCommon(words.at(-1)?.word ?? "") && !LEGAL.test(words.at(-1)?.word ?? ""))
    words = words.slice(0, -1);
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return null;
  const own = text.slice(first.index, last.index + last.word.length).replace(/(?:['’]s|[.,;:]+)$/u, "");
  const letters = own.replace(/[^\p{L}]/gu, "");
  if (letters.length < 2 || words.every(({ word }) => isCommon(word))) return null;
  return spanOf(own, start + first.index);
}

const PERSON_WORD =
  /^(?:\p{Lu}[\p{Ll}’']+(?:-?\p{Lu}[\p{Ll}]+)?|\p{Lu}\.?|de|van|von|der|la|du|Jr\.?|III?)$/u;

const INITIAL = /^\p{Lu}\.$/u;

/** Two to four words, none of them a thing or a form of company. */
export function isPerson({ words, text }: NameSpan): boolean {
  if (words.length < 2 || words.length > 5 || LEGAL.test(text)) return false;
  return words.every(
    (word) => INITIAL.test(word) || (PERSON_WORD.test(word.replace(/,$/, "")) && !isCommon(word)),
  );
}

export function isOrganisation(name: NameSpan): boolean {
  return !/^\p{Lu}\.?$/u.test(name.text);
}

/** The words of a name that are its own: no form of company, no "and". */
export function ownWords({ words }: NameSpan): string[] {
  return words.filter((word) => /^[\p{Lu}\d]/u.test(word) && !LEGAL.test(word) && !isCommon(word));
}

export const isForm = (word: string): boolean => LEGAL.test(word);

export function hasLegalForm({ text }: NameSpan): boolean {
  return LEGAL.test(text);
}
