import type { FigurePeriod, ReportReader } from "../../answers/index.ts";
import type { Field } from "../builders/field-mapping.ts";

/** A report of the company, opened, and which period it is about. */
export interface FieldSource {
  reader: ReportReader;
  reportId: string;
  fiscalPeriod: string | null;
}

/** Which of a company's reports can hold a field, in the order they are asked, and for which period each is asked. */
export function sourcesFor(
  { period = "year" }: Field,
  sources: readonly FieldSource[],
): { source: FieldSource; when: FigurePeriod }[] {
  return sources.flatMap((source) => {
    const when = periodIn(period, lengthOf(source));
    return when === null ? [] : [{ source, when }];
  });
}

type Length = "year" | "half" | "quarter";

/** A report that does not say what it is about is taken for an annual one; its columns tell the rest. */
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

/** Why no report can hold it. */
export function noSourceReason({ period = "year" }: Field): string {
  const kind = period === "half" ? "half-year" : period === "quarter" ? "quarterly" : "annual";
  return period === "latest"
    ? "The company has no readable report"
    : `The company has no readable ${kind} report`;
}
