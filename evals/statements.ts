import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type ReportStatements,
  readStatements,
  type StatementFigure,
} from "../src/features/statements/index.ts";
import type { ReportDigester } from "./digested-reports.ts";

interface GoldReport {
  kind: "report";
  doc: string;
  company: string;
  fiscal_year: number;
  fiscal_year_end: string;
  currency: string;
  scale: string;
  income_statement_page: number;
  balance_sheet_page: number;
  cash_flow_page: number;
}

interface GoldFigure {
  kind: "figure";
  doc: string;
  item: string;
  period_end: string;
  value: number | null;
  page?: number;
  label?: string | null;
  note?: string;
}

export type Verdict = "right" | "wrong" | "unclear" | "missed" | "not there" | "given, not there";

export interface FigureOutcome {
  doc: string;
  seen: boolean;
  tenK: boolean;
  item: string;
  period: "current" | "prior";
  gold: number | null;
  goldLabel: string | null;
  goldPage: number | null;
  note: string;
  given: number | null;
  label: string | null;
  page: number | null;
  confidence: number;
  verdict: Verdict;
}

export interface ReportOutcome {
  doc: string;
  seen: boolean;
  tenK: boolean;
  statements: ReportStatements;
  metadata: Record<"company" | "fiscal_year" | "period_end" | "currency" | "scale", boolean>;
  pages: Record<"income" | "balance" | "cash_flow", boolean>;
  milliseconds: number;
}

export interface StatementsResult {
  figures: FigureOutcome[];
  reports: ReportOutcome[];
}

/** What the gold calls otherwise than the dictionary. */
const CONCEPTS: Record<string, string> = {
  cost_of_sales: "cost_of_revenue",
  net_income_to_parent: "net_income_attributable",
  total_current_assets: "current_assets",
  total_current_liabilities: "current_liabilities",
  inventories: "inventory",
  operating_cash_flow: "cash_from_operations",
  depreciation_amortization: "depreciation_and_amortization",
};

/** Two halves by document: what holds only on the half that was looked at is not knowledge. */
function isSeen(doc: string): boolean {
  return (createHash("sha256").update(doc).digest()[1] ?? 0) % 2 === 0;
}

/** Reads the statements of every report with known figures and compares them, item by item. */
export async function runStatements(dataFolder: string, digester: ReportDigester): Promise<StatementsResult> {
  const folder = path.join(dataFolder, "annual-reports");
  const gold = readFileSync(path.join(folder, "gold.jsonl"), "utf8")
    .trim()
    .split("\n")
    // The shape is the file's own.
    .map((line) => JSON.parse(line) as GoldReport | GoldFigure);
  const result: StatementsResult = { figures: [], reports: [] };
  for (const report of gold.filter((one) => one.kind === "report")) {
    const file = [path.join(folder, "pdfs"), path.join(dataFolder, "financebench", "pdfs")]
      .map((place) => path.join(place, `${report.doc}.pdf`))
      .find(existsSync);
    if (!file) continue;
    const { pages } = await digester.digest(file);
    // Words are read apart in the service, so they are not part of what is measured.
    const warm = readStatements({ pages });
    const startedAt = performance.now();
    const statements = readStatements({ pages });
    const milliseconds = performance.now() - startedAt;
    result.reports.push(judgeReport(report, warm, milliseconds));
    const own = gold.filter((one) => one.kind === "figure" && one.doc === report.doc) as GoldFigure[];
    result.figures.push(...own.map((figure) => judgeFigure(figure, report, statements)));
  }
  return result;
}

const SCALES: Record<string, number> = {
  one: 1,
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};

function judgeReport(gold: GoldReport, statements: ReportStatements, milliseconds: number): ReportOutcome {
  const { metadata } = statements;
  const pagesOf = (kind: string) => statements.statements.find((one) => one.kind === kind)?.pages ?? [];
  return {
    doc: gold.doc,
    seen: isSeen(gold.doc),
    tenK: gold.doc.endsWith("10K"),
    statements,
    metadata: {
      company: sameName(gold.company, metadata.company),
      fiscal_year: gold.fiscal_year === metadata.fiscalYear,
      period_end: gold.fiscal_year_end === metadata.periodEnd,
      currency: gold.currency === metadata.currency,
      scale: SCALES[gold.scale] === metadata.scale,
    },
    pages: {
      income: pagesOf("income").includes(gold.income_statement_page),
      balance: pagesOf("balance").includes(gold.balance_sheet_page),
      cash_flow: pagesOf("cash_flow").includes(gold.cash_flow_page),
    },
    milliseconds,
  };
}

/** The same name but for capitals, punctuation, the article and the legal form. */
function sameName(expected: string, given: string | null): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\(.*?\)/g, "")
      .replace(/\p{M}/gu, "")
      .replace(/^the /, "")
      .replace(/&/g, "and")
      .replace(/\b(?:inc|incorporated|corp|corporation|company|co|plc|limited|ltd|sa|llc)\b/g, "")
      .replace(/[^\p{L}\p{N}]/gu, "");
  return given !== null && plain(expected) === plain(given);
}

function judgeFigure(gold: GoldFigure, report: GoldReport, { figures }: ReportStatements): FigureOutcome {
  const concept = CONCEPTS[gold.item] ?? gold.item;
  const period = gold.period_end === report.fiscal_year_end ? "current" : "prior";
  const year = period === "current" ? report.fiscal_year : report.fiscal_year - 1;
  const given = figures.find(
    (one) => one.concept === concept && one.period.fiscalYear === year && isYearOrDay(one.period),
  );
  return {
    doc: gold.doc,
    seen: isSeen(gold.doc),
    tenK: gold.doc.endsWith("10K"),
    item: gold.item,
    period,
    gold: gold.value,
    goldLabel: gold.label ?? null,
    goldPage: gold.page ?? null,
    note: gold.note ?? "",
    given: given?.value ?? null,
    label: given?.cells.map(({ label }) => label).join(" + ") ?? null,
    page: given?.cells[0]?.page ?? null,
    confidence: given?.confidence ?? 0,
    verdict: compare(gold, given),
  };
}

/** Quarters of the year are other figures. */
function isYearOrDay({ start, end }: StatementFigure["period"]): boolean {
  return start === null || Date.parse(end) - Date.parse(start) > 330 * 86_400_000;
}

function compare(gold: GoldFigure, given: StatementFigure | undefined): Verdict {
  if (!given) return gold.value === null ? "not there" : "missed";
  if (gold.value === null) return "given, not there";
  const tolerance = Math.max(Math.abs(gold.value) * 1e-9, given.unit === "per_share" ? 1e-6 : 0);
  if (Math.abs(given.value - gold.value) <= tolerance) return "right";
  return gold.note ? "unclear" : "wrong";
}
