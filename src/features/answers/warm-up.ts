import { setTimeout as sleep } from "node:timers/promises";
import type { PageRecord } from "../reports/index.ts";
import { VOCABULARY } from "./data/finance-vocabulary.ts";
import { ReportReader } from "./report-reader.ts";

const PAGES = 6;
const ROUNDS = 12;
/** Not while the service still comes up, and never for long at a time. */
const AFTER_MILLISECONDS = 1_500;
const BETWEEN_MILLISECONDS = 50;

/**
 * Reads a made-up report a few times soon after the start, a page or so at a time. The code that opens a report runs
 * once for each, so without this the first question of the day would wait for it to be compiled.
 */
export async function warmUpReader(stopped: AbortSignal): Promise<void> {
  const pages = Array.from({ length: PAGES }, (_, at) => makePage(at + 1));
  await sleep(AFTER_MILLISECONDS, null, { signal: stopped, ref: false });
  for (let round = 0; round < ROUNDS; round++) {
    new ReportReader({ reportId: "", sha256: "", pages, names: [] }).ask(
      "What was total revenue for FY2024?",
    );
    await sleep(BETWEEN_MILLISECONDS, null, { signal: stopped, ref: false });
  }
}

function makePage(page: number): PageRecord {
  const box: [number, number, number, number] = [72, 72, 540, 720];
  // Each page another stretch of words, so that they are met for the first time as those of a report are.
  const text = VOCABULARY.slice(page * 700, page * 700 + 4_000).replaceAll(
    ", ",
    ` ${page} 2024 1,${page}00 `,
  );
  const block = { kind: "text", level: null, text, first_line: 0, last_line: 0, table: null, box } as const;
  return {
    page,
    width: 612,
    height: 792,
    text,
    blocks: [block],
    lines: [{ text, box }],
    tables: [],
    rows: [],
    words: [],
  };
}
