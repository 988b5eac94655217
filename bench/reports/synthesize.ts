import { createHash } from "node:crypto";
import type { Certificate } from "../../src/features/reports/certificate.ts";
import { finishDigest, saveReading } from "../../src/features/reports/digest/store.ts";
import { insertReport } from "../../src/features/reports/store.ts";
import type { Database } from "../../src/platform/db/index.ts";

const TYPES = ["annual_report", "half_year_report", "quarterly_report", "earnings_release"];
const LANGUAGES = ["en", "de", "fr", "ja"];
const WORDS = [
  "Harbour",
  "Copper",
  "Meridian",
  "Northern",
  "Atlas",
  "Willow",
  "Falcon",
  "Summit",
  "Granite",
  "Delta",
];
const AT_ONCE = 4;

export function reportId(at: number): string {
  return `rep_bench${String(at).padStart(8, "0")}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Metadata of so many digested reports; reports of the first hundred are the same whatever the number. */
export async function fillReports(
  db: Database,
  count: number,
  { companyIds, typeIds = TYPES }: { companyIds: readonly string[]; typeIds?: readonly string[] },
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index);
    await Promise.all(some.map((at) => addReport(db, at, { companyIds, typeIds })));
  }
}

async function addReport(
  db: Database,
  at: number,
  { companyIds, typeIds }: { companyIds: readonly string[]; typeIds: readonly string[] },
): Promise<void> {
  const pick = <Value>(values: readonly Value[], seed: number): Value => {
    const value = values[seed % values.length];
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  const report_id = reportId(at);
  const year = 2005 + (at % 20);
  const title = `${pick(WORDS, at)} ${pick(WORDS, at * 7 + 3)} ${at} ${pick(typeIds, at)} ${year}`;
  await insertReport(db, {
    report_id,
    account_id: null,
    svc_entity_id: pick(companyIds, at),
    file_title: title,
    file_title_en: title,
    report_type_id: pick(typeIds, at),
    report_type_confidence: 1,
    publish_date: `${year}-${String(1 + (at % 12)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`,
    fiscal_year: year,
    fiscal_period: "FY",
    language: pick(LANGUAGES, at >> 2),
    file_name: `${report_id}.pdf`,
    content_type: "application/pdf",
    file_sha256: sha256(report_id),
    file_bytes: 1_000_000 + at,
    fictional: true,
    source: "bench",
    source_reference: "",
    licence: "",
  });
  const read = { reportId: report_id, chunks: [], certificate: certificateOf(report_id) };
  const extract = { sha256: sha256(`${report_id} extract`), bytes: 100_000 };
  await saveReading(db, { ...read, extract, language: null, reportType: null });
  const finishedAt = new Date(0).toISOString();
  await finishDigest(db, report_id, {
    model: "gte-small@1",
    embeddingSha256: sha256(`${report_id} v`),
    finishedAt,
  });
}

function certificateOf(id: string): Certificate {
  return {
    file_sha256: sha256(id),
    file_bytes: 1_000_000,
    page_count: 120,
    pages_read: 120,
    pages_failed: [],
    pages_without_text: [2, 4],
    pages_by_ocr: [],
    characters: 400_000,
    words: 70_000,
    tables: 90,
    table_rows: 1_800,
    chunks: 900,
    vectors: 900,
    statements: null,
    parser_version: "bench",
    layout_version: "bench",
    model: null,
    complete: true,
    started_at: new Date(0).toISOString(),
    finished_at: null,
  };
}
