import type { NamedField } from "../builders/field-mapping.ts";
import type { Point } from "./charts.ts";
import { evidenceFor, type PageCompany } from "./page-company.ts";
import { isNumeric, printValue } from "./print-value.ts";

/** A figure over the periods a builder asks for: fields of one group with the same label. */
export interface Series {
  label: string;
  fields: NamedField[];
}

export function listSeries(fields: readonly NamedField[]): Series[] {
  const byLabel = new Map<string, NamedField[]>();
  for (const named of fields) {
    if (!["number", "money", "percent"].includes(named.field.type)) continue;
    const key = JSON.stringify([named.group, named.field.label ?? named.name]);
    byLabel.set(key, [...(byLabel.get(key) ?? []), named]);
  }
  return [...byLabel.values()]
    .filter((list) => list.length > 1)
    .map((list) => ({
      label: list[0]?.field.label ?? list[0]?.name ?? "",
      fields: list.toSorted((a, b) => orderOf(a) - orderOf(b)),
    }));
}

const LAST = 9_999;

function orderOf({ field }: NamedField): number {
  if (field.period?.startsWith("FY")) return Number(field.period.slice("FY".length));
  return field.period === "prior_year" ? LAST - 1 : LAST;
}

/** The points of a series for one company; empty unless all are known. */
export function pointsOf({ fields }: Series, company: PageCompany): Point[] {
  const points = fields.flatMap((named) => {
    const evidence = evidenceFor(company, named);
    if (!evidence || !isNumeric(evidence)) return [];
    const { value, unit, period } = evidence;
    const label = period?.match(/(?:19|20)\d\d/g)?.at(-1) ?? named.field.period ?? "latest";
    return [{ label, value, printed: printValue(value, named.field, unit) }];
  });
  return points.length === fields.length ? points : [];
}
