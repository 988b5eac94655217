import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { replaceClaims } from "../../claims/index.ts";
import { certifyStatements, listStoredReports, loadPages, type StoredReport } from "../../reports/index.ts";
import { readStatements } from "../read-statements.ts";
import { type ReportStatements, STATEMENTS_VERSION, type StatementFigure } from "../statement.ts";
import { loadTags } from "../tags/load-tags.ts";
import { cellClaimId, claimsOf } from "./cell-claims.ts";
import { fillMetadata } from "./fill-metadata.ts";
import { frequencyOf, isCredible, periodFrequency } from "./periods.ts";
import { listRead, lockReport, type ReadFigure, saveReading } from "./store.ts";

export interface StoringTools {
  db: Database;
  storage: Storage;
}

/** Reads the statements of a report and stores them, unless this version of the reader already has. */
export async function readReportStatements(tools: StoringTools, reportId: string): Promise<void> {
  const reports = await listStoredReports(tools.db, { reportId });
  const read = await listRead(tools.db, STATEMENTS_VERSION, reports);
  for (const report of reports) if (!read.has(report.report_id)) await storeStatements(tools, report);
}

/** Reads the statements of a report and stores them with their claims, all or nothing. */
export async function storeStatements({ db, storage }: StoringTools, report: StoredReport): Promise<void> {
  const { report_id, extract_sha256 } = report;
  const { pages } = await loadPages(storage, extract_sha256);
  const { facts, identifier } = await loadTags(storage, report);
  const read = attempt(() => readStatements({ pages, facts }));
  const reading = "value" in read ? read.value : null;
  const document = { reportId: report_id, sha256: report.file_sha256 };
  await inTransaction(db, async (sql) => {
    if (!(await lockReport(sql, report))) return;
    const known = reading ? await fillMetadata(sql, report, { reading, pages, identifier }) : report;
    await certifyStatements(sql, report_id, countStatements(reading?.statements ?? []));
    await saveReading(sql, report_id, {
      version: STATEMENTS_VERSION,
      extract_sha256,
      reading,
      failure: "error" in read ? read.error : null,
      figures: reading ? figureRows(reading, known) : [],
    });
    const claims = (reading?.statements ?? []).flatMap((statement) => claimsOf(statement, document));
    await replaceClaims(sql, report_id, [
      ...new Map(claims.map((claim) => [claim.claim_id, claim])).values(),
    ]);
  });
}

function countStatements(statements: ReportStatements["statements"]) {
  const columns = statements.flatMap((statement) => statement.columns);
  return {
    found: statements.length,
    columns: columns.length,
    proven_totals: columns.reduce((sum, { sums }) => sum + sums.proven, 0),
    failed_totals: columns.reduce((sum, { sums }) => sum + sums.failed, 0),
    unknown_scales: columns.filter(({ scale }) => scale === null).length,
  };
}

/** A report that the reader fails on is still a report: the failure is stored, and the digest goes on. */
function attempt<T>(read: () => T): { value: T } | { error: string } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: String(error).slice(0, 500) };
  }
}

/** The figures whose period can be believed, each once: where two readings differ, the surer one. */
function figureRows({ figures }: ReportStatements, report: StoredReport): ReadFigure[] {
  const kind = frequencyOf(report);
  const rows = new Map<string, ReadFigure>();
  for (const figure of figures) {
    if (!isCredible(figure.period, kind)) continue;
    const row = figureRow(figure, report, periodFrequency(figure.period, kind));
    const key = [row.concept, row.period_start, row.period_end].join(" ");
    const known = rows.get(key);
    if (row && (!known || known.confidence < row.confidence)) rows.set(key, row);
  }
  return [...rows.values()];
}

function figureRow(
  { concept, period, value, currency, unit, confidence, cells, tagged }: StatementFigure,
  { report_id, file_sha256 }: StoredReport,
  frequency: ReadFigure["frequency"],
): ReadFigure {
  const [first] = cells;
  if (!first) throw new Error(`${report_id}: ${concept} was read from no cell`);
  const document = { reportId: report_id, sha256: file_sha256 };
  return {
    frequency,
    concept,
    period_start: period.start,
    period_end: period.end,
    fiscal_year: period.fiscalYear,
    value,
    currency,
    unit,
    scale: first.scale,
    confidence,
    proof: cells.every(({ proof }) => proof === "proven") ? "proven" : "none",
    printed: cells.map(({ text }) => text).join("; "),
    page: first.page,
    box: first.box,
    claim_ids: cells.map((cell) => cellClaimId(document, cell)),
    tagged: tagged?.verdict ?? null,
    tag: tagged?.tag ?? null,
    tagged_value: tagged?.value ?? null,
  };
}
