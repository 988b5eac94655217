import { z } from "zod";
import { AsOf, readAsOf } from "../../kernel/as-of.ts";
import { Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import { listCompaniesByIds } from "../companies/index.ts";
import { describeUnknown, findReportType, reportTypesUnder } from "../reference/index.ts";
import { cachedReportCounts } from "./count-reports.ts";
import { SharedWith, sharedWith } from "./sharing/sharing.ts";
import { listReports, type ReportQuery, type ReportRow } from "./store.ts";

const FoundReport = z
  .object({
    report_id: z.string(),
    svc_entity_id: z.string().nullable(),
    company_name: z.string().nullable(),
    file_title: z.string(),
    file_title_en: z.string(),
    lv3_id: z.string(),
    lv3_name: z.string(),
    lv2_id: z.string(),
    lv2_name: z.string(),
    lv1_id: z.string(),
    lv1_name: z.string(),
    report_type_confidence: z.number(),
    publish_date: z.iso.date().nullable(),
    fiscal_year: z.int().nullable(),
    fiscal_period: z.string().nullable(),
    language: z.string().nullable(),
    page_count: z.int().nullable(),
    digest_state: z.enum(["waiting", "reading", "embedding", "ready", "failed"]),
    own: z.boolean().describe("Uploaded by your account and visible only to it"),
    shared_with: SharedWith.nullable().describe("Of an upload: who in your account may read it"),
    fictional: z.boolean(),
  })
  .meta({ id: "Report" });

const Pagination = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean(),
});

export const searchReports = ({ db }: { db: Database }) => {
  const count = cachedReportCounts(db);
  return defineOperation({
    id: "reports.search",
    summary: "Find reports by company, type, date, language or title",
    guide:
      "Lists which reports were published: annual, interim, sustainability and others, latest first, with their " +
      "report_id. All filters are optional. Take svc_entity_id from companies.search.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/company_report/report_search", alsoGet: true },
    mcp: { tool: "search_reports" },
    input: z.strictObject({
      svc_entity_id: z.string().min(1).max(60).optional(),
      report_type_list: z
        .array(z.string().min(1).max(60))
        .min(1)
        .max(50)
        .optional()
        .describe("Such as annual_report, quarterly_report"),
      start_date: Day.optional().describe("Published from, YYYY-MM-DD"),
      end_date: Day.optional().describe("Published until"),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, "expected an ISO 639-1 code such as en")
        .optional(),
      query: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe("Words in the title; of the last word the beginning is enough"),
      own: z.boolean().or(z.stringbool()).optional(),
      as_of: AsOf,
      order: z
        .enum(["publish_date_desc", "publish_date_asc", "title_asc", "added_desc"])
        .default("publish_date_desc"),
      limit: z.int().min(1).max(100).default(20),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ reports: z.array(FoundReport), pagination: Pagination }),
    examples: [
      { title: "The latest reports", input: {} },
      { title: "Annual reports in German", input: { report_type_list: ["annual_report"], language: "de" } },
    ],
    async run({ caller }, input) {
      if (input.start_date && input.end_date && input.start_date > input.end_date) {
        throw new Failure("invalid_input", { detail: "start_date: must not be after end_date" });
      }
      const query: ReportQuery = {
        viewer: viewerOf(caller),
        svcEntityId: input.svc_entity_id,
        reportTypeIds: input.report_type_list && expandTypes(input.report_type_list),
        startDate: input.start_date,
        endDate: input.end_date,
        language: input.language,
        query: input.query,
        isOwn: input.own ?? false,
        asOf: readAsOf(input.as_of),
        order: input.order,
        limit: input.limit,
        offset: input.offset,
      };
      const total = await count(query);
      const rows = await listReports(db, query, total);
      const { limit, offset } = input;
      return {
        reports: await describeReports(db, rows),
        pagination: { total, limit, offset, has_more: offset + rows.length < total },
      };
    },
  });
};

function expandTypes(ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const types = reportTypesUnder(id);
    if (types.length === 0) {
      throw new Failure("invalid_input", {
        detail: `report_type_list: ${describeUnknown("report_types", id)}`,
      });
    }
    return types.map(({ lv3_id }) => lv3_id);
  });
}

async function describeReports(
  db: Database,
  rows: readonly ReportRow[],
): Promise<z.input<typeof FoundReport>[]> {
  const ids = rows.flatMap(({ svc_entity_id }) => (svc_entity_id === null ? [] : [svc_entity_id]));
  const companies = await listCompaniesByIds(db, ids);
  return rows.map((row) => {
    const type = findReportType(row.report_type_id);
    if (!type) throw new Error(`report ${row.report_id}: unknown type ${row.report_type_id}`);
    return {
      report_id: row.report_id,
      svc_entity_id: row.svc_entity_id,
      company_name: companies.get(row.svc_entity_id ?? "")?.name ?? null,
      file_title: row.file_title,
      file_title_en: row.file_title_en,
      ...type,
      report_type_confidence: row.report_type_confidence,
      publish_date: row.publish_date,
      fiscal_year: row.fiscal_year,
      fiscal_period: row.fiscal_period,
      language: row.language,
      page_count: row.page_count,
      digest_state: row.digest_state,
      own: row.account_id !== null,
      shared_with: sharedWith(row),
      fictional: row.fictional,
    };
  });
}
