import type { DraftAnswer } from "../answer.ts";
import type { Reading } from "./answer-text.ts";
import type { Candidate } from "./candidates.ts";
import { findSure, type Possible } from "./evidence.ts";
import { findNames, withListed, withSeveral } from "./find-name.ts";
import { findRoleHolder, isHolderOfPart } from "./find-role.ts";
import { findStatement } from "./find-section.ts";
import { quoteAll, sayFound, sayHolder } from "./say-found.ts";
import { nameMin, READ_SUPPORT_MIN, SUPPORT_MIN } from "./support.ts";
import type { TextContext } from "./text-context.ts";

const PAGES_NEAR = 15;
const INSIDE = /(?<=\p{Ll},? )\p{Lu}[\p{L}\d’'&.-]*[\p{L}\d]/gu;

/** The largest of several is seldom said in one sentence; that takes a table. */
export const SUPERLATIVE =
  /\b(?:most(?! of\b)|least|largest|smallest|biggest|highest|lowest|fastest|slowest|best|worst|top)\b/i;

/** The name that is asked for, with the sentence that says it. */
export function answerName(reading: Reading, context: TextContext, most: number): DraftAnswer | null {
  const { request, candidates } = reading;
  const holder = answerHolder(reading, context, most);
  if (holder) return holder;
  const superlative = SUPERLATIVE.test(request.question);
  const said = superlative
    ? candidates.filter(({ sentence }) => SUPERLATIVE.test(sentence.text))
    : candidates;
  const found = listNames(reading, said, context);
  const least = superlative ? SUPPORT_MIN.superlative : nameMin(context.readings);
  const best = found.find(({ support }) => support >= least) ?? (superlative ? undefined : findSure(found));
  if (!best) return null;
  const span = withListed(request.question, best.candidate.sentence.text, best.span);
  return span && sayFound({ ...best, span }, most, context);
}

/** Who has the role that is asked for, by the lines that give names with their titles. */
export function answerHolder({ request }: Reading, context: TextContext, most: number): DraftAnswer | null {
  const holder = findRoleHolder(request, context.report.pages, context.isName);
  return holder && sayHolder(holder, most, context);
}

/** What the passage reader takes for the statement: the one name in it, all of it where it has several, and nothing where it has none. */
export function answerStatedName(reading: Reading, context: TextContext, most: number): DraftAnswer | null {
  const found = findStatement(reading);
  if (!found || found.support < READ_SUPPORT_MIN.statement) return null;
  const stated = reading.candidates.filter(({ sentence }) =>
    found.sentences.some((one) => one.sentence === sentence),
  );
  const saidBy = ({ evidence }: Possible) => Number(evidence.asAnswer ?? 0);
  const [first, ...others] = listNames(reading, stated, context).sort((a, b) => saidBy(b) - saidBy(a));
  if (!first) return null;
  const { sentence } = first.candidate;
  const isSole = others.every(({ key }) => key === first.key);
  const span = isSole ? first.span : withSeveral(reading.request.question, sentence.text, first.span);
  return span
    ? sayFound({ ...first, span, support: found.support }, most, context)
    : quoteAll(found.sentences, Math.min(most, found.support), context);
}

/** The name that the passage reader is sure of, where the question does not say that it asks for one. */
export function saySureName(reading: Reading, context: TextContext, most: number): DraftAnswer | null {
  const sure = findSure(listNames(reading, reading.candidates, context));
  return sure ? sayFound(sure, most, context) : null;
}

function listNames(
  { request, terms, pages }: Reading,
  candidates: readonly Candidate[],
  context: TextContext,
) {
  const isOwn = (word: string) => context.isName(word) === "known";
  const near = pages.slice(0, PAGES_NEAR);
  const small = new Set(near.flatMap(({ text }) => text.match(/(?<![\p{L}\d])\p{Ll}+/gu) ?? []));
  const isOrdinary = (word: string) => small.has(word.toLowerCase());
  const inside = new Set(near.flatMap(({ text }) => text.match(INSIDE) ?? []));
  const isInside = (word: string) => inside.has(word);
  return findNames(request, candidates, { terms, isOwn, isOrdinary, isInside }).filter(
    ({ candidate, span }) => !isHolderOfPart(request, candidate.sentence.text, span),
  );
}
