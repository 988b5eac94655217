import { z } from "zod";
import { AsOf, readAsOf } from "../../kernel/as-of.ts";
import { checkRange, Day } from "../../kernel/day.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { type Viewer, viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { claimLink } from "../claims/index.ts";
import { type CompanyFacts, findCompany, requireCompany } from "../companies/index.ts";
import { listReadableReports, requireCompanyReport } from "../reports/index.ts";
import { describeReport, type PeriodicReport } from "./showing/find-statements.ts";
import { type ShowRequest, showCompany, showReport } from "./showing/show-statements.ts";
import { STATEMENT_KINDS, StatementsAnswer } from "./showing/statement-answer.ts";
import { statementRows } from "./showing/statement-rows.ts";
import { statementWorkbook } from "./showing/statement-workbook.ts";

export interface StatementTools {
  db: Database;
  storage: Storage;
  /** Signs the links to claims on an account's own reports. */
  linkKey: Buffer;
}

const PERIODS_MAX = 20;
/** Reports of one company that are listed; of how many the statements are read is decided later. */
const REPORTS_MAX = 2_000;

const Input = z.strictObject({
  report_id: z.string().min(1).max(60).optional(),
  svc_entity_id: z.string().min(1).max(60).optional(),
  statement: z.enum(STATEMENT_KINDS).optional(),
  frequency: z.enum(["annual", "interim"]).default("annual"),
  periods: z.int().min(1).max(PERIODS_MAX).default(4),
  from: Day.optional(),
  to: Day.optional(),
  view: z
    .enum(["as_reported", "standard"])
    .default("as_reported")
    .describe("`standard`: the same rows for all"),
  as_of: AsOf.describe("As published then"),
});

export const showStatements = ({ db, storage, linkKey }: StatementTools) =>
  defineOperation({
    id: "financials.statements",
    summary: "Financial statements of a company or a report",
    guide:
      "Income, balance, cash flow, equity, segments as tables, by report_id or svc_entity_id, with links.",
    scope: "reports:read",
    effect: "read",
    price: 3,
    isPageRead: true,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/financial/statements", alsoGet: true },
    mcp: { tool: "financials" },
    input: Input,
    output: StatementsAnswer,
    errors: ["report_not_found", "company_not_found", "report_not_ready"],
    examples: [
      {
        title: "The income statement of a demo report",
        input: { report_id: "rep_vujzjgh7sqyi", statement: "income" },
      },
      {
        title: "A demo company over the years, in the same rows for every company",
        input: { svc_entity_id: "ent_qpi4neyotut5", view: "standard" },
      },
    ],
    asTable: statementRows,
    asWorkbook: statementWorkbook,
    async run(context, input) {
      checkRange(input);
      const asOf = readAsOf(input.as_of);
      const viewer = viewerOf(context.caller);
      const { company, reports } = await findReports(db, viewer, { ...input, asOf });
      const [report] = reports;
      const request: ShowRequest = {
        viewer,
        svcEntityId: company?.svc_entity_id ?? null,
        kinds: input.statement === undefined ? STATEMENT_KINDS : [input.statement],
        view: input.view,
        frequency: input.frequency,
        range: { count: input.periods, from: input.from, to: input.to },
        asOf,
        linkOf: (claimId, accountId) =>
          `${context.baseUrl}${claimLink(linkKey, { claimId, viewer: accountId === null ? null : viewer })}`,
      };
      const shown =
        input.report_id !== undefined && report
          ? await showReport({ db, storage }, report, request)
          : await showCompany({ db, storage }, reports, request);
      return {
        svc_entity_id: company?.svc_entity_id ?? null,
        name: company?.name ?? null,
        document: null,
        view: input.view,
        ...shown,
      };
    },
  });

interface Wanted {
  report_id?: string | undefined;
  svc_entity_id?: string | undefined;
  asOf: string | null;
}

async function findReports(
  db: Database,
  viewer: Viewer,
  { report_id, svc_entity_id, asOf }: Wanted,
): Promise<{ company: CompanyFacts | undefined; reports: PeriodicReport[] }> {
  const publishedBy = asOf?.slice(0, 10) ?? null;
  if (report_id !== undefined && svc_entity_id === undefined) {
    const report = describeReport(await requireCompanyReport(db, viewer, report_id));
    if (publishedBy !== null && report.published > publishedBy)
      throw new Failure("report_not_found", { detail: "It was published after as_of." });
    const company = report.svc_entity_id === null ? undefined : await findCompany(db, report.svc_entity_id);
    return { company, reports: [report] };
  }
  if (svc_entity_id === undefined || report_id !== undefined)
    throw new Failure("invalid_input", { detail: "Give report_id or svc_entity_id, one of them." });
  const company = await requireCompany(db, svc_entity_id);
  const reports = await listReadableReports(db, viewer, {
    svcEntityIds: [svc_entity_id],
    mostPerCompany: REPORTS_MAX,
    publishedBy,
  });
  return { company, reports: reports.map(describeReport) };
}
