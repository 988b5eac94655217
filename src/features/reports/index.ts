/**
 * Reports: files, text with positions, passages with vectors, and the certificate of each. Owns `report` and
 * `report_chunk`.
 */
import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import type { PdfReader } from "../../platform/pdf/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { embedQuery } from "./embed-query.ts";
import type { PageSummary } from "./layout/index.ts";
import { listFiles, showCertificate } from "./operations.ts";
import { correctReportType, deleteReport, uploadReport } from "./own-reports.ts";
import { parsePdf, showParseResult } from "./parser/operations.ts";
import { readReportPages, renderReportPage } from "./report-pages.ts";
import { searchReports } from "./search-reports.ts";
import { shareReport, showSharing } from "./sharing/operations.ts";

export { addReport, type ReportFacts, type ReportTools } from "./add-report.ts";
export { bytesToVector } from "./chunk-vectors.ts";
export {
  type CompanyReport,
  countStoredReports,
  fillReportFacts,
  findReadableReport,
  findReportFacts,
  listNewReports,
  listReadableReports,
  listStoredReports,
  type StoredReport,
  type TypedReport,
} from "./company-reports/store.ts";
export { type DetectLanguage, loadLanguageDetector } from "./detect-language.ts";
export { addDigestedReport } from "./digest/add-digested-report.ts";
export { reembedReports } from "./digest/reembed-reports.ts";
export { certifyStatements } from "./digest/store.ts";
export { findStoredDigest, packDigest, readDigest } from "./digest/stored-digest.ts";
export { reportTable } from "./exporting/report-table.ts";
export { reportJobs } from "./jobs.ts";
export { LAYOUT_VERSION, PageRecord, type PageSummary, readFigure, reportPages } from "./layout/index.ts";
export { type ParserTools, parserJobs } from "./parser/jobs.ts";
export { cancelParseJob, deleteParseJobs } from "./parser/store.ts";
export { previewAddReport } from "./preview-add-report.ts";
export { readPages } from "./read-pages.ts";
export {
  findReportCompany,
  loadPages,
  type ReadReport,
  requireCompanyReport,
  requireReadReport,
} from "./read-report.ts";
export {
  loadPassageTexts,
  loadVectors,
  type PassageVector,
  type ReportVectors,
} from "./read-vectors.ts";
export { PAGE_IMAGE_DPI } from "./report-pages.ts";
export { findReports, readableBy } from "./store.ts";
export { type ReadyReport, watchReadyReports } from "./watch-ready.ts";

export interface ReportFeatureTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  embedder: Embedder;
  pdf: PdfReader<PageSummary>;
}

export const reportOperations = (tools: ReportFeatureTools) =>
  [
    searchReports(tools),
    listFiles(tools),
    readReportPages(tools),
    renderReportPage(tools),
    showCertificate(tools),
    uploadReport(tools),
    deleteReport(tools),
    correctReportType(tools),
    shareReport(tools),
    showSharing(tools),
    embedQuery(tools),
    parsePdf(tools),
    showParseResult(tools),
  ] as const;
