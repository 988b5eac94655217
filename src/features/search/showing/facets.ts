import { z } from "zod";
import type { Sql } from "../../../platform/db/index.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { findCountry, findReportType, findSector } from "../../reference/index.ts";
import type { FacetCount } from "../matching/store.ts";

const FACETS = ["section", "company", "report_type", "fiscal_year", "language", "country", "sector"] as const;
type FacetName = (typeof FACETS)[number];

const Values = z.array(
  z.object({ value: z.string(), label: z.string(), passages: z.int(), reports: z.int() }),
);

export const Facets = z
  .object({
    section: Values,
    company: Values,
    report_type: Values,
    fiscal_year: Values,
    language: Values,
    country: Values,
    sector: Values,
  })
  .meta({ id: "SearchFacets" });

/** The most frequent values of each facet, with names that people know. */
export async function describeFacets(
  sql: Sql,
  counts: readonly FacetCount[],
): Promise<z.input<typeof Facets>> {
  const shown = (facet: FacetName) => counts.filter((count) => count.facet === facet);
  const companies = await listCompaniesByIds(
    sql,
    shown("company").map(({ value }) => value),
  );
  const labels: Record<FacetName, (value: string) => string | undefined> = {
    section: (value) => value.replaceAll("_", " "),
    company: (value) => companies.get(value)?.name,
    report_type: (value) => findReportType(value)?.lv3_name,
    fiscal_year: (value) => value,
    language: (value) => LANGUAGE_NAMES.of(value),
    country: (value) => findCountry(value)?.name,
    sector: (value) => findSector(value)?.name,
  };
  const describe = (facet: FacetName) =>
    shown(facet).map(({ value, passages, reports }) => ({
      value,
      label: labels[facet](value) ?? value,
      passages,
      reports,
    }));
  return {
    section: describe("section"),
    company: describe("company"),
    report_type: describe("report_type"),
    fiscal_year: describe("fiscal_year"),
    language: describe("language"),
    country: describe("country"),
    sector: describe("sector"),
  };
}

const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });
