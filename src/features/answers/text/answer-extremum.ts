import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import type { TextContext } from "./answer-text.ts";
import { weighTerms } from "./candidates.ts";
import { cellFigure } from "./cell-figure.ts";
import { Draft } from "./draft.ts";
import { findExtremum } from "./find-extremum.ts";
import { readTextRequest, type TextRequest } from "./request.ts";
import type { Superlative } from "./superlative.ts";

/** Chosen on reports that were looked at; below it there is no answer. */
const SUPPORT_MIN = 0.75;
const CONFIDENCE_MAX = 0.5;

/** The member or period with the highest or lowest value in a table. */
export function answerExtremum(
  superlative: Superlative,
  pages: readonly PageRecord[],
  { report, dollar, tables, nearness, isName, presentYear, rarity }: TextContext,
): DraftAnswer | null {
  const request = readTextRequest(superlative.rest, isName, presentYear);
  const terms = weighTerms(withoutKinds(request.terms), rarity);
  const best = findExtremum({ superlative, request, terms }, { pages, tablesOf: tables.of, nearness });
  if (!best || best.support < SUPPORT_MIN) return null;
  const draft = new Draft(report, dollar).add(`${best.name}. `);
  const figures = best.cells.flatMap((cell) => {
    const expects = cell.column.kind.startsWith("percent") ? "percent" : "money";
    return cellFigure(cell, { ...request, expects }, { scale: tables.scale, dollar, report }) ?? [];
  });
  for (const figure of figures) draft.addCell(figure).add(" ");
  if (figures.length === 0) draft.addSource(best.cells);
  return draft.finish(Math.min(CONFIDENCE_MAX, best.support));
}

/** "Segment" and "region" say what kind of thing is asked for; tables seldom repeat it. */
function withoutKinds(terms: TextRequest["terms"]): TextRequest["terms"] {
  const others = terms.filter(({ word }) => !KIND.test(word));
  return others.length > 0 ? others : terms;
}

const KIND =
  /^(?:segments?|regions?|countr(?:y|ies)|products?|business(?:es)?|categor(?:y|ies)|divisions?|types?|lines?|markets?|areas?|units?|items?|kinds?|classes|class|groups?|holding|holdings)$/i;
