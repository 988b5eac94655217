/** Judges evidence without asking the reader that gave it. */
import type { Evidence, ExtractJson } from "../../src/features/agents/artifacts/artifact.ts";
import type { ReadableReport } from "../../src/features/answers/index.ts";
import { readFigure } from "../../src/features/reports/index.ts";

const EDGE_POINTS = 2;

/** Reads the box again from the words of the page, without asking the reader: each number in it, by its digits. */
function boxHolds(
  report: ReadableReport,
  page: number | null,
  box: readonly number[] | null,
  value: number,
): boolean {
  const record = report.pages.find((one) => one.page === page);
  if (!record || !box) return false;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const inside = record.words.filter(({ box: [a, b, c, d] }) => {
    const [x, y] = [(a + c) / 2, (b + d) / 2];
    return x >= x0 - EDGE_POINTS && x <= x1 + EDGE_POINTS && y >= y0 - EDGE_POINTS && y <= y1 + EDGE_POINTS;
  });
  const texts = inside.map(({ text }) => text);
  const figure =
    readFigure(texts.join(""), ".") ?? readFigure(texts.join(" "), ".") ?? readFigure(texts[0] ?? "", ".");
  if (!figure) return value === 0;
  return [1, 1e3, 1e6, 1e9].some(
    (scale) => Math.abs(Math.abs(figure.value * scale) - Math.abs(value)) <= Math.abs(value) * 1e-9,
  );
}

/** Of a computed value every operand is looked at. */
export function isEvidenced(report: ReadableReport, one: Evidence): boolean {
  if (one.verdict === "computed")
    return (
      one.operands.length > 0 &&
      one.operands.every(({ page, box, value }) => boxHolds(report, page, box, value))
    );
  return boxHolds(report, one.page, one.box, Number(one.value));
}

const number = (extract: ExtractJson, group: string, field: string) => {
  const value = extract[group]?.[field];
  return typeof value === "number" ? value : null;
};

/** Sums that hold in every set of statements, reported as kept or broken. */
export function checkSums(extract: ExtractJson): boolean[] {
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * 0.03;
  const [revenue, cost, gross] = ["revenue", "cost_of_revenue", "gross_profit"].map((f) =>
    number(extract, "Income", f),
  );
  const [assets, liabilities, equity] = ["total_assets", "total_liabilities", "total_equity"].map((f) =>
    number(extract, "Balance", f),
  );
  const sums: boolean[] = [];
  if (revenue != null && cost != null && gross != null) sums.push(near(revenue - cost, gross));
  if (assets != null && liabilities != null && equity != null) sums.push(near(assets, liabilities + equity));
  return sums;
}
