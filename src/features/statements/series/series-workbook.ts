import type { Workbook, WorkbookCell } from "../../../kernel/workbook.ts";
import { COMPUTED_MEASURES } from "../../reference/index.ts";
import { readGrowth } from "../measures/expression.ts";
import type { Series } from "./build-series.ts";

const FORMATS: Readonly<Record<Series["unit"], string>> = {
  money: "#,##0",
  per_share: "#,##0.00",
  shares: "#,##0",
  number: "0.00##",
};
const PERCENT = "0.0%";
const PERCENTAGES: ReadonlySet<string> = new Set(
  COMPUTED_MEASURES.filter(({ unit }) => unit === "percent").map(({ id }) => id),
);
const WIDTHS = { name: 24, period: 18 };

/** One sheet: companies and figures down, periods across. A gap says why it is one, a number how it came about. */
export function seriesWorkbook({
  periods,
  series,
}: {
  periods: readonly string[];
  series: readonly Series[];
}): Workbook {
  const bold = (value: string): WorkbookCell => ({ value, bold: true });
  const heads = ["Company", "Figure", "Currency"];
  return {
    sheets: [
      {
        name: "Series",
        widths: [...heads.map(() => WIDTHS.name), ...periods.map(() => WIDTHS.period)],
        frozen: { rows: 1, columns: heads.length },
        rows: [
          [...heads, ...periods].map(bold),
          ...series.map((one) => [
            { value: one.svc_entity_id },
            { value: one.figure },
            { value: one.currency },
            ...periods.map((_, index) => toCell(one, index)),
          ]),
        ],
      },
    ],
  };
}

function toCell(series: Series, index: number): WorkbookCell {
  const value = series.values[index] ?? null;
  const comment = describePoint(series, index).join("\n");
  return {
    value,
    ...(value === null ? {} : { format: formatOf(series) }),
    ...(comment === "" ? {} : { comment }),
  };
}

/** Companies of one sheet report in different currencies, so each amount names its own. */
function formatOf({ figure, unit, currency }: Pick<Series, "figure" | "unit" | "currency">): string {
  if (PERCENTAGES.has(figure) || readGrowth(figure)) return PERCENT;
  const format = `${currency === null ? "" : `[$${currency}] `}${FORMATS[unit]}`;
  return unit === "money" || unit === "per_share" ? `${format};(${format})` : format;
}

function describePoint(
  { unit, reasons, claim_ids, restated_from, rates, split_factors }: Series,
  index: number,
): string[] {
  const reason = reasons[index];
  if (reason) return [reason];
  const rate = rates?.[index];
  const factor = split_factors?.[index] ?? 1;
  const restated = restated_from[index] ?? null;
  return [
    `Claims: ${(claim_ids[index] ?? []).join(", ")}`,
    ...(restated === null ? [] : [`Restated; ${restated} in the report before`]),
    ...(rate ? [`Converted at ${rate.rate} of ${rate.date}, ${rate.source}`] : []),
    ...(factor === 1
      ? []
      : [`${unit === "shares" ? "Multiplied" : "Divided"} by ${factor} for later splits`]),
  ];
}
