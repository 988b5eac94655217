import { z } from "zod";
import { Day } from "../../../kernel/day.ts";
import { Failure } from "../../../kernel/errors.ts";
import { findCountry, findSector, listSectorIds, reportTypesUnder } from "../../reference/index.ts";
import { SECTION_KINDS } from "../indexing/section-kind.ts";
import type { SearchScope } from "../store.ts";

const Id = z.string().min(1).max(60);

/** The filters of every search. */
export const Filters = {
  svc_entity_id: z.array(Id).min(1).max(50).optional(),
  report_id: z.array(Id).min(1).max(50).optional(),
  country: z.string().max(60).optional().describe("ISO 3166-1 alpha-2"),
  sector: z.string().max(60).optional().describe("From the sector list"),
  report_type: z.array(Id).min(1).max(50).optional().describe("Such as annual_report"),
  fiscal_year: z.array(z.int().min(1900).max(2200)).min(1).max(50).optional(),
  start_date: Day.optional().describe("First day of publication"),
  end_date: Day.optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, "expected an ISO 639-1 code such as en")
    .optional(),
  section: z.array(z.enum(SECTION_KINDS)).min(1).max(SECTION_KINDS.length).optional(),
} as const;

export const FilterInput = z.strictObject(Filters);
export type FilterInput = z.output<typeof FilterInput>;

/** Checks the filters against the reference lists and names each unknown value. */
export function readScope(
  input: FilterInput,
  who: Pick<SearchScope, "viewer" | "indexedUntil"> & Partial<Pick<SearchScope, "titles">>,
): SearchScope {
  const country = input.country?.trim().toUpperCase() || undefined;
  const sector = input.sector?.trim() || undefined;
  const faults: string[] = [];
  if (country && !findCountry(country)) faults.push(`country: ${quote(country)} is not a country code.`);
  if (sector && !findSector(sector)) faults.push(`sector: ${quote(sector)} is not in the sector list.`);
  if (input.start_date && input.end_date && input.start_date > input.end_date)
    faults.push("start_date: must not be after end_date.");
  const types = input.report_type?.map((id) => ({ id, types: reportTypesUnder(id) }));
  for (const { id, types: found } of types ?? [])
    if (found.length === 0) faults.push(`report_type: ${quote(id)} is in no level of the report types.`);
  if (faults.length > 0) throw new Failure("invalid_input", { detail: faults.join(" ") });
  return {
    titles: [],
    ...who,
    reportIds: input.report_id,
    svcEntityIds: input.svc_entity_id,
    country,
    sectorIds: sector === undefined ? undefined : listSectorIds(sector),
    reportTypeIds: types?.flatMap(({ types: found }) => found.map(({ lv3_id }) => lv3_id)),
    fiscalYears: input.fiscal_year,
    startDate: input.start_date,
    endDate: input.end_date,
    language: input.language,
    sections: input.section,
  };
}

function quote(value: string): string {
  return JSON.stringify(value.slice(0, 40));
}
