import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import type { FoundFigure } from "../figures/find-figure.ts";
import { asMembers, type Breakdown } from "./breakdown.ts";
import { weighTerms } from "./candidates.ts";
import { cellFigure } from "./cell-figure.ts";
import type { Extremum, ExtremumSearch } from "./choose-extremum.ts";
import { Draft } from "./draft.ts";
import { findExtremum } from "./find-extremum.ts";
import { findNearbyExtremum } from "./find-extremum-nearby.ts";
import type { FoundCell, TableSearch } from "./find-row.ts";
import { isCountry, kindOf, type MemberKind } from "./member-kinds.ts";
import { type RequestTerm, readTextRequest, type TextRequest } from "./request.ts";
import { tokensOf } from "./roots.ts";
import type { Superlative } from "./superlative.ts";
import type { TextContext } from "./text-context.ts";

/** Chosen on reports that were looked at; below it there is no answer. */
const SUPPORT_MIN = 0.75;
/** Where the question is found nearly whole, and labels and heads have no other words. */
const SUPPORT_CLEAN = 0.7;
const COVERAGE_CLEAN = 0.85;
/** One of three was right on reports that were not looked at. */
const CONFIDENCE_MAX = 0.3;
/** Of parts that add up to their total. */
const LIST_CONFIDENCE_MAX = 0.6;

/** The member or period with the highest or lowest value in a table. */
export function answerExtremum(
  superlative: Superlative,
  pages: readonly PageRecord[],
  context: TextContext,
): DraftAnswer | null {
  const found = compareMembers(superlative, pages, context);
  if (found?.best && isSupported(found.best)) return sayExtremum(found.best, found.asked.request, context);
  if (!found || superlative.over === "periods" || !context.readings) return null;
  const nearby = findNearbyExtremum(found.asked, found.search, context.readings);
  return nearby && sayExtremum(nearby, found.asked.request, context);
}

/** All parts of what a question asks for by segment, by region or the like. */
export function answerBreakdown(
  breakdown: Breakdown,
  pages: readonly PageRecord[],
  context: TextContext,
): DraftAnswer | null {
  const found = compareMembers(asMembers(breakdown), pages, context);
  if (!found?.best || !isSupported(found.best)) return null;
  const { best, asked } = found;
  const members = best.members.flatMap(({ name, cells }) => {
    const [figure] = figuresOf(cells, asked.request, context);
    return figure ? [{ name, figure }] : [];
  });
  // Regions are no countries, and a list with a part missing is none.
  if (asked.kinds.includes("country") && !best.members.some(({ name }) => isCountry(name))) return null;
  if (members.length < best.members.length) return null;
  const { report, dollar } = context;
  return new Draft(report, dollar).addList(members).finish(Math.min(LIST_CONFIDENCE_MAX, best.support));
}

interface Compared {
  best: Extremum | null;
  asked: ExtremumSearch;
  search: TableSearch;
}

function compareMembers(
  superlative: Superlative,
  pages: readonly PageRecord[],
  context: TextContext,
): Compared | null {
  const { rarity, tables, nearness } = context;
  const request = readMeasure(superlative, context);
  const kinds = kindsOf(superlative, context);
  const terms = weighTerms(request.terms, rarity);
  // "The biggest position" does not say what is measured.
  if (kinds.length === 0 && terms.every(({ soft }) => soft)) return null;
  const search = { pages, report: context.report.pages, tablesOf: tables.of, nearness };
  const asked = { superlative, request, terms, kinds };
  return { best: superlative.isLoose ? null : findExtremum(asked, search), asked, search };
}

function isSupported({ support, coverage, extra }: Extremum): boolean {
  const isClean = extra === 1 && coverage >= COVERAGE_CLEAN;
  return support >= (isClean ? SUPPORT_CLEAN : SUPPORT_MIN);
}

function kindsOf({ rest, over }: Superlative, { isName, presentYear }: TextContext): MemberKind[] {
  // "Per unit" belongs to a measure.
  if (over === "periods") return [];
  return readTextRequest(rest, isName, presentYear).terms.flatMap(({ word }) => memberKind(word) ?? []);
}

/** "Which state": what a state is elsewhere says nothing about places. */
const memberKind = (word: string): MemberKind | null =>
  /^(?:states?|provinces?)$/i.test(word) ? "place" : kindOf(word);

/** What is measured: the question without the words for the kind of its members. */
function readMeasure({ rest, over, called }: Superlative, { isName, presentYear }: TextContext): TextRequest {
  const asked = readTextRequest(rest, isName, presentYear);
  if (over === "periods") return asked;
  const measures = asked.terms.filter(({ word }) => memberKind(word) === null);
  // The size and the growth of a part of the business are those of its revenue.
  if (measures.length === 0 && asked.terms.length > 0)
    return { ...asked, terms: readTextRequest("revenue", isName, presentYear).terms };
  // Tables seldom repeat what their members are called, where something else says what is measured.
  const names = new Set(tokensOf(called).map(({ root }) => root));
  const isCalled = (term: RequestTerm) => term.wordings[0]?.roots.every((root) => names.has(root)) ?? false;
  const isMeasured = measures.some((term) => !isCalled(term));
  const terms = measures.map((term) => (isMeasured && isCalled(term) ? { ...term, soft: true } : term));
  return { ...asked, terms };
}

function figuresOf(
  cells: readonly FoundCell[],
  request: TextRequest,
  { report, dollar, tables }: TextContext,
): FoundFigure[] {
  return cells.flatMap((cell) => {
    const expects = unitOf(cell);
    const scale = expects === "money" && !isMoney(cell) ? null : tables.scale;
    return cellFigure(cell, { ...request, expects }, { ...tables, scale, dollar, report }) ?? [];
  });
}

function sayExtremum(best: Extremum, request: TextRequest, context: TextContext): DraftAnswer {
  const { report, dollar } = context;
  const draft = new Draft(report, dollar).add(`${best.name}. `);
  const figures = figuresOf(best.cells, request, context);
  // Of a change the newer and the older amount; else another column that says the same of the member.
  const [first, ...others] = figures;
  if (!first) draft.addSource(best.cells);
  else if (best.change === null) draft.addCell(first, ...others).add(" ");
  else for (const figure of figures) draft.addCell(figure).add(" ");
  const next = best.next ? figuresOf(best.next.cells, request, context) : [];
  if (best.next && figures.length > 0 && next.length > 0) {
    draft.add(`Next: ${best.next.name}. `);
    for (const figure of next) draft.addCell(figure).add(" ");
  }
  return draft.finish(Math.min(CONFIDENCE_MAX, best.support));
}

/** Things that are counted or measured in something else than money. */
const COUNTED =
  /\b(?:units?|stores?|square (?:feet|met\w+)|number|no\.|counts?|headcount|employees|shares|rooms?|tonn?es|barrels|ounces|days)\b/i;

function unitOf({ column, cell }: FoundCell): "percent" | "count" | "money" {
  if (column.kind.startsWith("percent") || cell.text.includes("%")) return "percent";
  return COUNTED.test(column.head) && !/[$€£¥]/.test(cell.text) ? "count" : "money";
}

/** A table that says neither a currency nor a scale may hold anything. */
function isMoney({ table, cell }: FoundCell): boolean {
  return table.currency !== null || table.scale !== null || /[$€£¥]/.test(cell.text);
}
