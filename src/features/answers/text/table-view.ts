import type { PageRecord } from "../../reports/index.ts";
import { PRINTED_AMOUNT, type ReadTable } from "../figures/table-reading.ts";
import { markChanges } from "./change-columns.ts";
import { type Token, tokensOf } from "./roots.ts";

export type Row = PageRecord["rows"][number];
export type Cell = Row["cells"][number];

/** What the numbers of a column are: amounts, shares in percent, or changes from one period to another. */
export type ColumnKind = "amount" | "percent" | "change" | "percent_change";

export interface TableColumn {
  head: string;
  tokens: Token[];
  kind: ColumnKind;
  /** The year its head names; null for a part of a year as well. */
  year: number | null;
  /** The sum of the other columns. */
  total: boolean;
}

export interface TableRow {
  row: Row;
  /** Without footnote marks, bullets and leading counts. */
  label: string;
  tokens: Token[];
  /** What the label of its section says. */
  sectionTokens: Token[];
  /** A sum of other rows. */
  total: boolean;
  /** The year at whose end the row is a balance: "Balance at December 31, 2022". */
  balanceYear: number | null;
  /** The year of a movement between two balances below each other. */
  movementYear: number | null;
}

/** A table as questions see it: rows, columns and everything that is written above it. */
export interface TableView {
  page: PageRecord;
  read: ReadTable;
  columns: TableColumn[];
  rows: TableRow[];
  box: PageRecord["tables"][number]["box"];
  around: Token[];
  /** What is written right above it, and the nearest heading. */
  lead: Token[];
  /** The one year that caption or headings name, where no column names one. */
  year: number | null;
}

/** The sentence that announces a table says what is in it, and the one before says something else. */
function announcing(lines: readonly string[]): readonly string[] {
  const [before = "", last = ""] = lines;
  return /\bfollowing tables?\b/i.test(last) && /[.:]\s*$/.test(before) ? [last] : lines;
}

const views = new WeakMap<ReadTable, TableView>();

/** `before`: the page before, whose last headings still hold where this one has none above the table. */
export function viewTable(page: PageRecord, read: ReadTable, before?: PageRecord): TableView | null {
  const known = views.get(read);
  if (known) return known;
  const table = page.tables[read.table];
  if (!table) return null;
  const rows = page.rows.filter((row) => row.table === read.table);
  const above = textAbove(page, table.box[1], before);
  const all = [...above.headings, ...above.lines];
  const view: TableView = {
    page,
    read,
    rows: withBalances(rows.map(readRow), read),
    columns: markChanges(
      read.heads.map((head, at) => readColumn(head, at, read, isShareTable(read, rows, all))),
      rows,
    ),
    box: table.box,
    around: tokensOf([table.caption, ...all].join(" ")),
    lead: tokensOf(
      [table.caption, ...above.headings.slice(-1), ...announcing(above.lines.slice(-2))].join(" "),
    ),
    year: [table.caption, ...all.toReversed()].map(soleYear).find((year) => year !== null) ?? null,
  };
  views.set(read, view);
  return view;
}

const TOTAL =
  /^(?:sub[- ]?)?(?:grand )?total\b|\btotal$|^(?:totale?|gesamt|summe|insgesamt|total g\p{L}+)\b|^合計|^計$/iu;
const TOTAL_HEAD =
  /^(?:total|consolidated|group|combined|worldwide|gesamt|konzern|ensemble)\b|\btotal(?: \S+)?$/i;

function readRow(row: Row): TableRow {
  const label = cleanLabel(row.label);
  return {
    row,
    label,
    tokens: tokensOf(label),
    sectionTokens: tokensOf(row.section ?? ""),
    total: label === "" || TOTAL.test(label),
    balanceYear: BALANCE.test(label) ? soleYear(label) : null,
    movementYear: null,
  };
}

/** Where the rows lead from balance to balance and no column is of a year, each movement is of the year it ends in. */
function withBalances(rows: readonly TableRow[], { periods }: ReadTable): TableRow[] {
  if (periods.some((period) => period !== null)) return [...rows];
  const years = rows.map(({ label }) => (BALANCE_AT_END.test(label) ? soleYear(label) : null));
  const balances = years.filter((year) => year !== null);
  const isInOrder = balances.every((year, at) => at === 0 || year > (balances[at - 1] ?? year));
  if (balances.length < 2 || !isInOrder) return [...rows];
  return rows.map((row, at) => {
    const own = years[at] ?? null;
    const next = years.slice(at).find((year) => year !== null) ?? null;
    const isBetween = own === null && years.slice(0, at).some((year) => year !== null);
    return { ...row, balanceYear: own, movementYear: isBetween ? next : null };
  });
}

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
/** A row that is called only by the day of its balance, or the year. */
const BALANCE = new RegExp(
  "^(?:(?:closing|ending|net|total) )*(?:balances?|carrying (?:amount|value)|(?:net )?book value)?,? ?" +
    "(?:as (?:of|at)|at|on)?(?: the)?(?: end of)?(?: fiscal)? ?" +
    `(?:${MONTH}\\.? \\d{1,2},? |\\d{1,2}\\.? ${MONTH}\\.?,? )?(?:19|20)\\d\\d$`,
  "i",
);

/** "Outstanding at December 31, 2022". */
const BALANCE_AT_END = new RegExp(
  `^(?:[\\p{L}-]+,? ){0,4}(?:as (?:of|at)|at|on),? ${MONTH}\\.? \\d{1,2},? (?:19|20)\\d\\d$` +
    `|^(?:[\\p{L}-]+,? ){0,4}(?:as (?:of|at)|at|on),? \\d{1,2}\\.? ${MONTH}\\.?,? (?:19|20)\\d\\d$`,
  "iu",
);

/** "Northgate Ltd. (3)", "Jane Doe2", "370,800 Northgate Bank": the name alone. */
export function cleanLabel(label: string): string {
  return label
    .replace(/[*†‡⚫•·]+/gu, " ")
    .replace(/\((?:\d{1,2}|[a-z])(?:,\s?(?:\d{1,2}|[a-z]))*\)/gi, " ")
    .replace(/(?<=\p{L}{2})\d(?:,\d)*(?=\s|$)/gu, "")
    .replace(/^\s*\d{1,3}(?:,\d{3})+\s+(?=\p{L})/u, "")
    .replace(/\s+/g, " ")
    .trim();
}

const CHANGE_HEAD =
  /\bchange|\bvariation|\bvariance|increase|decrease|\bgrowth\b|\bvs\.?\b|versus|veränderung|évolution|増減/i;

/** One column of shares whose head is part of the line above: "Largest holdings  % of assets". */
function isShareTable({ heads }: ReadTable, rows: readonly Row[], above: readonly string[]): boolean {
  const isAmount = ({ text }: Cell) => PRINTED_AMOUNT.test(text);
  return (
    heads.length === 1 && /%/.test(above.at(-1) ?? "") && !rows.some(({ cells }) => cells.some(isAmount))
  );
}

function readColumn(head: string, at: number, read: ReadTable, isShare: boolean): TableColumn {
  const isPercent = isShare || (read.percents[at] ?? false);
  const isChange = CHANGE_HEAD.test(head);
  return {
    head: head.trim(),
    tokens: tokensOf(head),
    kind: isChange ? (isPercent ? "percent_change" : "change") : isPercent ? "percent" : "amount",
    year: isPartOfYear(read.periods[at]?.span) ? null : (read.periods[at]?.year ?? headYear(head)),
    total: TOTAL_HEAD.test(head.trim()),
  };
}

/** "2022 vs. 2021 Fiscal 2022": the two years of a comparison may have slid in from the head next to it. */
function headYear(head: string): number | null {
  return (
    soleYear(head) ??
    soleYear(head.replace(/\b20\d\d\s*(?:vs\.?|versus|to|compared (?:to|with))\s*20\d\d\b/i, ""))
  );
}

function isPartOfYear(span: string | null | undefined): boolean {
  return span !== null && span !== undefined && span !== "year";
}

function soleYear(text: string): number | null {
  const years = new Set(text.match(/\b(?:19[89]|20[0-4])\d\b/g));
  return years.size === 1 ? Number([...years][0]) : null;
}

const HEADINGS_ABOVE = 2;
const LINES_ABOVE = 3;

/** The nearest headings and lines above a place. */
function textAbove(
  page: PageRecord,
  top: number,
  before: PageRecord | undefined,
): { headings: string[]; lines: string[] } {
  const running = new Set(before?.blocks.map(({ text }) => text));
  const headings = page.blocks.filter(({ kind, box }) => kind === "heading" && box[1] <= top + 2);
  const own = headings.filter(({ text }) => !running.has(text));
  const nearest = own.length > 0 ? headings : (before?.blocks ?? []).filter(({ kind }) => kind === "heading");
  const lines = page.lines.filter(({ box }) => box[3] <= top + 2);
  return {
    headings: nearest.slice(-HEADINGS_ABOVE).map(({ text }) => text),
    lines: lines.slice(-LINES_ABOVE).map(({ text }) => text),
  };
}

export function valueAt(row: TableRow | undefined, column: number): number | null {
  const cell = row?.row.cells.find((one) => one.column === column && one.kind !== "text");
  return cell?.value ?? null;
}

/** Heads and captions of things that are counted. */
export const COUNTED =
  /\b(?:units?|stores?|square (?:feet|met\w+)|number|counts?|headcount|employees|shares|options|rights|useful li(?:fe|ves))\b|\((?:in )?(?:years|months|days)\)|\bno\./i;

/** A table of things that are counted, without an amount of money. */
export function isCount({ page, read, rows, columns }: TableView): boolean {
  const heads = [page.tables[read.table]?.caption ?? "", ...columns.map(({ head }) => head)].join(" ");
  const cells = rows.flatMap(({ row }) => row.cells.map(({ text }) => text));
  return COUNTED.test(heads) && !/[$€£¥]/.test([heads, ...cells].join(" "));
}
