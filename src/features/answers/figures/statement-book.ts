import type { PageRecord } from "../../reports/index.ts";
import { asStandingAt, findYearEndMonth, inFiscalTerms } from "./fiscal-calendar.ts";
import type { HeadPeriod, Period } from "./periods.ts";
import { labelWords } from "./row-labels.ts";
import { StatementFigures } from "./statement-figures.ts";
import { arrangeStatements, type StatementKind, type StatementPage } from "./statements.ts";
import { type ReadTable, readTables } from "./table-reading.ts";
import type { StatementScale } from "./units.ts";

type Row = PageRecord["rows"][number];

/** A row of a table, ready to be looked for. */
export interface StatementRow {
  row: Row;
  table: ReadTable;
  words: string[];
  sectionWords: string[];
}

/** The primary statements of a report, read once. */
export class Statements {
  readonly statements: ReadonlyMap<StatementKind, StatementPage[]>;
  /** What the statements hold under the names of the dictionary. */
  readonly figures: StatementFigures;
  readonly #pages: ReadonlyMap<number, PageRecord>;
  readonly #rows = new Map<number, StatementRow[]>();
  /** As printed, and in fiscal terms. */
  readonly #printed = new Map<number, ReadTable[]>();
  readonly #tables = new Map<number, ReadTable[]>();
  #scale: StatementScale | null | undefined;
  #currency: string | null | undefined;
  #yearEndMonth: { month: number | null } | undefined;
  #withinYear: boolean | undefined;

  constructor(pages: readonly PageRecord[]) {
    this.#pages = new Map(pages.map((page) => [page.page, page]));
    this.statements = arrangeStatements(pages);
    this.figures = new StatementFigures(pages, () => this.yearEndMonth);
  }

  page(number: number): PageRecord | undefined {
    return this.#pages.get(number);
  }

  /** The pages of a statement: the best one and those it runs over to; then those that only resemble it. */
  statementPages(kind: StatementKind): { own: number[]; others: number[] } {
    const [best, ...rest] = this.statements.get(kind) ?? [];
    if (!best) return { own: [], others: [] };
    const own = [best.page];
    for (const { page } of rest) if (Math.abs(page - best.page) === 1) own.push(page);
    // What follows a statement is often its second half, which has no title.
    if (kind === "cash_flow" && !own.includes(best.page + 1)) own.push(best.page + 1);
    const others = rest
      .filter(({ page, score }) => score >= OTHER_SCORE_MIN && !own.includes(page))
      .map(({ page }) => page);
    return { own, others };
  }

  rowsOf(number: number): StatementRow[] {
    const known = this.#rows.get(number);
    if (known) return known;
    const page = this.#pages.get(number);
    const tables = page ? this.tablesOf(number) : [];
    const rows = (page?.rows ?? []).flatMap((row) => {
      const table = tables[row.table];
      if (!table) return [];
      return [
        {
          row,
          table,
          words: labelWords(row),
          sectionWords: labelWords({ label: row.section ?? "", section: null }),
        },
      ];
    });
    nameTotalAssets(rows);
    this.#rows.set(number, rows);
    return rows;
  }

  tablesOf(number: number): ReadTable[] {
    const known = this.#tables.get(number);
    if (known) return known;
    const month = this.yearEndMonth;
    const tables = this.#printedTables(number).map((table) => ({
      ...table,
      periods: table.periods.map((period) => inFiscalTerms(period, month)),
    }));
    this.#tables.set(number, tables);
    return tables;
  }

  #printedTables(number: number): ReadTable[] {
    const known = this.#printed.get(number);
    if (known) return known;
    const page = this.#pages.get(number);
    const tables = page ? readTables(page) : [];
    this.#printed.set(number, tables);
    return tables;
  }

  /** The month in which the fiscal year ends, where the balance sheet says so. */
  get yearEndMonth(): number | null {
    this.#yearEndMonth ??= { month: this.#findYearEndMonth() };
    return this.#yearEndMonth.month;
  }

  #findYearEndMonth(): number | null {
    const tablesOf = (kind: StatementKind) =>
      this.statementPages(kind)
        .own.slice(0, 2)
        .flatMap((number) => this.#printedTables(number));
    const hasYears = tablesOf("income").some(({ periods }) =>
      periods.some((period) => period?.span === "year"),
    );
    return findYearEndMonth(
      tablesOf("balance").flatMap(({ heads }) => heads),
      hasYears,
    );
  }

  /** The scale most of the primary statements are printed in, for a table that does not say. */
  get scale(): StatementScale | null {
    this.#scale ??= mostFrequent(this.#primaryTables().map(({ scale }) => scale));
    return this.#scale;
  }

  get currency(): string | null {
    this.#currency ??= mostFrequent(this.#primaryTables().map(({ currency }) => currency));
    return this.#currency;
  }

  /** The newest fiscal year the statements show, for questions that name no period. */
  get newestYear(): Period | null {
    const years = this.#primaryTables()
      .flatMap(({ periods }) => periods)
      .flatMap((period) => (period && (period.span === null || period.span === "year") ? [period.year] : []));
    return years.length === 0 ? null : { year: Math.max(...years), span: "year", part: null };
  }

  /** What a question without a period is about: the newest year, or of a report without years its newest quarter. */
  get presentPeriod(): Period | null {
    const shown = this.#tablesOf("income").flatMap(({ periods }) =>
      periods.filter((period) => period !== null),
    );
    if (shown.some(({ span }) => span === "year")) return this.newestYear;
    // A head without a length may have it in words that only the reader of statements knows.
    if (shown.length === 0 || shown.some(({ span }) => span === null))
      return this.figures.newestPart ?? this.newestYear;
    const [newest] = shown
      .toSorted((a, b) => SPANS.indexOf(a.span) - SPANS.indexOf(b.span))
      .filter(({ span }, _at, [first]) => span === first?.span)
      .toSorted((a, b) => b.year - a.year || (b.part ?? 0) - (a.part ?? 0));
    return newest?.span ? { year: newest.year, span: newest.span, part: newest.part } : this.newestYear;
  }

  /**
   * The columns of a table as periods to choose from. A report within the year shows the balance of the last year next
   * to its own, which is of no year.
   */
  periodsOf({ periods }: ReadTable, wanted: Period): (HeadPeriod | null)[] {
    if (wanted.span !== "year" || !this.isWithinYear) return periods;
    return periods.map((head) =>
      head?.span === null && head.endMonth !== null ? asStandingAt(head, wanted, this.yearEndMonth) : head,
    );
  }

  /** Whether the report is about less than a year. */
  get isWithinYear(): boolean {
    this.#withinYear ??= (this.presentPeriod?.span ?? "year") !== "year";
    return this.#withinYear;
  }

  /** The newest period of a length the statements show; null when no column runs over such a one. */
  newestPeriod(span: Period["span"]): Period | null {
    if (span === "year") return this.newestYear;
    const years = this.#primaryTables()
      .flatMap(({ periods }) => periods)
      .flatMap((period) => (period?.span === span ? [period.year] : []));
    return years.length === 0 ? null : { year: Math.max(...years), span, part: null };
  }

  /** The newest year any column shows, for reports without statements. */
  get newestColumn(): Period | null {
    const years = [...this.#pages.keys()]
      .flatMap((page) => this.tablesOf(page))
      .flatMap(({ periods }) => periods.flatMap((period) => (period ? [period.year] : [])));
    return years.length === 0
      ? null
      : { year: years.reduce((a, b) => Math.max(a, b)), span: "year", part: null };
  }

  get primaryPages(): number[] {
    const kinds = ["income", "balance", "cash_flow"] as const;
    return [...new Set(kinds.flatMap((kind) => this.statementPages(kind).own))];
  }

  #primaryTables(): ReadTable[] {
    return (["income", "balance", "cash_flow"] as const).flatMap((kind) => this.#tablesOf(kind));
  }

  #tablesOf(kind: StatementKind): ReadTable[] {
    return this.statementPages(kind)
      .own.slice(0, 2)
      .flatMap((page) => this.tablesOf(page));
  }
}

/** The lengths of time of a report within the year, the one asked about first. */
const SPANS: readonly HeadPeriod["span"][] = ["quarter", "half", "nine_months"];

/** Pages that resemble a statement count only when they also carry its name. */
const OTHER_SCORE_MIN = 10;

/** Some balance sheets print no name beside their totals: the greatest amount, printed twice, is the total assets. */
function nameTotalAssets(rows: readonly StatementRow[]): void {
  const amounts = rows.map(({ row }) =>
    Math.abs(row.cells.find((cell) => cell.kind === "number")?.value ?? 0),
  );
  const greatest = Math.max(0, ...amounts);
  if (greatest === 0 || amounts.filter((amount) => amount === greatest).length < 2) return;
  const first = rows[amounts.indexOf(greatest)];
  if (first?.row.label === "") first.words = ["total", "asset"];
}

function mostFrequent<Item>(items: readonly (Item | null)[]): Item | null {
  const counts = new Map<Item, number>();
  for (const item of items) if (item !== null) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
