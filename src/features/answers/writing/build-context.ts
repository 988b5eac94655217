import type { PageRecord } from "../../reports/index.ts";
import type { ReportAnswer } from "../answer.ts";
import type { Claim } from "../claims/claim.ts";
import type { ReportReader } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import type { ModelContext, WritingPassage } from "./instructions.ts";
import { writePage } from "./write-page.ts";

export interface ContextRequest {
  question: string;
  /** The built-in reader's answer. */
  own: ReportAnswer;
  /** The semantic similarity of each page to the question, if known. */
  nearness: Nearness | null;
  /** How much the model may be given, in tokens. */
  tokensMax: number;
}

/** Tables and numbers take more tokens per character than prose; counted on the safe side. */
const CHARACTERS_PER_TOKEN = 3.5;
const OUTLINE_SHARE = 0.05;
const HEADING_LENGTH_MAX = 80;
/** After this many pages the primary statements follow, whatever the question is about. */
const CLOSEST_PAGES = 10;
const STATEMENTS = ["income", "balance", "cash_flow"] as const;

/** Whole pages, as many as the budget holds: a number without its table's headings means nothing. */
export function buildContext(
  reader: ReportReader,
  { question, own, nearness, tokensMax }: ContextRequest,
): ModelContext {
  const outline = cutOutline(listHeadings(reader.report.pages), tokensMax * OUTLINE_SHARE);
  const figures = own.claims.flatMap((claim, at) =>
    claim.value === null ? [] : { id: `f${at + 1}`, text: describeFigure(claim) },
  );
  const used = [...outline, ...figures.map(({ text }) => text)].reduce(
    (sum, text) => sum + countTokens(text),
    0,
  );
  const passages = choosePages(reader, { question, nearness, own, tokensMax: tokensMax - used });
  return { passages, figures, outline };
}

function describeFigure({ label, period, value, unit, scale, expression, page }: Claim): string {
  const amount = [unit === "%" ? `${value}%` : `${unit ?? ""} ${value}`.trim(), scale === "one" ? "" : scale];
  const source = expression ? `computed as ${expression}` : page === null ? "" : `page ${page}`;
  return [label, period, amount.filter(Boolean).join(" "), source].filter(Boolean).join(", ");
}

function choosePages(
  reader: ReportReader,
  { question, nearness, own, tokensMax }: ContextRequest,
): WritingPassage[] {
  const written = new Map(reader.report.pages.map((page) => [page.page, writePage(page)]));
  const sizes = new Map([...written].map(([page, text]) => [page, countTokens(text)]));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (all <= tokensMax) return [...written].map(([page, text]) => ({ page, text }));
  const closest = reader.rankPages(question, nearness);
  const statements = STATEMENTS.flatMap((kind) => reader.statementPages(kind));
  // The pages of the built-in answer are what it rests on, whatever the ranking says.
  const ranked = new Set([...own.pages, ...closest.slice(0, CLOSEST_PAGES), ...statements, ...closest]);
  const chosen: WritingPassage[] = [];
  let left = tokensMax;
  for (const page of ranked) {
    const text = written.get(page) ?? "";
    const size = sizes.get(page) ?? 0;
    // The closest page is given in part rather than not at all.
    if (size > left && chosen.length > 0) continue;
    chosen.push({ page, text: text.slice(0, Math.floor(left * CHARACTERS_PER_TOKEN)) });
    left -= size;
  }
  return chosen;
}

function listHeadings(pages: readonly PageRecord[]): { level: number; text: string }[] {
  return pages.flatMap(({ page, blocks }) =>
    blocks.flatMap(({ kind, level, text }) =>
      kind === "heading" && level !== null && text.length <= HEADING_LENGTH_MAX
        ? { level, text: `${text} (page ${page})` }
        : [],
    ),
  );
}

/** As many levels of headings as fit. */
function cutOutline(headings: readonly { level: number; text: string }[], tokensMax: number): string[] {
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => b - a);
  for (const deepest of levels) {
    const kept = headings.filter(({ level }) => level <= deepest).map(({ text }) => text);
    if (kept.reduce((sum, text) => sum + countTokens(text), 0) <= tokensMax) return kept;
  }
  return [];
}

const countTokens = (text: string) => Math.ceil(text.length / CHARACTERS_PER_TOKEN) + 4;
