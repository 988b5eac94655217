import { listLegalForms } from "../../../companies/index.ts";
import { isPlainWord } from "../../../news/index.ts";
import { NATIONALITIES } from "../../data/screen-words.ts";
import { findPeriods } from "../../figures/question-periods.ts";
import { mentionedFigures } from "../../figures/supporting-figures.ts";
import { isFinanceWord } from "../../report-names.ts";
import { isGerman, isQuestionWord } from "./question-words.ts";

/** A part of a question that may name a company. */
export interface Mention {
  text: string;
  start: number;
  end: number;
  /** Shorter readings of the same place, the longest first: a name may be followed by words that are no part of it. */
  readings: readonly string[];
  /** How the words themselves speak for a name: `weak` ones count only when a company really has that name. */
  evidence: "strong" | "weak";
  /** Every word is an ordinary one: only capitals in the middle of a sentence speak for a name. */
  isPlain: boolean;
}

interface Word {
  text: string;
  start: number;
  end: number;
  isCapital: boolean;
  /** A word of the language, of finance or of questions. */
  isOrdinary: boolean;
  isLegalForm: boolean;
  startsSentence: boolean;
}

const MENTIONS_MAX = 6;
const WORDS_MAX = 7;
/** Japanese and Chinese words end at a particle, and a Latin name between them is a word of its own. */
const DENSE = "[\\u3040-\\u30ff\\u3400-\\u9fff]";
const WORD = new RegExp(
  `(?!${DENSE})[\\p{L}\\p{N}](?:(?!${DENSE})[\\p{L}\\p{N}.'’_/-]|(?<=\\p{Lu})&(?=\\p{Lu}))*|${DENSE}+?(?=[のはがを的在是]|(?!${DENSE})|$)|&`,
  "gu",
);
const AS = /^as$/;
const NATIONS: ReadonlySet<string> = new Set(Object.values(NATIONALITIES).flat());
const QUOTED = /["“„«]([^"”“»]{2,80})["”“»]/g;
const JOINTS = new Set(["&", "of", "de", "du", "la", "le", "des", "und", "y"]);
/** A name after these words is usually that of a place. */
const PLACE_BEFORE = /\b(?:in|at|near|from|to|into|nach|aus)\s+(?:the\s+)?$/i;
const NAME_BEFORE =
  /\b(?:of|by|about|on|with|and|or|versus|vs\.?|than|compare|von|de|der|des)\s+(?:the\s+)?$/i;

/** The places of a question where a company may be named, from left to right. */
export function findMentions(question: string): Mention[] {
  const quoted = listQuoted(question);
  const words = listWords(question).filter((word) => !quoted.some((mention) => overlaps(mention, word)));
  const isInformative = hasInformativeCapitals(words);
  const runs = isInformative
    ? listRuns(question, words, ({ isCapital }) => isCapital)
    : listRuns(question, words, (word) => !word.isOrdinary && word.text.length > 2);
  const found = runs.flatMap((run) => readRun(question, words, { run, isInformative }));
  const german = isGerman(words.map(({ text }) => text));
  return [...quoted, ...found.map((mention) => (german ? weaken(mention) : mention))]
    .sort((a, b) => a.start - b.start)
    .slice(0, MENTIONS_MAX);
}

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end;

function listQuoted(question: string): Mention[] {
  return [...question.matchAll(QUOTED)].map((match) => ({
    text: (match[1] ?? "").trim(),
    start: match.index,
    end: match.index + match[0].length,
    readings: [(match[1] ?? "").trim()],
    evidence: "strong",
    isPlain: false,
  }));
}

/** A German noun of its own is no sign of a name; one with a legal form is. */
function weaken(mention: Mention): Mention {
  return /\s/.test(mention.text) ? mention : { ...mention, evidence: "weak" };
}

/** "SAP" is not the ordinary word of the same letters; "DEBT" still is one. */
const isInitials = (text: string) => /^[A-Z]{3,5}$/.test(text) && !isFinanceWord(text);

function listWords(question: string): Word[] {
  const periods = findPeriods(question);
  return [...question.matchAll(WORD)].flatMap((match) => {
    const text = match[0].replace(/['’]s$/i, "").replace(/[.'’_/-]+$/, "");
    const place = { start: match.index, end: match.index + text.length };
    if (text === "" || periods.some((period) => overlaps(period, place))) return [];
    // "As" is a legal form in Norway, and a word in any question.
    const isLegalForm = !AS.test(text) && listLegalForms(`x ${match[0].replace(/['’]s$/i, "")}`).length > 0;
    return [
      {
        text,
        ...place,
        isCapital: /^(?:\p{Lu}|\d+\p{Lu}|\p{Ll}\p{Lu})/u.test(text),
        isOrdinary:
          isQuestionWord(text) ||
          (isPlainWord(text.toLowerCase()) && !isInitials(text)) ||
          /^\d/.test(text) ||
          isLegalForm,
        isLegalForm,
        startsSentence: /(?:^|[.!?:;]\s+|["“(]\s*)$/.test(question.slice(0, match.index)),
      },
    ];
  });
}

/** Whether capitals distinguish names from other words here: not in a question all in capitals or all in lower case. */
function hasInformativeCapitals(words: readonly Word[]): boolean {
  const inside = words.filter(({ startsSentence, text }) => !startsSentence && /\p{L}/u.test(text));
  const capitals = inside.filter(({ isCapital }) => isCapital);
  const plainCapitals = capitals.filter(({ isOrdinary, isLegalForm }) => isOrdinary && !isLegalForm);
  return capitals.length > 0 && (plainCapitals.length < 3 || plainCapitals.length < inside.length / 2);
}

/** Neighbouring words that may form a name; a comma ends it unless a legal form follows. */
function listRuns(question: string, words: readonly Word[], isPart: (word: Word) => boolean): Word[][] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  const close = () => {
    while (run.length > 0 && JOINTS.has(run.at(-1)?.text.toLowerCase() ?? "")) run.pop();
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const before = run.at(-1);
    const gap = before === undefined ? "" : question.slice(before.end, word.start);
    const isJoined = /^\.? $|^-$|^ & $/.test(gap) || (word.isLegalForm && /^\.?,? $/.test(gap));
    if (before !== undefined && !isJoined) close();
    if (isPart(word) || (run.length > 0 && (word.isLegalForm || JOINTS.has(word.text.toLowerCase()))))
      run.push(word);
    else close();
  }
  close();
  return runs;
}

/** The mentions of a run: the run itself or, where its ends are ordinary words of the sentence, what is between. */
function readRun(
  question: string,
  words: readonly Word[],
  { run, isInformative }: { run: readonly Word[]; isInformative: boolean },
): Mention[] {
  const trimmed = trimSentence(run);
  const [first] = trimmed;
  const last = trimmed.at(-1);
  if (!first || !last) return [];
  const isPlain = trimmed.every(({ isOrdinary }) => isOrdinary);
  const before = question.slice(0, first.start);
  const isPlace = PLACE_BEFORE.test(before);
  if (isNationality(trimmed, question.slice(last.end))) return [];
  if (isPlain && (isPlace || !mayBePlainName(question, trimmed))) return [];
  const textOf = (part: readonly Word[]) => question.slice(part[0]?.start, part.at(-1)?.end);
  const hasForm = trimmed.length > 1 && trimmed.some(({ isLegalForm }) => isLegalForm);
  const isAcronym = trimmed.length === 1 && /^[A-Z0-9]{1,5}$/.test(first.text) && isInformative;
  const isStrong = hasForm || (!isPlain && !isPlace && (!isAcronym || NAME_BEFORE.test(before)));
  const extended = isInformative ? [] : extend(words, trimmed);
  return [
    {
      text: textOf(trimmed),
      start: first.start,
      end: last.end,
      readings: [...extended, ...shorten(trimmed)].map(textOf),
      evidence: isStrong ? "strong" : "weak",
      isPlain,
    },
  ];
}

/** "German companies", "the Swiss banks". */
function isNationality(run: readonly Word[], after: string): boolean {
  const [only] = run;
  const isOne = run.length === 1 && NATIONS.has(only?.text.toLowerCase() ?? "");
  return isOne && /^ (?:\p{Ll}+ ){0,2}(?:companies|firms|stocks|businesses|banks|insurers)\b/u.test(after);
}

/** Words of the question at either end belong to the sentence: "Did Tessandral", "Tessandral CEO". */
function trimSentence(run: readonly Word[]): readonly Word[] {
  const isOutside = (word: Word | undefined) =>
    word !== undefined && !word.isLegalForm && (isQuestionWord(word.text) || JOINTS.has(word.text));
  let from = 0;
  while (from < run.length - 1 && isOutside(run[from])) from++;
  let to = run.length;
  while (to > from + 1 && isOutside(run[to - 1])) to--;
  return run.slice(from, to);
}

/** An ordinary word can be a name only with a capital inside a sentence, or as the owner of something. */
function mayBePlainName(question: string, run: readonly Word[]): boolean {
  const [first] = run;
  const isSentence = ({ text, isLegalForm }: Word) =>
    isQuestionWord(text) || isFinanceWord(text) || isLegalForm;
  if (!first || run.every(isSentence)) return false;
  if (!run.every(({ isCapital, text }) => isCapital || JOINTS.has(text.toLowerCase()))) return false;
  const after = question.slice(run.at(-1)?.end);
  const isOwner = /^['’]s\b/.test(after);
  const next = /^ ([\p{L}]+)/u.exec(after)?.[1] ?? "";
  return !first.startsSentence || isOwner || run.length > 1 || isFinanceWord(next);
}

/** Without capitals a name may go on with ordinary words: "haldrewick water total assets". */
function extend(words: readonly Word[], run: readonly Word[]): Word[][] {
  const at = words.indexOf(run.at(-1) as Word);
  return [3, 2, 1]
    .map((more) => [...run, ...words.slice(at + 1, at + 1 + more)])
    .filter((longer, index) => longer.length === run.length + 3 - index && longer.length <= WORDS_MAX);
}

/**
 * The run, without its legal form, and without what belongs to the sentence: the name of a figure at either end, or an
 * ordinary word that only starts it. A word of another kind is never left out: "Haldrewick Steel" is not Haldrewick.
 */
function shorten(run: readonly Word[]): Word[][] {
  const parts: Word[][] = [[...run]];
  const isFigure = (words: readonly Word[]) =>
    words.every(({ text, isOrdinary }) => isOrdinary || JOINTS.has(text.toLowerCase())) &&
    mentionedFigures(words.map(({ text }) => text).join(" ")).length > 0;
  for (let cut = 1; cut < run.length; cut++) {
    const [head, tail] = [run.slice(0, cut), run.slice(cut)];
    const startsOnly = cut === 1 && run[0]?.startsSentence === true && run[0].isOrdinary;
    if (isFigure(head) || startsOnly) parts.push(trimJoints(tail));
    if (isFigure(tail) || tail.every(({ isLegalForm }) => isLegalForm)) parts.push(trimJoints(head));
  }
  return parts.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length);
}

function trimJoints(run: readonly Word[]): Word[] {
  return run.slice(run.findIndex(({ text }) => !JOINTS.has(text.toLowerCase())));
}
