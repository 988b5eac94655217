import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { constants, gunzip, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { Failure } from "../../kernel/errors.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { findCompany } from "../companies/index.ts";
import { findReadableReport, type TypedReport } from "./company-reports/store.ts";
import { notReady } from "./digest/digest-report.ts";
import type { PageRecord } from "./layout/index.ts";
import { findReports } from "./store.ts";

/** A report whose text can be read. */
export interface ReadReport {
  report_id: string;
  /** The account it belongs to; null for a public report. */
  account_id: string | null;
  file_title: string;
  file_title_en: string;
  file_name: string;
  file_sha256: string;
  extract_sha256: string;
  svc_entity_id: string | null;
  /** Of its text, as two letters; null where it is not known. */
  language: string | null;
  fiscal_year: number | null;
  fiscal_period: string | null;
}

/** A report the viewer may read and whose text is available; otherwise throws the reason. */
export async function requireReadReport(
  db: Database,
  viewer: Viewer | null,
  reportId: string,
): Promise<ReadReport & { content_type: string }> {
  const [row] = await findReports(db, viewer, [reportId]);
  if (!row) throw new Failure("report_not_found");
  const { extract_sha256 } = row;
  if (extract_sha256 === null) throw notReady(row);
  return { ...row, extract_sha256 };
}

/** The same with the dates that say how new the report is. */
export async function requireCompanyReport(
  db: Database,
  viewer: Viewer,
  reportId: string,
): Promise<TypedReport> {
  await requireReadReport(db, viewer, reportId);
  const report = await findReadableReport(db, viewer, reportId);
  if (!report) throw new Failure("report_not_found");
  return report;
}

/** The name of the company a report is about; null when unknown. */
export async function findReportCompany(db: Database, report: ReadReport): Promise<string | null> {
  const company = report.svc_entity_id ? await findCompany(db, report.svc_entity_id) : undefined;
  return company?.name ?? null;
}

const unzip = promisify(gunzip);

/** All pages of a report, with the size of what was read, for a cache with a size limit. */
export async function loadPages(
  storage: Storage,
  extractSha256: string,
): Promise<{ pages: PageRecord[]; bytes: number }> {
  const file = await unzip(await buffer(await storage.read(extractSha256)));
  const pages: PageRecord[] = [];
  for (let from = 0; from < file.length; ) {
    const newline = file.indexOf(NEWLINE, from);
    const to = newline < 0 ? file.length : newline;
    if (to > from) pages.push(parsePage(file.subarray(from, to)));
    from = to + 1;
  }
  return { pages, bytes: file.length };
}

const NEWLINE = 0x0a;
const WORDS = Buffer.from(',"words":[');

const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * A page whose words are kept compressed: they are the larger part of the file, and a question needs those of a few
 * pages, several times in a row. The mark cannot occur inside a text, where its quotes would be escaped.
 */
function parsePage(line: Buffer): PageRecord {
  const at = line.lastIndexOf(WORDS);
  // Our own file, found by the hash of its content: what was validated when it was written is still valid.
  if (at < 0) return JSON.parse(line.toString()) as PageRecord;
  const page = JSON.parse(`${line.toString("utf8", 0, at)}}`) as PageRecord;
  // Copied, since it lies in a larger piece of memory.
  const packed = Uint8Array.from(zstdCompressSync(line.subarray(at + WORDS.length - 1, -1), FASTEST));
  let recent: WeakRef<PageRecord["words"]> | undefined;
  return Object.defineProperty(page, "words", {
    enumerable: true,
    get: () => {
      const words =
        recent?.deref() ?? (JSON.parse(zstdDecompressSync(packed).toString()) as PageRecord["words"]);
      if (recent?.deref() !== words) recent = new WeakRef(words);
      return words;
    },
  });
}
