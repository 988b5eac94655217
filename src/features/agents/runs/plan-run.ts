import type { Database, Sql } from "../../../platform/db/index.ts";
import { type CompanyReport, listReadableReports } from "../../reports/index.ts";
import { type AgentType, listArtifacts, listLatestData } from "../artifacts/store.ts";
import { type FieldMapping, listFields } from "../builders/field-mapping.ts";
import type { BuilderRow } from "../builders/store.ts";
import type { CompanyReference } from "../company-reference.ts";
import { actsFor } from "../owner.ts";

/** A company to read, and its reports, newest first. */
export interface PlannedCompany {
  company: CompanyReference;
  reports: CompanyReport[];
}

export interface RunPlan {
  companies: PlannedCompany[];
  reports: number;
  fields: number;
  credits: number;
}

const REPORTS_PER_COMPANY = 12;
const FIELDS_PER_CREDIT = 10;
const REPORT_CREDITS = 5;

/** The price of reading these fields for one company. */
export function readingCredits(mapping: FieldMapping): number {
  return Math.ceil(listFields(mapping).length / FIELDS_PER_CREDIT);
}

/**
 * Which companies a run reads and what it costs. A company without changes since its last artifact is
 * skipped: the same reports and fields would give the same values.
 */
export async function planRun(
  db: Database,
  builder: BuilderRow,
  { agentType, everything }: { agentType: AgentType; everything: boolean },
): Promise<RunPlan> {
  const reports = await listReadableReports(db, actsFor(builder), {
    svcEntityIds: builder.company_list.map(({ svc_entity_id }) => svc_entity_id),
    mostPerCompany: REPORTS_PER_COMPANY,
  });
  const all = builder.company_list
    .map((company) => ({
      company,
      reports: reports.filter((report) => report.svc_entity_id === company.svc_entity_id),
    }))
    .filter((planned) => planned.reports.length > 0);
  const companies = everything ? all : await companiesWithNewReports(db, builder, { agentType, all });
  const page = agentType === "report" && companies.length > 0 ? REPORT_CREDITS : 0;
  return {
    companies,
    reports: companies.reduce((sum, planned) => sum + planned.reports.length, 0),
    fields: listFields(builder.field_mapping).length,
    credits: companies.length * readingCredits(builder.field_mapping) + page,
  };
}

async function companiesWithNewReports(
  sql: Sql,
  builder: BuilderRow,
  { agentType, all }: { agentType: AgentType; all: PlannedCompany[] },
): Promise<PlannedCompany[]> {
  const mapping = JSON.stringify(builder.field_mapping);
  const isSame = (
    provenance: { field_mapping: unknown; documents: { extract_sha256: string }[] },
    of: string,
  ) =>
    JSON.stringify(provenance.field_mapping) === mapping &&
    [...new Set(provenance.documents.map(({ extract_sha256 }) => extract_sha256))].sort().join() === of;
  const keyOf = (planned: readonly PlannedCompany[]) =>
    [...new Set(planned.flatMap(({ reports }) => reports.map(({ extract_sha256 }) => extract_sha256)))]
      .sort()
      .join();
  if (agentType === "report") {
    const page = { builderId: builder.builder_id, agentType, svcEntityIds: null, limit: 1, offset: 0 };
    const [latest] = await listArtifacts(sql, actsFor(builder), page);
    return latest && isSame(latest.provenance, keyOf(all)) ? [] : all;
  }
  const latest = new Map(
    (await listLatestData(sql, actsFor(builder), builder.builder_id)).map((row) => [row.svc_entity_id, row]),
  );
  return all.filter((planned) => {
    const before = latest.get(planned.company.svc_entity_id);
    return !before || !isSame(before.provenance, keyOf([planned]));
  });
}
