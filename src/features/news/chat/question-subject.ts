import { isPlainWord } from "../mentions/plain-words.ts";
import { listTokens, type Token } from "../mentions/tokens.ts";
import { breakWords } from "../text/break-words.ts";
import { findPlace } from "./place-forms.ts";
import { QUESTION_WORDS } from "./question-words.ts";
import { type Direction, directionOf, isDeed } from "./word-groups.ts";

/** A company, place or anything else with a name. */
export interface SubjectName {
  text: string;
  /** Any of these lists of words means it. */
  forms: readonly (readonly string[])[];
  place: string | null;
}

/** What an answer has to be about. */
export interface QuestionSubject {
  names: readonly SubjectName[];
  /** The words for what is asked: "unemployment rate" in "What was the unemployment rate of Canada?" */
  measure: readonly string[];
  /** Who does it: "X" in "What did X buy?" */
  agent: SubjectName | null;
  /** The same with a plain word: "the shops" in "What did the shops in Leeds buy?" */
  actor: { noun: string; verb: string } | null;
  direction: Direction | null;
  /** Parts of a year or of a row: "first quarter". */
  ordinals: readonly string[];
  /** Its other words, without question words and words for a direction. */
  terms: readonly string[];
  years: readonly string[];
}

const AUXILIARY =
  "did|does|do|has|have|had|will|would|is|was|are|were|can|could|should|hat|haben|wird|ist|war";
const IS_AUXILIARY = new RegExp(`^(?:${AUXILIARY})$`, "i");
const STOP = new RegExp(
  `^(?:${AUXILIARY}|of|in|at|on|for|by|from|to|with|the|a|an|it|its|higher|lower|more|less|kind|percent|der|die|das|von|bei)$`,
);
const MEASURES = [
  /\bhow (?:much|many) ([\p{L}\p{N} -]+)/iu,
  /\bhow \p{L}+ (?:is|was|are|were) (?:the |its )?([\p{L}\p{N} -]+)/iu,
  /\b(?:what|which) (?:(?:is|was|are|were) )?(?:the )?([\p{L}\p{N} -]+)/iu,
  /\bwie viele? ([\p{L}\p{N} -]+)/iu,
];
const MEASURE_WORDS_MAX = 3;
const ORDINAL = /\b(?:first|second|third|fourth|fifth)[ -](?:quarter|half|\p{L}{3,})\b/gu;
const YEAR = /\b(?:19|20)\d\d\b/g;
/** In German every noun has a capital; a name follows one of these directly, without an article. */
const BEFORE_GERMAN_NAME = /^(?:in|bei|von|aus|nach|für|gegen|mit|an|hat|haben|wird|will|ist|war|kann|und)$/i;

/** The names, the measure, the direction and the years of a question. */
export function readSubject(question: string, language: string): QuestionSubject {
  const tokens = listTokens(question);
  const runs = listNameRuns(tokens, language);
  const names = [...runs.map((run) => makeName(run, question, language)), ...listKatakana(question)];
  const nameWords = new Set(runs.flat().map(({ text }) => foldWord(text, language)));
  const measure = listMeasure(question, language).filter((word) => !nameWords.has(word));
  const acting = findActing(tokens, runs);
  const verb = listVerb(question, tokens, { run: runs[acting], language });
  const agent = names[acting];
  return {
    names,
    measure: [...measure, ...verb],
    agent: agent?.place === null ? agent : null,
    actor: findActor(question, language),
    ordinals: question.toLowerCase().match(ORDINAL) ?? [],
    direction:
      listWords(question, language)
        .map(directionOf)
        .find((direction) => direction !== null) ?? null,
    terms: listWords(question, language).filter(
      (word) => !QUESTION_WORDS.has(word) && !nameWords.has(word) && directionOf(word) === null,
    ),
    years: question.match(YEAR) ?? [],
  };
}

export function listWords(text: string, language: string): string[] {
  return breakWords(text, language).flatMap(({ words }) => words);
}

function foldWord(word: string, language: string): string {
  return listWords(word, language).join(" ");
}

/** Consecutive words that together are a name. */
function listNameRuns(tokens: readonly Token[], language: string): Token[][] {
  const isTitleCase = tokens.some(
    ({ text, isCapital }, at) => at > 0 && isCapital && IS_AUXILIARY.test(text),
  );
  const runs: Token[][] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isNameWord(tokens, at, { language, isTitleCase })) continue;
    const open = runs.at(-1);
    const isNext = tokens[at - 1] === open?.at(-1) && /^(?: | & |-)$/.test(token.gap);
    if (open && isNext && token.isCapital) open.push(token);
    else runs.push([token]);
  }
  return runs;
}

function isNameWord(
  tokens: readonly Token[],
  at: number,
  { language, isTitleCase }: { language: string; isTitleCase: boolean },
): boolean {
  const token = tokens[at];
  if (token === undefined || !/\p{L}/u.test(token.text)) return false;
  const folded = foldWord(token.text, language);
  if (QUESTION_WORDS.has(folded)) return false;
  if (findPlace(token.text) !== null && (token.isCapital || token.text.length > 3)) return true;
  // Names are also written without capitals; a word that no dictionary has is one of them.
  if (language === "en" && token.text.length > 2 && !isPlainWord(token.text.split("-")[0] ?? "")) return true;
  if (!token.isCapital || (at === 0 && token.text.length > 1) || isTitleCase) return false;
  if (language !== "de") return true;
  return BEFORE_GERMAN_NAME.test(tokens[at - 1]?.text ?? "") || tokens[at - 1]?.isCapital === true;
}

/** Plain words of a name may be left out of a text ("Haldrewick" for "Haldrewick Water"), unless it has no others. */
function makeName(run: readonly Token[], question: string, language: string): SubjectName {
  const text = question.slice(run[0]?.from, run.at(-1)?.to);
  const words = run.flatMap(({ text }) => listWords(text, language));
  const distinctive = run
    .filter(({ text }) => !isPlainWord(text) && text.length > 2)
    .flatMap(({ text }) => listWords(text, language));
  const place = findPlace(text) ?? (run.length === 1 ? findPlace(words[0] ?? "") : null);
  const initials = words.length > 1 ? [[words.map((word) => word[0]).join("")]] : [];
  return {
    text,
    forms: [distinctive.length > 0 ? distinctive.slice(0, 1) : words, words, ...initials],
    place,
  };
}

function listKatakana(question: string): SubjectName[] {
  const runs = question.match(/[\p{Script=Katakana}ー]{3,}/gu) ?? [];
  return runs.map((text) => ({ text, forms: [[text]], place: null }));
}

function listMeasure(question: string, language: string): string[] {
  for (const pattern of MEASURES) {
    const after = pattern.exec(question)?.[1];
    if (after === undefined) continue;
    const words = listWords(after, language);
    const end = words.findIndex((word) => STOP.test(word));
    const found = words.slice(0, end === -1 ? MEASURE_WORDS_MAX : end);
    return found.filter((word) => !/^\d+$/.test(word)).slice(0, MEASURE_WORDS_MAX);
  }
  return [];
}

/** "buy" in "What did X buy?": what was done is part of what is asked. */
function listVerb(
  question: string,
  tokens: readonly Token[],
  { run, language }: { run: readonly Token[] | undefined; language: string },
): string[] {
  const end = run?.at(-1)?.to;
  const asksForDeed =
    /\b(?:what|whom|which|when|why|where|how (?:much|many) (?!did|does|will|has|have)\p{L}+)\b/iu.test(
      question,
    );
  if (end === undefined || !asksForDeed) return [];
  const [verb = ""] = listWords(tokens.find(({ from }) => from >= end)?.text ?? "", language);
  if (verb === "" || QUESTION_WORDS.has(verb) || STOP.test(verb)) return [];
  // A rise is reported in many words; its direction is compared instead.
  return directionOf(verb) === null ? [verb] : [];
}

const ACTOR = /\b(?:did|does|do|will|has|have) (?:the |its |their )(\p{L}+)\b(.*)/iu;

function findActor(question: string, language: string): QuestionSubject["actor"] {
  const [, noun, rest] = ACTOR.exec(question) ?? [];
  const verb = listWords(rest ?? "", language).find(isDeed);
  return noun === undefined || verb === undefined ? null : { noun: foldWord(noun, language), verb };
}

/** The name that follows the auxiliary verb: "X" in "What did X buy?" */
function findActing(tokens: readonly Token[], runs: readonly (readonly Token[])[]): number {
  return runs.findIndex(([first]) => {
    const at = first === undefined ? -1 : tokens.indexOf(first);
    if (/^the$/i.test(tokens[at - 1]?.text ?? ""))
      return /^(?:did|does|do|will)$/i.test(tokens[at - 2]?.text ?? "");
    return IS_AUXILIARY.test(tokens[at - 1]?.text ?? "");
  });
}
