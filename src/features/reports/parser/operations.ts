import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Caller, defineOperation } from "../../../kernel/operation.ts";
import { UploadedFile } from "../../../kernel/uploaded-file.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { keepFile, queueFileRemoval, requireLiveAccount } from "../../accounts/index.ts";
import { isCallPaid } from "../../credits/index.ts";
import { Certificate } from "../certificate.ts";
import type { PageRecord } from "../layout/index.ts";
import { readPages } from "../read-pages.ts";
import { storeLocalFile } from "../store-local-file.ts";
import { parseJob } from "./jobs.ts";
import {
  findParseJob,
  findReadableParseJob,
  insertParseJob,
  type ParseJobRow,
  parseOwnerOf,
  replaceDelivery,
} from "./store.ts";
import { tableLines } from "./write-markdown.ts";

export interface ParserOperationTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
}

const RESULT_CREDITS = 10;

export const parsePdf = ({ db, storage, jobs }: ParserOperationTools) =>
  defineOperation({
    id: "parser.pdf",
    summary: "Parse a PDF into text and tables",
    guide:
      "Parse or convert any PDF file into text and tables: send it (multipart/form-data) or pass its URL as pdf_url. " +
      "Returns a job_id immediately; get the outcome from parser.result. At most 500 MB and 700 pages.",
    scope: "reports:write",
    effect: "write",
    price: 0,
    perSecond: 2,
    rest: { method: "POST", path: "/v1/parser/pdf", body: "multipart" },
    mcp: {
      tool: "parse_pdf",
      guide:
        "Parse or convert any PDF file into text and tables: give its URL as pdf_url. Returns a job_id immediately. " +
        "At most 500 MB and 700 pages.",
      isOpenWorld: true,
    },
    input: z.strictObject({
      file: UploadedFile.optional().describe("The PDF"),
      pdf_url: z
        .url({ protocol: /^https?$/, error: "expected an http(s) URL" })
        .max(2_000)
        .optional()
        .describe("Where to fetch the PDF from; public addresses only"),
    }),
    output: z.object({ job_id: z.string(), state: z.string() }),
    errors: ["fetch_refused", "fetch_failed", "file_too_large", "file_not_readable"],
    examples: [
      {
        title: "A demo report",
        // The path represents the file; a caller sends the bytes.
        input: { file: "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf" as never },
      },
    ],
    async run({ caller }, { file, pdf_url }) {
      if ((file === undefined) === (pdf_url === undefined)) {
        throw new Failure("invalid_input", { detail: "Provide either file or pdf_url." });
      }
      const job_id = makeId("job");
      const store = () => storeLocalFile(storage, file?.path ?? "", "application/pdf");
      const stored = file && (await store());
      const work = inTransaction(db, async (sql) => {
        await requireLiveAccount(sql, caller.accountId);
        await insertParseJob(sql, {
          job_id,
          account_id: caller.accountId,
          requested_by: parseOwnerOf(caller).requestedBy,
          file_name: file?.fileName ?? nameOf(pdf_url),
          pdf_url: pdf_url ?? null,
          file_sha256: stored?.sha256 ?? null,
        });
        if (stored) await keepFile(sql, storage, { sha256: stored.sha256, restore: store });
        await jobs.send(sql, parseJob, { job_id }, { key: job_id });
      });
      await work.catch(async (error: unknown) => {
        if (stored) await queueFileRemoval(jobs, db, [stored.sha256]).catch(() => {});
        throw error;
      });
      return { job_id, state: "waiting" };
    },
  });

const nameOf = (url: string | undefined) =>
  new URL(url ?? "http://x/file.pdf").pathname.split("/").at(-1) || "file.pdf";

const ParseResult = z.object({
  job_id: z.string(),
  state: z.enum(["waiting", "fetching", "reading", "ready", "failed", "cancelled"]),
  reason: z.string().nullable().describe("Why it failed"),
  page_count: z.int().nullable(),
  pages_done: z.int(),
  certificate: Certificate.nullable(),
  text: z.string().nullable().describe("The text of all pages, once ready"),
  tables: z
    .array(
      z.object({
        page: z.int(),
        caption: z.string(),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string())),
      }),
    )
    .nullable(),
  clickable_link: z.string().nullable().describe("Zip with JSON Lines, Markdown and CSV; valid for 7 days"),
});

export const showParseResult = ({ db, storage }: ParserOperationTools) =>
  defineOperation({
    id: "parser.result",
    summary: "Get the result of a parse job",
    guide:
      "Pass the job_id to get the result of the parse job: call until its state is ready (finished) or failed.",
    scope: "reports:read",
    effect: "read",
    price: {
      most: () => RESULT_CREDITS,
      about: "10 credits for the first delivery of a finished result, else free",
    },
    perSecond: 10,
    rest: { method: "POST", path: "/v1/parser/result" },
    mcp: { tool: "parse_pdf", quotes: true },
    input: z.strictObject({ job_id: z.string().min(1).max(60) }),
    output: ParseResult,
    errors: ["job_not_found", "file_not_readable"],
    examples: [{ title: "The job_id of parser.pdf", input: { job_id: "job_aaaaaaaaaaaaaaaa" } }],
    async run(context, { job_id }) {
      const job = await findReadableParseJob(db, readerOf(context.caller), job_id);
      if (!job) throw new Failure("job_not_found");
      const { state, reason, page_count, pages_done } = job;
      const progress = { job_id, state, reason, page_count, pages_done };
      if (state !== "ready")
        return { ...progress, certificate: null, text: null, tables: null, clickable_link: null };
      const result = await describeResult(storage, job, context.baseUrl);
      if (!(await isPaid(db, job))) context.use(RESULT_CREDITS);
      return { ...progress, ...result };
    },
    async afterSettle({ paymentId }, { input, charged }) {
      if (charged === 0) return "charged";
      const isFirst = await recordDelivery(db, { jobId: input.job_id, paymentId });
      return isFirst ? "charged" : "already_paid";
    },
  });

const readerOf = (caller: Caller) => ({ ...viewerOf(caller), ...parseOwnerOf(caller) });

/** Reading again is free once a delivery was paid for and not refunded. */
async function isPaid(db: Database, { delivered_at, delivered_payment }: ParseJobRow): Promise<boolean> {
  if (delivered_payment === null) return delivered_at !== null;
  return isCallPaid(db, delivered_payment);
}

/** False when another call has paid for the same result in the meantime. */
async function recordDelivery(
  db: Database,
  { jobId, paymentId }: { jobId: string; paymentId: string },
): Promise<boolean> {
  for (;;) {
    const job = await findParseJob(db, jobId);
    if (!job) return true;
    const earlier = job.delivered_payment;
    if (earlier === paymentId) return true;
    if (await isPaid(db, job)) return false;
    if (await replaceDelivery(db, jobId, { earlier, paymentId })) return true;
  }
}

async function describeResult(storage: Storage, job: ParseJobRow, baseUrl: string) {
  if (job.extract_sha256 === null || job.package_sha256 === null)
    throw new Error(`${job.job_id}: ready without files`);
  const texts: string[] = [];
  const tables: z.input<typeof ParseResult>["tables"] = [];
  for await (const page of readPages(storage, job.extract_sha256)) {
    texts.push(page.text);
    for (const index of page.tables.keys()) tables.push(describeTable(page, index));
  }
  const file = {
    sha256: job.package_sha256,
    fileName: `${job.job_id}.zip`,
    contentType: "application/zip",
    contentEncoding: null,
  };
  return {
    certificate: Certificate.parse(job.certificate),
    text: texts.join("\n\n"),
    tables,
    clickable_link: await storage.link(file, baseUrl),
  };
}

function describeTable(page: PageRecord, index: number) {
  const [columns = [], ...rows] = tableLines(page, index);
  return { page: page.page, caption: page.tables[index]?.caption ?? "", columns, rows };
}
