import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { type Context, defineOperation } from "../../kernel/operation.ts";
import { UploadedFile } from "../../kernel/uploaded-file.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { queueFileRemoval } from "../accounts/index.ts";
import { requireCompany } from "../companies/index.ts";
import { findReportType } from "../reference/index.ts";
import { addReport, type ReportTools } from "./add-report.ts";
import { eraseReport } from "./erase-report.ts";
import { deleteParseJobs, parseOwnerOf } from "./parser/store.ts";
import { findSharer, lockChangeable } from "./sharing/sharer.ts";
import { chooseReaders, MemberList, SharedWith } from "./sharing/sharing.ts";
import { updateReportType } from "./store.ts";
import { confirmPayment } from "./uploads/pay-upload.ts";
import { withReportFile } from "./uploads/report-file.ts";

const UPLOAD_CREDITS = 5;
const ReportId = z.string().min(1).max(60);
const Title = z.string().trim().min(1).max(500);
const ReportTypeId = z
  .string()
  .refine(
    (id) => findReportType(id) !== undefined,
    "expected an id of GET /v1/constant/values?kind=report_types",
  );

const UploadInput = z.strictObject({
  file: UploadedFile.describe("The PDF, the HTML file or the ESEF package (zip), at most 500 MB"),
  title: Title.optional().describe("Title of the report; when absent, that of an HTML file, else its name"),
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
  shared_with: SharedWith.default("account"),
  members: MemberList.optional(),
});

export const uploadReport = (tools: ReportTools) => {
  // The reports that calls have claimed and not yet paid for.
  const claimed = new WeakMap<Context, string>();
  return defineOperation({
    id: "reports.upload",
    summary: "Upload your own report",
    guide:
      "Takes a PDF, an HTML file or an ESEF package (zip) as multipart/form-data. Only your account sees it, or with shared_with only you or some members. It is read in the background: follow " +
      "digest_state with reports.search or reports.certificate. To have a file read again that could not be read, send it " +
      "again: it is paid for like a new one, since the first payment was given back.",
    scope: "reports:write",
    effect: "write",
    price: {
      most: () => UPLOAD_CREDITS,
      about: `${UPLOAD_CREDITS} credits for a new report, none for one you can already read in your account; refunded if it cannot be read`,
    },
    perSecond: 2,
    rest: { method: "POST", path: "/v1/company_report/upload", body: "multipart" },
    mcp: false,
    input: UploadInput,
    output: z.object({
      report_id: z.string(),
      added: z
        .boolean()
        .describe("False when you could already read this file in your account; its sharing stays as it is"),
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
    async run(context, input) {
      const { caller, paymentId, use } = context;
      if (input.svc_entity_id !== undefined) await requireCompany(tools.db, input.svc_entity_id);
      const viewer = viewerOf(caller);
      const readers = await chooseReaders(tools.db, viewer, { uploader: viewer.userId, ...input });
      const facts = {
        account_id: viewer.accountId,
        svc_entity_id: input.svc_entity_id ?? null,
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
      const { reportId, pays, isShared } = await withReportFile(input.file, (file) =>
        addReport(
          tools,
          file.path,
          {
            ...facts,
            file_title: input.title ?? file.title,
            file_name: file.fileName,
            content_type: file.contentType,
          },
          { paymentId, uploaded_by: viewer.userId, readers },
        ),
      );
      if (pays) {
        use(UPLOAD_CREDITS);
        claimed.set(context, reportId);
      }
      return { report_id: reportId, added: pays && !isShared };
    },
    async afterSettle(context) {
      const reportId = claimed.get(context);
      if (reportId === undefined) return "charged";
      const isPaidHere = await inTransaction(tools.db, (sql) =>
        confirmPayment(sql, reportId, context.paymentId),
      );
      return isPaidHere ? "charged" : "already_paid";
    },
  });
};

export const deleteReport = (tools: ReportTools) =>
  defineOperation({
    id: "reports.delete",
    summary: "Delete a report of your own",
    guide:
      "Removes a report that your account uploaded, with its text, vectors and file. This cannot be undone. Only its uploader and owners of the account may do this.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "DELETE", path: "/v1/company_report/upload" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId }),
    output: z.object({ report_id: z.string(), deleted: z.boolean() }),
    errors: ["report_not_found", "owner_only"],
    examples: [{ title: "A report that no longer exists", input: { report_id: "rep_aaaaaaaaaaaa" } }],
    async run({ caller }, { report_id }) {
      const { accountId } = caller;
      const sharer = await findSharer(tools.db, viewerOf(caller));
      const deleted = await inTransaction(tools.db, async (sql) => {
        if (!(await lockChangeable(sql, sharer, report_id))) return false;
        const erased = await eraseReport(sql, { report_id, account_id: accountId });
        if (!erased) return false;
        // The same file, parsed for the same caller, has the same text.
        const parsed = await deleteParseJobs(sql, { ...parseOwnerOf(caller), fileSha256: erased.fileSha256 });
        await queueFileRemoval(tools.jobs, sql, [...erased.files, ...parsed]);
        return true;
      });
      return { report_id, deleted };
    },
  });

export const correctReportType = ({ db }: ReportTools) =>
  defineOperation({
    id: "reports.correct_type",
    summary: "Correct the type of your own report",
    guide:
      "Use when a report's type was detected wrongly. Afterwards its confidence is 1. Only its uploader and owners of " +
      "the account may do this.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/company_report/report_type" },
    mcp: false,
    input: z.strictObject({ report_id: ReportId, report_type: ReportTypeId }),
    output: z.object({ report_id: z.string(), report_type: z.string() }),
    errors: ["report_not_found", "owner_only"],
    examples: [
      {
        title: "The report_id of reports.upload",
        input: { report_id: "rep_aaaaaaaaaaaa", report_type: "annual_report" },
      },
    ],
    async run({ caller }, { report_id, report_type }) {
      const id = findReportType(report_type)?.lv3_id ?? report_type;
      const sharer = await findSharer(db, viewerOf(caller));
      await inTransaction(db, async (sql) => {
        if (!(await lockChangeable(sql, sharer, report_id)))
          throw new Failure("report_not_found", { detail: "Only your own uploads can be corrected." });
        await updateReportType(sql, { reportId: report_id, reportTypeId: id });
      });
      return { report_id, report_type: id };
    },
  });
