import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { makeId } from "../../kernel/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { TABLE_FORMATS } from "../../kernel/table.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { TABLE_MEDIA } from "../../platform/tables/index.ts";
import { checkFilter } from "./check-filter.ts";
import { DATASET_SCOPES, DATASETS, listReadable } from "./datasets.ts";
import { exportJob } from "./jobs.ts";
import { addExport, type ExportRow, listExports } from "./store.ts";

export interface ExportTools {
  db: Database;
  jobs: Jobs;
  storage: Storage;
}

const EXPORT_CREDITS = 20;
const LISTED_MAX = 100;

const filter = {
  svc_entity_id: z.string().min(1).max(60).optional().describe("Only this company"),
  start_date: Day.optional().describe("Prices, splits, dividends, reports and facts from this day on"),
  end_date: Day.optional().describe("Prices, splits, dividends, reports and facts up to this day"),
};

export const createExport = ({ db, jobs }: ExportTools) =>
  defineOperation({
    id: "exports.create",
    summary: "Export companies, reports, prices, splits and dividends, or facts as one file",
    guide:
      "Use to download whole datasets as NDJSON, CSV or Parquet. The file is written in the background; exports.list " +
      "shows when it is done and returns a link that works for seven days. Needs the scope that reads the dataset. Refunded " +
      "if the file cannot be written.",
    scope: "reference:read",
    effect: "write",
    price: EXPORT_CREDITS,
    perSecond: 2,
    rest: { method: "POST", path: "/v1/export/create" },
    mcp: false,
    input: z.strictObject({
      dataset: z.enum(DATASETS),
      format: z.enum(TABLE_FORMATS).default("ndjson"),
      ...filter,
    }),
    output: z.object({ export_id: z.string() }),
    errors: ["company_not_found"],
    examples: [{ title: "All companies as CSV", input: { dataset: "companies", format: "csv" } }],
    async run({ caller, paymentId }, { dataset, format, ...options }) {
      const scope = DATASET_SCOPES[dataset];
      if (!caller.scopes.has(scope))
        throw new Failure("scope_missing", { detail: `Missing scope: ${scope}` });
      await checkFilter(db, dataset, options);
      const export_id = makeId("exp");
      const request = { dataset, format, filter: options };
      const row = {
        export_id,
        account_id: caller.accountId,
        requested_by: caller.userId,
        payment_id: paymentId,
        ...request,
      };
      await inTransaction(db, async (sql) => {
        await addExport(sql, row);
        await jobs.send(sql, exportJob, { export_id }, { key: export_id });
      });
      return { export_id };
    },
  });

const Export = z.object({
  export_id: z.string(),
  dataset: z.enum(DATASETS),
  format: z.enum(TABLE_FORMATS),
  state: z.enum(["waiting", "running", "done", "failed"]),
  rows: z.int().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  clickable_link: z
    .string()
    .nullable()
    .describe("Works for seven days from now; null until the file is written"),
});

export const showExports = ({ db, storage }: ExportTools) =>
  defineOperation({
    id: "exports.list",
    summary: "Your exports, with links to those that are done",
    guide:
      "Use after exports.create. Latest first, at most 100; exports are kept for eight days. Shows datasets whose scope the " +
      "credential has.",
    scope: "reference:read",
    effect: "read",
    price: 0,
    perSecond: 5,
    rest: { method: "GET", path: "/v1/export/list" },
    mcp: false,
    input: z.strictObject({}),
    output: z.object({ exports: z.array(Export) }),
    examples: [{ title: "All of them", input: {} }],
    async run({ caller, baseUrl }) {
      const rows = await listExports(db, viewerOf(caller), {
        datasets: listReadable(caller.scopes),
        most: LISTED_MAX,
      });
      return { exports: await Promise.all(rows.map((row) => describe(storage, row, baseUrl))) };
    },
  });

async function describe(storage: Storage, row: ExportRow, baseUrl: string): Promise<z.input<typeof Export>> {
  const { export_id, dataset, format, state, reason, created_at, finished_at } = row;
  const { type, extension } = TABLE_MEDIA[format];
  const link = row.file_sha256
    ? await storage.link(
        {
          sha256: row.file_sha256,
          fileName: `${dataset}-${created_at.slice(0, 10)}.${extension}`,
          contentType: type,
          contentEncoding: null,
        },
        baseUrl,
      )
    : null;
  return {
    export_id,
    dataset,
    format,
    state,
    rows: row.row_count,
    bytes: row.file_bytes,
    sha256: row.file_sha256,
    reason,
    created_at,
    finished_at,
    clickable_link: link,
  };
}
