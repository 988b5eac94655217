import type { DraftAnswer } from "../answer.ts";
import { findChapters } from "./chapters.ts";
import { matches, ownWords } from "./coverage.ts";
import type { TextRequest } from "./request.ts";
import { tokensOf } from "./roots.ts";
import { quoteAll } from "./say-found.ts";
import type { TextContext } from "./text-context.ts";
import { isWhole } from "./whole-sentence.ts";

const SENTENCES_SAID = 2;
const CONFIDENCE = 0.5;

/** How the chapter begins whose title is what is asked for, and nothing else. */
export function answerChapter(request: TextRequest, context: TextContext): DraftAnswer | null {
  const named = request.terms.filter(({ own }) => !own);
  if (named.length === 0 || request.years.length > 0) return null;
  if (!["summary", "name", "open"].includes(request.operation)) return null;
  const isAsked = (title: string) => {
    const tokens = tokensOf(title);
    const isNamed = named.every((term) => matches(term, tokens));
    return isNamed && ownWords(title).every((word) => named.some((term) => matches(term, [word])));
  };
  const chapters = findChapters(context.report.pages, isAsked).filter(({ letters }) => letters > 0);
  const [longest] = chapters.toSorted((a, b) => b.letters - a.letters);
  const [first, ...others] = longest?.sentences().filter(isWhole) ?? [];
  if (!first) return null;
  // On a later page it may be about something else.
  const next = others.filter(({ page }) => page === first.page).slice(0, SENTENCES_SAID - 1);
  return quoteAll(
    [first, ...next].map((sentence) => ({ sentence })),
    CONFIDENCE,
    context,
  );
}
