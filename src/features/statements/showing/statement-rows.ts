import type { Table } from "../../../kernel/table.ts";
import type { StatementsAnswer } from "./statement-answer.ts";

const text = (name: string) => ({ name, type: "text" as const });
const whole = (name: string) => ({ name, type: "whole" as const });

/** One row per cell. */
export function statementRows({ statements }: StatementsAnswer): Table {
  return {
    columns: [
      text("statement"),
      text("report_id"),
      whole("row"),
      text("label"),
      text("path"),
      whole("level"),
      text("role"),
      text("figure"),
      text("member"),
      { name: "period_start", type: "date" },
      { name: "period_end", type: "date" },
      whole("fiscal_year"),
      { name: "value", type: "number" },
      text("printed"),
      text("unit"),
      text("currency"),
      { name: "scale", type: "number" },
      whole("page"),
      text("proof"),
      { name: "confidence", type: "number" },
      { name: "restated_from", type: "number" },
      text("tagged"),
      text("tag"),
      { name: "tagged_value", type: "number" },
      text("claim_id"),
      text("link"),
    ],
    rows: statements.flatMap(({ statement, columns, rows }) =>
      rows.flatMap(({ cells, path, ...row }, index) =>
        cells.map(({ column, text: printed, claims, restated_from, tagged, box: _, ...cell }) => {
          const { report_id, member, period_start, period_end, fiscal_year } = columns[column] ?? {};
          return {
            statement,
            row: index,
            ...row,
            path: path.join(" > "),
            report_id,
            member,
            period_start,
            period_end,
            fiscal_year,
            ...cell,
            printed,
            restated_from: restated_from[0]?.value,
            tagged: tagged?.verdict,
            tag: tagged?.tag,
            tagged_value: tagged?.value,
            claim_id: claims.map(({ claim_id }) => claim_id).join(" "),
            link: claims[0]?.link,
          };
        }),
      ),
    ),
  };
}
