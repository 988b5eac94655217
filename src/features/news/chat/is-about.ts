import { isPlainWord } from "../mentions/plain-words.ts";
import { listTokens } from "../mentions/tokens.ts";
import { findPlace, listPlaces } from "./place-forms.ts";
import { listWords, type QuestionSubject, type SubjectName } from "./question-subject.ts";
import { directionOf, meansSame } from "./word-groups.ts";

/** A sentence with what a reader knows from its article. */
export interface SentenceInContext {
  sentence: string;
  headline: string;
  /** The sentences just before it in the article. */
  before: readonly string[];
  publishedYear: number;
}

interface ReadText {
  words: readonly string[];
  places: ReadonlySet<string>;
}

/** "LEEDS – Reservoirs …" is about reservoirs, not about Leeds. */
const DATELINE = /^[\p{Lu}\s.,'-]{3,40} [–—-] /u;
const SUBJECT_WORDS = 4;

/** Whether a sentence is about what the question asks for, not about something similar. */
export function isAbout(context: SentenceInContext, subject: QuestionSubject, language: string): boolean {
  const sentence = context.sentence.replace(DATELINE, "");
  const own = readText(sentence, language);
  const around = readText([context.headline, ...context.before.map(withoutDateline)].join(" "), language);
  const open = subject.names.filter((name) => !hasName(own, name));
  if (open.length > 0) {
    // Only a sentence that does not name its own subject takes it from the text before it.
    if (namesOwnSubject(sentence, subject, language)) return false;
    if (open.some((name) => !hasName(around, name))) return false;
  }
  if (!subject.measure.every((word) => hasWord(own, word))) return false;
  if (subject.agent && hasName(own, subject.agent) && !isAgent(sentence, subject.agent, language))
    return false;
  if (subject.actor && !acts(own.words, subject.actor)) return false;
  if (!namesWhatMoves([own, around], subject)) return false;
  return (
    matchesYears(context, subject) && matchesOrdinals(sentence, subject) && matchesDirection(own, subject)
  );
}

function withoutDateline(text: string): string {
  return text.replace(DATELINE, "");
}

function readText(text: string, language: string): ReadText {
  const words = listWords(text, language);
  return { words, places: listPlaces(words) };
}

function hasWord({ words }: ReadText, asked: string): boolean {
  return words.some((word) => meansSame(word, asked));
}

function hasName({ words, places }: ReadText, { forms, place }: SubjectName): boolean {
  if (place !== null) return places.has(place);
  return forms.some((form) => form.every((part) => words.some((word) => isSameName(word, part))));
}

/** Also in compounds and with a plural or possessive. */
function isSameName(word: string, part: string): boolean {
  return word === part || word === `${part}s`;
}

function namesOwnSubject(sentence: string, { names }: QuestionSubject, language: string): boolean {
  const asked = new Set(names.flatMap(({ forms }) => forms.flat()));
  const tokens = listTokens(sentence).slice(0, SUBJECT_WORDS);
  return tokens.some(({ text, isCapital }, at) => {
    if (!isCapital || (at === 0 && isPlainWord(text))) return false;
    return !listWords(text, language).some((word) => asked.has(word));
  });
}

/** The first name of a sentence acts, except in the passive: "was bought by X". */
function isAgent(sentence: string, agent: SubjectName, language: string): boolean {
  const own = new Set(agent.forms.flat());
  const tokens = listTokens(sentence);
  const isOwn = (text: string) => listWords(text, language).some((word) => own.has(word));
  if (tokens.some(({ text }, at) => isOwn(text) && /^by$/i.test(tokens[at - 1]?.text ?? ""))) return true;
  const first = tokens.find(
    ({ text, isCapital }) => isOwn(text) || (isCapital && findPlace(text) === null && !isPlainWord(text)),
  );
  return first !== undefined && isOwn(first.text);
}

/** Who does something is named before it, or after "by". */
function acts(words: readonly string[], { noun, verb }: NonNullable<QuestionSubject["actor"]>): boolean {
  const deed = words.findIndex((word) => meansSame(word, verb));
  const places = words.flatMap((word, at) => (meansSame(word, noun) ? [at] : []));
  return places.some((at) => at < deed || words.slice(Math.max(0, at - 3), at).includes("by"));
}

function matchesYears({ sentence, publishedYear }: SentenceInContext, { years }: QuestionSubject): boolean {
  if (years.length === 0) return true;
  const own: string[] = sentence.match(/\b(?:19|20)\d\d\b/g) ?? [];
  if (own.length > 0) return years.every((year) => own.includes(year));
  return years.every((year) => publishedYear - Number(year) >= 0 && publishedYear - Number(year) <= 1);
}

/** "The second quarter" does not answer for the first. */
function matchesOrdinals(sentence: string, { ordinals }: QuestionSubject): boolean {
  const text = sentence.toLowerCase().replaceAll("-", " ");
  return ordinals.every((ordinal) => text.includes(ordinal.replaceAll("-", " ")));
}

/** The word for a rise or a fall nearest to what is asked must be the asked one. */
function matchesDirection({ words }: ReadText, subject: QuestionSubject): boolean {
  if (subject.direction === null) return true;
  const places = words.flatMap((word, at) => (directionOf(word) === null ? [] : [at]));
  const asked = words.flatMap((word, at) => (isAsked(word, subject) ? [at] : []));
  const distance = (place: number) =>
    asked.length === 0 ? place : Math.min(...asked.map((at) => Math.abs(at - place)));
  const nearest = places.toSorted((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && directionOf(words[nearest] ?? "") === subject.direction;
}

/** One verb fits many things: to raise prices is not to raise money with a bond. */
function namesWhatMoves(texts: readonly ReadText[], { direction, terms }: QuestionSubject): boolean {
  if (direction === null || terms.length === 0) return true;
  return terms.some((term) => texts.some((text) => hasWord(text, term)));
}

function isAsked(word: string, { terms }: QuestionSubject): boolean {
  return terms.some((term) => meansSame(term, word));
}
