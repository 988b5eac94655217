import type { DraftAnswer } from "../answer.ts";
import { type Chapter, findChapters } from "./chapters.ts";
import { Draft } from "./draft.ts";
import type { TextRequest } from "./request.ts";
import { partTitles, sayChapter } from "./say-chapter.ts";
import type { TextContext } from "./text-context.ts";

const RISKS = /^(?:risks?|threats?)$/i;
/** The question is for the risks as a whole, and for nothing more special than that. */
const SAID_BESIDE = new RegExp(
  "^(?:risks?|threats?|factors?|uncertaint(?:y|ies)|principal|material|important|significant|biggest|greatest|major|top" +
    "|business|name[ds]?|mention(?:s|ed)?|list(?:s|ed)?|face[sd]?|facing|identif(?:y|ies|ied)|disclose[sd]?|warn(?:s|ed)?" +
    "|expos(?:e|es|ed|ure)|see[sn]?|annual|investors?|should|know)$",
  "i",
);
const TITLE =
  /^(?:(?:our|the|its|principal|key|main|material|significant|summary of|description of) )*risks?(?: factors?)?(?: and uncertaint(?:y|ies))?(?: factors?)?(?<next>.*)$/i;
/** A heading that another one follows right below is at times read together with it. */
const NEXT_HEADING = /(?<=factors|uncertainties) \p{Lu}/u;

function isTitle(title: string): boolean {
  const next = TITLE.exec(title)?.groups?.next;
  return (
    next === "" || (next !== undefined && NEXT_HEADING.exec(title)?.index === title.length - next.length)
  );
}

const SENTENCES_SAID = 4;
const PARTS_MIN = 2;
const CONFIDENCE = 0.6;

/** The risks that a report names: the headings of its chapter on risks and how their texts begin. */
export function answerRisks(request: TextRequest, context: TextContext): DraftAnswer | undefined {
  if (!isAsked(request)) return undefined;
  const chapters = findChapters(context.report.pages, isTitle);
  const [longest] = chapters.toSorted((a, b) => b.letters - a.letters);
  const titles = longest ? partTitles(longest) : [];
  if (!longest || titles.length < PARTS_MIN) return undefined;
  const draft = new Draft(context.report, context.dollar);
  const sentences = firstSentences(longest, titles, context);
  return sayChapter(draft, longest, { titles, sentences }) ? draft.finish(CONFIDENCE) : undefined;
}

function isAsked({ operation, terms }: TextRequest): boolean {
  if (!["summary", "name", "open"].includes(operation)) return false;
  const words = terms.filter(({ own }) => !own).flatMap(({ word }) => word.split(" "));
  return words.some((word) => RISKS.test(word)) && words.every((word) => SAID_BESIDE.test(word));
}

/** How the text of each of the first parts begins. */
function firstSentences(chapter: Chapter, titles: readonly string[], { report }: TextContext) {
  return titles.slice(0, SENTENCES_SAID).flatMap((title) => {
    const [part] = findChapters(report.pages, (own) => own === title).filter(
      ({ page }) => page >= chapter.page,
    );
    return part?.sentences()[0] ?? [];
  });
}
