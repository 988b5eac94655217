import { FIGURES } from "../../reference/index.ts";
import { isNear } from "../columns/calendar.ts";
import type { PrimaryKind } from "../statement.ts";
import type { FigureRow } from "../storing/store.ts";
import { figurePeriod, groupBy, listRestated, showTag } from "./restatements.ts";
import type { StatementTable, TableCell, TableColumn } from "./statement-answer.ts";

export interface StandardOptions {
  kind: PrimaryKind;
  /** Keys of the periods to show, the newest first. */
  periods: readonly string[];
  linkOf: (claimId: string, accountId: string | null) => string;
}

/** The newest periods of some figures, by key. */
export function listPeriods(figures: readonly FigureRow[]): string[] {
  const ends = new Map<string, string>();
  for (const figure of figures) {
    const key = figurePeriod(figure);
    if ((ends.get(key) ?? "") < figure.period_end) ends.set(key, figure.period_end);
  }
  return [...ends].sort((a, b) => b[1].localeCompare(a[1])).map(([key]) => key);
}

/** The figures of the dictionary as rows, the same for every company; each period as its latest report has it. */
export function showStandard(
  figures: readonly FigureRow[],
  { kind, periods, linkOf }: StandardOptions,
): StatementTable {
  const definitions = FIGURES.filter(({ statement }) => statement === kind);
  const byFigure = groupBy(figures, (one) => `${one.concept} ${figurePeriod(one)}`);
  const columns = periods.map((period) => showPeriod(figures.filter((one) => figurePeriod(one) === period)));
  const cellOf = (concept: string, column: number): TableCell[] => {
    const end = columns[column]?.period_end ?? "";
    const all = byFigure.get(`${concept} ${periods[column]}`) ?? [];
    // A changed year end gives one fiscal year two last days; a column is of one of them.
    const versions = all.filter((one) => isNear(one.period_end, end));
    const [current] = versions.toSorted(newestFirst);
    return current ? [showFigure(current, { versions, column, linkOf })] : [];
  };
  const rows = definitions
    .map(({ id, name }) => ({
      label: name,
      path: [],
      level: 0,
      role: "item" as const,
      figure: id,
      cells: periods.flatMap((_, column) => cellOf(id, column)),
    }))
    .filter(({ cells }) => cells.length > 0);
  return {
    statement: kind,
    title: TITLES[kind],
    report_id: null,
    scope: "group",
    columns,
    rows,
  };
}

const TITLES: Readonly<Record<PrimaryKind, string>> = {
  income: "Income statement",
  balance: "Balance sheet",
  cash_flow: "Cash flow statement",
};

/** As series have them: of two last days of one fiscal year, published together, the later one ends it. */
const newestFirst = (a: FigureRow, b: FigureRow) =>
  b.published.localeCompare(a.published) ||
  b.period_end.localeCompare(a.period_end) ||
  b.confidence - a.confidence;

function showPeriod(figures: readonly FigureRow[]): TableColumn {
  const [first] = figures.toSorted(newestFirst);
  if (!first) throw new Error("a period without a figure");
  const { period_end, fiscal_year, report_id } = first;
  const start = figures.find((one) => one.period_start !== null)?.period_start ?? null;
  return {
    head: figurePeriod(first),
    member: null,
    period_start: start,
    period_end,
    fiscal_year,
    report_id,
    restated: false,
    sums_proven: figures.filter(({ proof }) => proof === "proven").length,
    sums_failed: 0,
  };
}

function showFigure(
  figure: FigureRow,
  {
    versions,
    column,
    linkOf,
  }: { versions: readonly FigureRow[]; column: number; linkOf: StandardOptions["linkOf"] },
): TableCell {
  const { value, printed, unit, currency, scale, page, box, claim_ids, proof, confidence, account_id } =
    figure;
  return {
    column,
    value,
    text: printed,
    unit,
    currency,
    scale,
    page,
    box: [...box],
    claims: claim_ids.map((claim_id) => ({ claim_id, link: linkOf(claim_id, account_id) })),
    proof,
    confidence,
    restated_from: listRestated(figure, versions),
    tagged: showTag(figure),
  };
}
