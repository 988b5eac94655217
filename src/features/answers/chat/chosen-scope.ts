import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import type { Caller } from "../../../kernel/operation.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import { type Viewer, viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { findReadableReport, type TypedReport } from "../../reports/index.ts";
import { findPeriods } from "../figures/question-periods.ts";
import type { NamedCompany } from "./ask-reports.ts";

const CHOSEN_MAX = 5;
const ids = z.array(z.string().min(1).max(60)).max(CHOSEN_MAX).default([]);

/** What a question is about, chosen rather than written: it need not name these companies, reports and dates. */
export const ChosenScope = z
  .strictObject({
    svc_entity_id_list: ids.describe("Companies to answer for, each on its own"),
    report_id_list: ids.describe("Reports to read the answer from, each on its own"),
    period: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .refine(
        (text) => findPeriods(text).length === 1,
        "must be a period such as 2024, Q1 2025 or 2022 to 2024",
      )
      .optional()
      .describe("Used when the question names no period: `2024`, `Q1 2025`, `2022 to 2024`"),
  })
  .meta({ id: "ChosenScope" });
export type ChosenScope = z.infer<typeof ChosenScope>;

export interface Choice {
  companies: readonly NamedCompany[];
  reports: readonly TypedReport[];
  period: string | null;
}

export const NOTHING_CHOSEN: Choice = { companies: [], reports: [], period: null };

/** The companies and reports by their ids. What does not exist, or the caller may not read, is refused. */
export async function resolveChoice(
  db: Database,
  caller: Caller,
  { svc_entity_id_list, report_id_list, period }: ChosenScope,
): Promise<Choice> {
  if (svc_entity_id_list.length > 0) requireScope(caller, "companies:read");
  if (report_id_list.length > 0) requireScope(caller, "reports:read");
  const companies = await listCompaniesByIds(db, svc_entity_id_list);
  const viewer = viewerOf(caller);
  return {
    companies: [...new Set(svc_entity_id_list)].map((id) => {
      const company = companies.get(id);
      if (!company) throw new Failure("company_not_found", { detail: id });
      return { svc_entity_id: id, name: company.name };
    }),
    reports: await Promise.all([...new Set(report_id_list)].map((id) => requireReport(db, viewer, id))),
    period: period ?? null,
  };
}

async function requireReport(db: Database, viewer: Viewer, id: string): Promise<TypedReport> {
  const report = await findReadableReport(db, viewer, id);
  if (!report) throw new Failure("report_not_found", { detail: id });
  return report;
}

function requireScope({ scopes }: Caller, scope: Scope): void {
  if (!scopes.has(scope)) throw new Failure("scope_missing", { detail: `Missing scope: ${scope}` });
}
