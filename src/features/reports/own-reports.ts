import { open } from "node:fs/promises";
import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { UploadedFile } from "../../kernel/uploaded-file.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { deleteAnswersAbout } from "../access/index.ts";
import { requireCompany } from "../companies/index.ts";
import { findReportType } from "../reference/index.ts";
import { addReport, type ReportTools } from "./add-report.ts";
import { sniffContentType } from "./html/declaration.ts";
import { deleteOwnReport, findFilesInUse, type ReportRow, updateReportType } from "./store.ts";
import { isPackage, withPackagedReport } from "./uploads/open-package.ts";

const UPLOAD_CREDITS = 5;
const ReportId = z.string().min(1).max(60);
const ReportTypeId = z
  .string()
  .refine(
    (id) => findReportType(id) !== undefined,
    "expected an id of GET /v1/constant/values?kind=report_types",
  );

export const uploadReport = (tools: ReportTools) =>
  defineOperation({
    id: "reports.upload",
    summary: "Upload your own report",
    guide:
      "Takes a PDF, an HTML file or an ESEF package (zip) as multipart/form-data. Only your account sees it. It is read in the background: follow " +
      "digest_state with reports.search or reports.certificate. To have a file read again that could not be read, send it " +
      "again: it is paid for like a new one, since the first payment was given back.",
    scope: "reports:write",
    effect: "write",
    price: {
      most: () => UPLOAD_CREDITS,
      about: `${UPLOAD_CREDITS} credits for a new report, none for one your account already has; refunded if it cannot be read`,
    },
    perSecond: 2,
    rest: { method: "POST", path: "/v1/company_report/upload", body: "multipart" },
    mcp: false,
    input: z.strictObject({
      file: UploadedFile.describe("The PDF, the HTML file or the ESEF package (zip), at most 500 MB"),
      title: z.string().trim().min(1).max(500).describe("Title of the report"),
      svc_entity_id: z.string().min(1).max(60).optional().describe("The company, from companies.search"),
      report_type: ReportTypeId.optional().describe(
        "Level-3 report type; detected from title and content when absent",
      ),
      publish_date: Day.optional(),
      fiscal_year: z.coerce.number().int().min(1900).max(2200).optional(),
      fiscal_period: z.enum(["FY", "H1", "H2", "Q1", "Q2", "Q3", "Q4"]).optional(),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, "expected an ISO 639-1 code such as en")
        .optional(),
    }),
    output: z.object({
      report_id: z.string(),
      added: z.boolean().describe("False when your account already had this file"),
    }),
    errors: ["company_not_found", "file_too_large", "file_not_readable"],
    examples: [
      {
        title: "A report of a demo company",
        // The path represents the file; a caller sends the bytes.
        input: {
          file: "demo/fictional/reports/tessandral-annual-report-2023.pdf" as never,
          title: "Annual report",
        },
      },
    ],
    async run({ caller, paymentId, use }, input) {
      if (input.svc_entity_id !== undefined) await requireCompany(tools.db, input.svc_entity_id);
      const facts = {
        account_id: caller.accountId,
        svc_entity_id: input.svc_entity_id ?? null,
        file_title: input.title,
        report_type_id: input.report_type && findReportType(input.report_type)?.lv3_id,
        publish_date: input.publish_date ?? null,
        fiscal_year: input.fiscal_year ?? null,
        fiscal_period: input.fiscal_period ?? null,
        language: input.language ?? null,
        fictional: false,
        source: "upload",
        source_reference: "",
        licence: "",
      };
      const { reportId, pays } = await withReportFile(input.file, (file) =>
        addReport(
          tools,
          file.path,
          { ...facts, file_name: file.fileName, content_type: file.contentType },
          { paymentId },
        ),
      );
      if (pays) use(UPLOAD_CREDITS);
      return { report_id: reportId, added: pays };
    },
  });

const START_BYTES = 4_096;

interface ReportFile {
  path: string;
  fileName: string;
  contentType: string;
}

/** The uploaded file, or the report inside it when it is a report package. */
async function withReportFile<T>(
  file: Pick<ReportFile, "path" | "fileName">,
  work: (file: ReportFile) => Promise<T>,
): Promise<T> {
  const start = await readStart(file.path);
  if (isPackage(start))
    return withPackagedReport(file.path, async (report) =>
      work({ ...report, contentType: requireContentType(await readStart(report.path)) }),
    );
  return work({ path: file.path, fileName: file.fileName, contentType: requireContentType(start) });
}

async function readStart(filePath: string): Promise<Buffer> {
  const file = await open(filePath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The actual file type by its first bytes; its name and the caller's claim do not count. */
function requireContentType(start: Buffer): string {
  const found = sniffContentType(start);
  if (found === null)
    throw new Failure("file_not_readable", {
      detail: "file: it is neither a PDF, an HTML file nor a report package (zip)",
    });
  return found;
}

export const deleteReport = (tools: ReportTools) =>
  defineOperation({
    id: "reports.delete",
    summary: "Delete a report of your own",
    guide:
      "Removes a report that your account uploaded, with its text, vectors and file. This cannot be undone.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "DELETE", path: "/v1/company_report/upload" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId }),
    output: z.object({ report_id: z.string(), deleted: z.boolean() }),
    errors: ["report_not_found"],
    examples: [{ title: "A report that no longer exists", input: { report_id: "rep_aaaaaaaaaaaa" } }],
    async run({ caller }, { report_id }) {
      const removed = await inTransaction(tools.db, async (sql) => {
        // Answers that are stored for repeated calls quote the report.
        await deleteAnswersAbout(sql, caller.accountId, report_id);
        return deleteOwnReport(sql, caller.accountId, report_id);
      });
      if (removed) await removeFiles(tools, removed);
      return { report_id, deleted: removed !== null };
    },
  });

/** The same content may belong to several reports; a file is deleted with the last of them. */
async function removeFiles({ db, storage }: ReportTools, report: ReportRow): Promise<void> {
  const hashes = [
    report.file_sha256,
    report.extract_sha256,
    report.embedding_sha256,
    report.twin_sha256,
  ].filter((hash) => hash !== null);
  await inTransaction(db, async (sql) => {
    const inUse = await findFilesInUse(sql, hashes);
    for (const hash of hashes) if (!inUse.has(hash)) await storage.remove(hash);
  });
}

export const correctReportType = ({ db }: ReportTools) =>
  defineOperation({
    id: "reports.correct_type",
    summary: "Correct the type of your own report",
    guide: "Use when a report's type was detected wrongly. Afterwards its confidence is 1.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/company_report/report_type" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId, report_type: ReportTypeId }),
    output: z.object({ report_id: z.string(), report_type: z.string() }),
    errors: ["report_not_found"],
    examples: [
      {
        title: "The report_id of reports.upload",
        input: { report_id: "rep_aaaaaaaaaaaa", report_type: "annual_report" },
      },
    ],
    async run({ caller }, { report_id, report_type }) {
      const id = findReportType(report_type)?.lv3_id ?? report_type;
      const changed = await updateReportType(db, caller.accountId, { reportId: report_id, reportTypeId: id });
      if (!changed)
        throw new Failure("report_not_found", { detail: "Only your own reports can be corrected." });
      return { report_id, report_type: id };
    },
  });
