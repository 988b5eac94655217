import type { AnyOperation } from "../../../kernel/operation.ts";
import type { Claim } from "../claims/claim.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import type { Period } from "../figures/periods.ts";
import { findPeriods } from "../figures/question-periods.ts";
import { NOT_FOUND } from "../report-reader.ts";
import { type ChatSource, notFound, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";

export interface NamedCompany {
  svc_entity_id: string;
  name: string;
}

export interface FoundReport {
  report_id: string;
  file_title_en: string;
  lv3_id: string;
  publish_date: string | null;
  fiscal_year: number | null;
  fiscal_period: string | null;
  language: string | null;
  digest_state: string;
}

export interface ReportReply {
  answer: string;
  reference: { attachment: string; page: number }[];
  claims: Claim[];
  spans: ClaimSpan[];
  confidence: number;
  engine: string;
}

export interface ReportOperations {
  searchReports: AnyOperation;
  chatWithReport: AnyOperation;
}

/** Reports are asked without a language model here: it is given their answers and writes once. */
export const REPORT_CREDITS = 3;
export const REPORTS_TRIED = 2;
const REPORTS_CONSIDERED = 50;

export interface CompanyAnswer {
  company: NamedCompany;
  reply: ReportReply | null;
  report: FoundReport | null;
  /** Why there is no reply. */
  reason: string | null;
}

export interface CompanyQuestion {
  company: NamedCompany;
  question: string;
  /** The report that the thread is about: it is asked first. */
  reportId?: string | null;
}

/** Asks the company's reports that cover the period, the most likely first. */
export async function askCompany(
  runner: ChatRunner,
  operations: ReportOperations,
  { company, question, reportId = null }: CompanyQuestion,
): Promise<CompanyAnswer> {
  const listed = await listReports(runner, operations, company);
  const ready = listed.filter(({ digest_state }) => READ.has(digest_state));
  if (ready.length === 0) {
    const reason =
      listed.length === 0
        ? `No reports of ${company.name} are available.`
        : `The reports of ${company.name} are still being read.`;
    return { company, reply: null, report: null, reason };
  }
  const period = findPeriods(question).at(-1)?.last ?? null;
  const ranked = rankReports(ready, period).toSorted(
    (a, b) => Number(b.report_id === reportId) - Number(a.report_id === reportId),
  );
  const best = await askInTurn(runner, operations, { ranked, question, period });
  if (best) return { company, ...best, reason: null };
  const reason = `The reports of ${company.name} do not answer this${period ? ` for ${period.year}` : ""}.`;
  return { company, reply: null, report: null, reason };
}

interface RankedReports {
  ranked: readonly FoundReport[];
  question: string;
  period: Period | null;
}

/** The surest answer of the first few reports; the others are not asked once one is sure. */
async function askInTurn(
  runner: ChatRunner,
  { chatWithReport }: ReportOperations,
  { ranked, question, period }: RankedReports,
): Promise<{ reply: ReportReply; report: FoundReport } | null> {
  let best: { reply: ReportReply; report: FoundReport } | null = null;
  for (const report of ranked.slice(0, REPORTS_TRIED)) {
    const input = { report_id: report.report_id, question, max_credits: REPORT_CREDITS };
    const reply = await runner.run<ReportReply>(chatWithReport, input, `Asking ${report.file_title_en}`);
    if (!reply || !coversPeriod(reply, report, period)) continue;
    if (best === null || reply.confidence > best.reply.confidence) best = { reply, report };
    if (reply.confidence >= CONFIDENT) break;
  }
  return best;
}

/** An answer read from a report of another year has to name the year it is about. */
function coversPeriod({ claims, answer }: ReportReply, report: FoundReport, period: Period | null): boolean {
  if (period === null || report.fiscal_year === period.year) return true;
  const year = String(period.year);
  return answer.includes(year) || claims.some((claim) => claim.period?.includes(year) === true);
}

/** The text is available; vectors, which may still be missing, are not needed. */
const READ = new Set(["embedding", "ready"]);

/** Above this a figure was read or computed, and no other report has to be asked. */
export const CONFIDENT = 0.65;

export async function listReports(
  runner: ChatRunner,
  { searchReports }: ReportOperations,
  company: NamedCompany,
): Promise<FoundReport[]> {
  const found = await runner.run<{ reports: FoundReport[] }>(
    searchReports,
    { svc_entity_id: company.svc_entity_id, limit: REPORTS_CONSIDERED },
    `Reports of ${company.name}`,
  );
  return found?.reports ?? [];
}

/** The report of the period itself first, then the following one, which repeats its figures, then the newest. */
function rankReports(reports: readonly FoundReport[], period: Period | null): FoundReport[] {
  const merits = new Map(
    reports.map((report) => [report, scoreReport(report, period) + (report.language === "en" ? 0.2 : 0)]),
  );
  return [...reports].sort(
    (a, b) =>
      (merits.get(b) ?? 0) - (merits.get(a) ?? 0) ||
      (b.publish_date ?? "").localeCompare(a.publish_date ?? ""),
  );
}

/** How many years after the period a report may be and still repeat its figures. */
const NEARNESS = [4, 2, 1];

function scoreReport(report: FoundReport, period: Period | null): number {
  const annual = report.fiscal_period === "FY" && report.lv3_id.startsWith("annual");
  // Without a period the latest year is meant, whenever its report was published.
  if (!period) return (annual ? 2 : 0) + (report.fiscal_year ?? 0) / 10_000;
  const near = NEARNESS[(report.fiscal_year ?? 0) - period.year] ?? -4;
  const fitting = period.span === "year" ? annual : report.fiscal_period === printSpan(period);
  return near + (fitting ? 3 : 0);
}

function printSpan({ span, part }: Period): string {
  return `${span === "quarter" ? "Q" : "H"}${part}`;
}

/** "Not found in Acme Annual Report 2024.", with the reason that the report's own answer gives. */
function nameMissing({ name }: NamedCompany, { file_title_en: title }: FoundReport, answer: string): string {
  const about = title.startsWith(name) ? "" : `${name}: `;
  return `${about}Not found in ${title}.${answer.slice(NOT_FOUND.length)}`;
}

export function formatFigure({ company, reply, report, reason }: CompanyAnswer): ShapeAnswer {
  if (!reply || !report) return notFound(reason ?? "");
  const text = new ClaimedText();
  if (reply.answer.startsWith(NOT_FOUND)) text.add(nameMissing(company, report, reply.answer));
  else text.add(`${company.name}: `).addSpanned(reply.answer, reply.spans).add(` (${report.file_title_en})`);
  return {
    answer: text.text,
    spans: text.spans,
    claims: reply.claims,
    sources: sourcesOf(reply, report),
    engine: reply.engine,
    reportId: report.report_id,
    outcome: reply.reference.length === 0 ? "not_found" : "answered",
  };
}

type NamedReport = Pick<FoundReport, "report_id" | "file_title_en" | "publish_date">;

/** Asks one report, whatever company it is about. */
export async function askReport(
  runner: ChatRunner,
  { chatWithReport }: ReportOperations,
  { report, question }: { report: NamedReport; question: string },
): Promise<ShapeAnswer> {
  const { report_id, file_title_en: title } = report;
  const input = { report_id, question, max_credits: REPORT_CREDITS };
  const reply = await runner.run<ReportReply>(chatWithReport, input, `Asking ${title}`);
  if (!reply) return notFound(`${title}: ${runner.steps.at(-1)?.detail ?? "it could not be asked."}`);
  const text = new ClaimedText().add(`${title}: `).addSpanned(reply.answer, reply.spans);
  return {
    answer: text.text,
    spans: text.spans,
    claims: reply.claims,
    sources: sourcesOf(reply, report),
    engine: reply.engine,
    reportId: report_id,
    outcome: reply.reference.length === 0 ? "not_found" : "answered",
  };
}

export function sourcesOf(reply: ReportReply, report: NamedReport): ChatSource[] {
  const pages = [...new Set(reply.claims.flatMap(({ page }) => (page === null ? [] : [page])))];
  const cited = pages.length > 0 ? pages : reply.reference.slice(0, 1).map(({ page }) => page);
  return cited.map((page) =>
    sourceOf("report", report.file_title_en, {
      report_id: report.report_id,
      page,
      date: report.publish_date,
    }),
  );
}
