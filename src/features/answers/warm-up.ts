import { setTimeout as sleep } from "node:timers/promises";
import type { PageRecord } from "../reports/index.ts";
import { CONCEPTS } from "./figures/concepts.ts";
import { makeStatementPage, makeTextPage } from "./made-up-pages.ts";
import { ReportReader } from "./report-reader.ts";

const TEXT_PAGES = 6;
const LABELS_PER_PAGE = 60;
const ROUNDS = 16;
/** Not during startup, and never for long at a time. */
const AFTER_MILLISECONDS = 1_500;
const BETWEEN_MILLISECONDS = 50;

const QUESTIONS = [
  "What was total revenue for FY2024?",
  "What is the gross margin?",
  "What drove the change in operating income?",
  "What is the inventory turnover?",
];

/**
 * Reads a generated report a few times soon after startup, about a page at a time. The code that opens a report runs
 * once per report, so otherwise the first question of the day would wait for it to be compiled.
 */
export async function warmUpReader(stopped: AbortSignal): Promise<void> {
  const pages = [...makeStatements(), ...Array.from({ length: TEXT_PAGES }, (_, at) => makePage(at + 3))];
  await sleep(AFTER_MILLISECONDS, null, { signal: stopped, ref: false });
  for (let round = 0; round < ROUNDS; round++) {
    const reader = new ReportReader({ reportId: "", sha256: "", pages, names: [] });
    reader.ask(QUESTIONS[round % QUESTIONS.length] ?? "");
    await sleep(BETWEEN_MILLISECONDS, null, { signal: stopped, ref: false });
  }
}

function makeStatements(): PageRecord[] {
  const heads = ["2024", "2023"];
  return [
    makeStatementPage(1, "Consolidated Statements of Income", heads, [
      ["Revenue", "$2,000", "$1,600"],
      ["Cost of revenue", "(1,200)", "(1,000)"],
      ["Gross profit", "800", "600"],
      ["Operating income", "300", "200"],
      ["Net income", "210", "140"],
    ]),
    makeStatementPage(2, "Consolidated Balance Sheets", heads, [
      ["Inventories", "400", "200"],
      ["Total current assets", "900", "700"],
      ["Total assets", "3,000", "2,600"],
      ["Total current liabilities", "450", "400"],
      ["Total equity", "1,400", "1,250"],
    ]),
  ];
}

function makePage(page: number): PageRecord {
  // Each page has different text, so that its words are new, as those of a real report are.
  const names = CONCEPTS.flatMap(({ labels }) => labels).slice(page * LABELS_PER_PAGE);
  const text = names.slice(0, LABELS_PER_PAGE).join(` ${page} 2024 1,${page}00 `);
  return makeTextPage(page, text);
}
