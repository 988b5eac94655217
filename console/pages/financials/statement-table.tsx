import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatDay, formatMonths, formatNumber, formatPercent, formatPerShare } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { type Mark, placePath } from "../reports/mark.ts";
import {
  type CellView,
  type Currencies,
  cellAt,
  chooseUnit,
  findCurrencies,
  growthOf,
  isNamedByYear,
  monthsOf,
  type Statement,
  type StatementCell,
  type StatementRow,
  shareOf,
  trendOf,
  unnamedCurrency,
} from "./statement-view.ts";

const { financials: words } = texts;
/** Deeper levels are rare and would push the label out of its column. */
const INDENT_MAX = 4;

/** Shows a place of the report that is open already; without it an amount leads to its report. */
export type OpenPlace = (mark: Mark) => void;

/** Years across, lines down; every amount opens the page it was read from. */
export function StatementTable(props: {
  statement: Statement;
  view: CellView;
  onOpen?: OpenPlace | undefined;
}) {
  const { statement, view, onOpen } = props;
  const { columns, rows } = statement;
  const unit = chooseUnit(rows);
  const currencies = findCurrencies(statement);
  const amountsIn = (currency: string | null) => words.amounts(currency ?? "", words.units[unit.name]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="overflow-x-auto" aria-label={statement.title} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{statement.title}</caption>
        <thead className="border-line border-b text-dim text-xs">
          <tr className="h-9">
            <th scope="col" className="sticky left-0 bg-card pr-3 pl-5 text-left font-medium">
              {view === "values" ? !currencies.ofColumns && amountsIn(currencies.shared) : words.views[view]}
            </th>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may carry the same head
              <th key={at} scope="col" className="whitespace-nowrap px-3 text-right font-medium">
                {nameColumn(column, columns)}
                {column.restated && words.restatedMark}
                {view === "values" && currencies.ofColumns && (
                  <span className="block font-normal">{amountsIn(currencies.ofColumns[at] ?? null)}</span>
                )}
              </th>
            ))}
            <th scope="col" className="pr-5 pl-3 text-right font-medium">
              {words.trend}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, at) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may carry the same label
              key={at}
              {...{ row, statement, view, onOpen, currencies, factor: unit.factor }}
            />
          ))}
        </tbody>
      </table>
      {isRestated(statement) && <p className="px-5 py-2 text-dim text-xs">{words.restatedHint}</p>}
    </section>
  );
}

/** A quarter and the year to date are of one year: such columns are named by their last day and their length. */
function nameColumn(column: Statement["columns"][number], columns: Statement["columns"]): string {
  if (column.member !== null) return column.member;
  if (column.period_end === null) return column.head;
  if (isNamedByYear(column, columns)) return String(column.fiscal_year);
  const months = monthsOf(column);
  const day = formatDay(column.period_end);
  return months === null ? day : `${day} · ${formatMonths(months)}`;
}

/** Whether the mark of restated columns or amounts is shown somewhere. */
const isRestated = ({ columns, rows }: Statement): boolean =>
  columns.some(({ restated }) => restated) ||
  rows.some(({ cells }) => cells.some(({ restated_from }) => restated_from.length > 0));

interface LineProps {
  row: StatementRow;
  statement: Statement;
  view: CellView;
  factor: number;
  currencies: Currencies;
  onOpen: OpenPlace | undefined;
}

function Line({ row, statement, view, factor, currencies, onOpen }: LineProps) {
  const trend = trendOf(row, statement.columns);
  const isTotal = row.role === "total";
  return (
    <tr className={classNames("h-9 hover:bg-soft/60", isTotal && "font-semibold")}>
      <th
        scope="row"
        title={[...row.path, row.label].join(" › ")}
        className={classNames(
          "sticky left-0 max-w-80 truncate bg-card pr-3 pl-5 text-left",
          isTotal ? "font-semibold" : "font-normal",
        )}
      >
        <span style={{ paddingLeft: `${Math.min(row.level, INDENT_MAX) * 0.75}rem` }}>{row.label}</span>
      </th>
      {statement.columns.map((_column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={at} className="whitespace-nowrap px-3 text-right tabular-nums">
          <Amount {...{ row, statement, view, factor, currencies, onOpen, column: at }} />
        </td>
      ))}
      <td className="pr-5 pl-3 text-right">
        {trend && <Sparkline values={trend} label={words.trendOf(row.label)} />}
      </td>
    </tr>
  );
}

function Amount({
  row,
  statement,
  view,
  factor,
  currencies,
  onOpen,
  column,
}: LineProps & { column: number }) {
  const cell = cellAt(row, column);
  if (!cell) return <span className="text-dim">–</span>;
  if (view !== "values") {
    const share =
      view === "growth" ? growthOf(row, column, statement.columns) : shareOf(row, column, statement);
    return <span className="text-dim">{share === null ? "–" : formatPercent(share)}</span>;
  }
  const shown = formatCell(cell, factor, currencies);
  const mark = { page: cell.page, box: cell.box, quote: cell.text };
  const content = `${shown}${cell.restated_from.length > 0 ? words.restatedMark : ""}`;
  const look = {
    title: describe(cell),
    className: classNames("underline-offset-4 hover:underline", cell.proof === "failed" && "text-warn"),
  };
  if (onOpen)
    return (
      <button type="button" onClick={() => onOpen(mark)} {...look}>
        {content}
      </button>
    );
  return (
    <Link to={placePath(statement.columns[column]?.report_id ?? "", mark)} {...look}>
      {content}
    </Link>
  );
}

/** A number without a known scale is shown as it is printed; a currency that no head names stands behind its amount. */
function formatCell(cell: StatementCell, factor: number, currencies: Currencies): string {
  const { value, text, unit } = cell;
  if (value === null) return text;
  const amount =
    unit === "per_share" ? formatPerShare(value) : formatNumber(unit === "money" ? value / factor : value);
  return [amount, unnamedCurrency(cell, currencies)].filter(Boolean).join(" ");
}

const describe = ({ page, text, proof, restated_from }: StatementCell): string =>
  [
    words.source(page, text),
    words.proofs[proof],
    ...restated_from.map((before) => words.restatedFrom(formatNumber(before.value), before.published)),
  ]
    .filter(Boolean)
    .join("\n");
