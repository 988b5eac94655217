import { hash } from "node:crypto";
import type { ReportCache } from "../../answers/index.ts";
import { type CompanyReport, LAYOUT_VERSION } from "../../reports/index.ts";
import type { BuilderRow } from "../builders/store.ts";
import type { CompanyReference } from "../company-reference.ts";
import { type Extraction, type ExtractionInput, extractFields } from "../extraction/extract-fields.ts";
import { openSource } from "../extraction/field-source.ts";
import type { Difference, ExtractJson, Provenance } from "./artifact.ts";

/**
 * Changes when the same reports and fields could give different values, or the same values a different page.
 */
export const EXTRACTION_VERSION = "extraction-3";
export const PAGE_VERSION = "page-2";

export interface CompanyExtraction extends Extraction {
  company: CompanyReference;
  reports: readonly CompanyReport[];
}

/** Reads a builder's fields from a company's reports. */
export async function extractCompany(
  cache: ReportCache,
  fieldMapping: BuilderRow["field_mapping"],
  { company, reports }: Pick<CompanyExtraction, "company" | "reports">,
  extracting: ExtractionInput,
): Promise<CompanyExtraction> {
  const sources = [];
  for (const report of reports) {
    sources.push(openSource(await cache.open(report), report));
  }
  return { company, reports, ...(await extractFields(fieldMapping, sources, extracting)) };
}

/** The exact bytes of a data artifact. */
export function dataBytes(made: Pick<CompanyExtraction, "extract_json" | "evidence">): string {
  return JSON.stringify({ extract_json: made.extract_json, evidence: made.evidence });
}

export function contentHash(bytes: string): string {
  return hash("sha256", bytes, "hex");
}

export function provenanceOf(
  builder: Pick<BuilderRow, "name" | "field_mapping">,
  made: readonly CompanyExtraction[],
  createdAt: Date,
): Provenance {
  const answers = made.flatMap((one) => one.answers);
  return {
    engine: enginesOf(made),
    engine_versions: { extraction: EXTRACTION_VERSION, layout: LAYOUT_VERSION, page: PAGE_VERSION },
    builder_name: builder.name,
    field_mapping: builder.field_mapping,
    documents: made.flatMap(({ reports }) =>
      reports.map((report) => ({
        report_id: report.report_id,
        svc_entity_id: report.svc_entity_id,
        title: report.file_title_en || report.file_title,
        publish_date: report.publish_date,
        fiscal_year: report.fiscal_year,
        fiscal_period: report.fiscal_period,
        file_sha256: report.file_sha256,
        extract_sha256: report.extract_sha256,
      })),
    ),
    company_list: made.map(({ company }) => company),
    ...(answers.length > 0 ? { language_model: answers } : {}),
    made_at: createdAt.toISOString(),
  };
}

/** The engines that read any of it. */
export function enginesOf(made: readonly Pick<CompanyExtraction, "engine">[]): string {
  return [...new Set(made.map(({ engine }) => engine))].join("; ");
}

/** What changed since the previous artifact; a field that is new or removed changes from or to null. */
export function differenceOf(before: ExtractJson, after: ExtractJson): Difference[] {
  const names = new Map<string, { group: string; field: string }>();
  for (const extract of [after, before])
    for (const [group, fields] of Object.entries(extract))
      for (const field of Object.keys(fields)) names.set(JSON.stringify([group, field]), { group, field });
  return [...names.values()].flatMap(({ group, field }) => {
    const [old, now] = [before[group]?.[field] ?? null, after[group]?.[field] ?? null];
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ group, field, old, new: now }];
  });
}
