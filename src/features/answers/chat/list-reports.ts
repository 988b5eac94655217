import type { AnyOperation } from "../../../kernel/operation.ts";
import type { FoundReport, NamedCompany } from "./ask-reports.ts";
import { notFound, plainAnswer, type ShapeAnswer, sourceOf } from "./chat-answer.ts";
import type { ChatRunner } from "./chat-runner.ts";
import { readDays } from "./days.ts";
import { endSentence } from "./end-sentence.ts";
import { isOfKind, requestedKind } from "./report-kinds.ts";

const REPORTS_SHOWN = 15;

/** The reports of a company, of the kind the question names where there are any. */
export function formatReports(
  company: NamedCompany,
  reports: readonly FoundReport[],
  question: string,
): ShapeAnswer {
  if (reports.length === 0) return notFound(`No reports of ${company.name} are available.`);
  const kind = requestedKind(question);
  const fitting = kind ? reports.filter(({ lv3_id }) => isOfKind(lv3_id, kind)) : reports;
  const intro =
    kind && fitting.length === 0
      ? `No ${kind.name} of ${company.name} is available. Its other reports`
      : `Reports of ${company.name}`;
  return describeReports(intro, fitting.length > 0 ? fitting : reports);
}

/** The newest reports of all companies, or those published in the days that the question names. */
export async function listAllReports(
  runner: ChatRunner,
  searchReports: AnyOperation,
  question: string,
): Promise<ShapeAnswer> {
  const days = readDays(question);
  const found = await runner.run<{ reports: FoundReport[]; pagination: { total: number } }>(
    searchReports,
    { limit: REPORTS_SHOWN, ...(days ? { start_date: days.from, end_date: days.to } : {}) },
    "All reports",
  );
  const when = days ? ` published in ${days.said}` : "";
  if (!found || found.reports.length === 0) return notFound(`No reports${when} are available.`);
  const { total } = found.pagination;
  const shown = found.reports.length < total ? `; the newest ${found.reports.length}` : "";
  return describeReports(`${total} ${total === 1 ? "report" : "reports"}${when}${shown}`, found.reports);
}

function describeReports(intro: string, reports: readonly FoundReport[]): ShapeAnswer {
  const shown = reports.slice(0, REPORTS_SHOWN);
  const lines = shown.map(
    ({ file_title_en, publish_date, report_id }) =>
      `${file_title_en} (${publish_date ?? "no date"}, ${report_id})`,
  );
  return {
    ...plainAnswer(`${intro}: ${endSentence(lines.join("; "))}`),
    sources: shown.map(({ file_title_en, report_id, publish_date }) =>
      sourceOf("report", file_title_en, { report_id, date: publish_date }),
    ),
  };
}
