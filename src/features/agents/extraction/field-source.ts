import type { FigurePeriod, ReportReader } from "../../answers/index.ts";
import type { ReadReport } from "../../reports/index.ts";
import type { Field } from "../builders/field-mapping.ts";
import { outlineOf, type Section } from "./outline.ts";

/** An opened report of the company, and its period. */
export interface FieldSource {
  reader: ReportReader;
  reportId: string;
  fiscalPeriod: string | null;
  fiscalYear: number | null;
  readonly outline: readonly Section[];
}

export function openSource(
  reader: ReportReader,
  report: Pick<ReadReport, "report_id" | "fiscal_period" | "fiscal_year">,
): FieldSource {
  let outline: Section[] | undefined;
  return {
    reader,
    reportId: report.report_id,
    fiscalPeriod: report.fiscal_period,
    fiscalYear: report.fiscal_year,
    // Only text fields need it.
    get outline() {
      outline ??= outlineOf(reader.report.pages);
      return outline;
    },
  };
}

/** A report, and the period to read from it. */
export interface SelectedSource {
  source: FieldSource;
  when: FigurePeriod;
}

/** Which of a company's reports can contain a field, in search order, and the period to read from each. */
export function sourcesFor({ period = "year" }: Field, sources: readonly FieldSource[]): SelectedSource[] {
  return sources.flatMap((source) => {
    const when = periodIn(period, lengthOf(source));
    return when === null ? [] : [{ source, when }];
  });
}

type Length = "year" | "half" | "quarter";

/** A report that does not state its period counts as annual; its columns decide the rest. */
function lengthOf({ fiscalPeriod }: FieldSource): Length {
  if (fiscalPeriod?.startsWith("H")) return "half";
  return fiscalPeriod?.startsWith("Q") ? "quarter" : "year";
}

function periodIn(period: string, length: Length): FigurePeriod | null {
  if (period === "latest") return length;
  if (period === "half" || period === "quarter") return length === period ? length : null;
  if (length !== "year") return null;
  if (period === "year" || period === "prior_year") return period;
  return Number(period.slice("FY".length));
}

/** Why no report can contain it. */
export function noSourceReason({ period = "year" }: Field): string {
  const kind = period === "half" ? "half-year" : period === "quarter" ? "quarterly" : "annual";
  return period === "latest" ? "No report could be read" : `No ${kind} report is among those read`;
}

/** The name that reports use for a field. */
export function searchLabel(name: string, { label }: Pick<Field, "label">): string {
  return label ?? name.replaceAll("_", " ");
}
