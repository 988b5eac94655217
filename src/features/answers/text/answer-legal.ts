import type { DraftAnswer } from "../answer.ts";
import type { Sentence } from "../passages/sentences.ts";
import { type Chapter, findChapters } from "./chapters.ts";
import { Draft } from "./draft.ts";
import type { TextRequest } from "./request.ts";
import { partTitles, sayChapter } from "./say-chapter.ts";
import type { TextContext } from "./text-context.ts";

/** The question is for legal proceedings, and for nothing more special than that. */
const LEGAL = /^(?:legal|litigations?|lawsuits?|proceedings?|courts?)$/i;
const SAID_BESIDE = new RegExp(
  "^(?:legal|litigations?|lawsuits?|proceedings?|courts?|battles?|disputes?|cases?|claims?" +
    "|matters?|actions?|issues?|material(?:ly)?|important|significant|ongoing|pending|major" +
    "|serious|involved|party|parties|fac(?:e|es|ing)|subject|regulatory|contingenc(?:y|ies)" +
    "|against|open|outstanding|arbitrations?)$",
  "i",
);

const TITLE =
  /^(?:legal (?:and \w+ )?(?:proceedings|matters|actions)|litigation\b|(?:commitments,? )?(?:and )?contingenc|commitments and contingenc|contingencies and|legal and arbitration)/i;
const OTHER_TITLE = /\brisks?\b|\baccounting\b|\bestimates?\b|\breform act\b/i;
/** Parts of a note on contingencies that are about something else. */
const OTHER_PART = new RegExp(
  String.raw`^(?:general|other\b.*|overview|background|introduction|guarantees?\b.*|leases?\b.*` +
    "|purchase .*|.*commitments?|continued|contingencies|letters? of credit.*" +
    "|.*warrant(?:y|ies).*|asset retirement.*|indemnif.*|.*insurance.*|royalt.*|.*obligations?)$",
  "i",
);

const ABOUT =
  /\b(?:legal|lawsuits?|litigation|proceedings?|claims?|investigations?|plaintiffs?|court|complaints?)\b/i;
// "May" is also a month.
const SUPPOSED = /\b(?:may|might|could|would|can)\b/;
/** "Will not have a material adverse effect", said of the proceedings as a whole. */
const DENIAL = /\b(?:not|no|none|nor)\b(?:(?!\b(?:and|but|which|that)\b)[^.])*\bmaterial(?:ly)?\b/i;
/** A denial with an exception, of some of them only, or of certainty denies nothing as a whole. */
const EXCEPTION = new RegExp(
  String.raw`\b(?:except|other than|apart from|aside from|besides|excluding|assurances?|assure|guarantee` +
    String.raw`|cannot|unable|predict|(?:other|remaining|these other) (?:\w+ )?(?:claims|matters` +
    String.raw`|proceedings|actions|lawsuits))\b`,
  "i",
);
/** A case of its own, which may be material whatever is said of the others. */
const CASE = new RegExp(
  String.raw`\b(?:sued|indict\w+|jury|verdict|trial|(?<!defendants? or )plaintiffs?(?! or defendants?)|class action` +
    String.raw`|filed (?:an? |suit|lawsuits?|complaints?)|complaint against|ordered (?:us|the company) to pay)\b`,
  "i",
);
const AS_A_WHOLE =
  /\b(?:proceedings|litigation|claims|actions|matters|lawsuits|foregoing|any (?:pending |legal )*(?:proceeding|litigation))\b/i;

/** So much text, or so many matters with a heading of their own, are described because they matter. */
const LETTERS_MATERIAL = 6_000;
const MATTERS_MATERIAL = 2;
const CONFIDENCE = 0.6;

/**
 * Legal proceedings: whether there are material ones, and which. Null where the report does not say; undefined where the
 * question is for something else.
 */
export function answerLegal(request: TextRequest, context: TextContext): DraftAnswer | null | undefined {
  if (!isAsked(request)) return undefined;
  const isVerdict = request.operation === "verdict";
  const chapters = findChapters(
    context.report.pages,
    (title) => TITLE.test(title) && !OTHER_TITLE.test(title),
  );
  const [longest] = chapters.toSorted((a, b) => extent(b) - extent(a));
  if (!longest) return null;
  const matters = mattersOf(longest);
  const draft = new Draft(context.report, context.dollar);
  if (longest.letters >= LETTERS_MATERIAL || matters.length >= MATTERS_MATERIAL)
    return sayMatters(draft.add(isVerdict ? "Yes. " : ""), { longest, matters });
  const own = chapters.flatMap((chapter) => chapter.sentences());
  const sentences = [...own, ...findReferences(own, context)];
  const denial = sentences.find(
    ({ text }) => DENIAL.test(text) && AS_A_WHOLE.test(text) && !EXCEPTION.test(text),
  );
  const cases = sentences.filter(({ text }) => CASE.test(text) && !SUPPOSED.test(text));
  // Whether a case is material is not for us to say.
  if (cases.length > 0) return MATERIAL.test(request.question) ? null : sayCases(draft, cases, isVerdict);
  if (!denial) return null;
  if (isVerdict) draft.add("No. ");
  return draft.quote(denial) ? draft.finish(CONFIDENCE) : null;
}

const MATERIAL = /\b(?:material|important|significant|major|serious)/i;
const CASES_SAID = 2;

function sayCases(draft: Draft, cases: readonly Sentence[], isVerdict: boolean): DraftAnswer | null {
  if (isVerdict) draft.add("Yes. ");
  const quoted = cases.slice(0, CASES_SAID).filter((one) => draft.quote(one));
  return quoted.length > 0 ? draft.finish(CONFIDENCE) : null;
}

/** The proceedings may be described in another chapter: 'see “Patents”'. */
const REFERENCE =
  /\b(?:described|discussed|disclosed|set out|included|found|see|refer)\b[^.]*[“"]([^”"]{4,60}?)[.,]?[”"]/gi;

function findReferences(own: readonly Sentence[], { report }: TextContext): Sentence[] {
  const titles = new Set(
    own.flatMap(({ text }) => [...text.matchAll(REFERENCE)].map(([, title = ""]) => title.toLowerCase())),
  );
  if (titles.size === 0) return [];
  return findChapters(report.pages, (title) => titles.has(title.toLowerCase())).flatMap((one) =>
    one.sentences(),
  );
}

function isAsked({ operation, terms }: TextRequest): boolean {
  if (!["verdict", "summary", "name", "open"].includes(operation)) return false;
  const words = terms.filter(({ own }) => !own).flatMap(({ word }) => word.split(" "));
  return words.some((word) => LEGAL.test(word)) && words.every((word) => SAID_BESIDE.test(word));
}

/** Contingencies are more than proceedings. */
function extent({ title, letters }: Chapter): number {
  return /\b(?:legal|litigation)\b/i.test(title) ? 2 * letters : letters;
}

function mattersOf(chapter: Chapter): string[] {
  return partTitles(chapter).filter((title) => !OTHER_PART.test(title) && !TITLE.test(title));
}

function sayMatters(
  draft: Draft,
  { longest, matters }: { longest: Chapter; matters: readonly string[] },
): DraftAnswer | null {
  const lead = longest.sentences().filter(({ text }) => ABOUT.test(text) && !SUPPOSED.test(text));
  const isSaid = sayChapter(draft, longest, { titles: matters, sentences: lead.slice(0, 2) });
  return isSaid ? draft.finish(CONFIDENCE) : null;
}
