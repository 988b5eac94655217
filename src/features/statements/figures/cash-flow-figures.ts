import type { StatementTable, TableRow } from "../table.ts";
import { isProven, type NamedRow, type NamedRows, type Reading, readRow } from "./reading.ts";

/** Where the three parts of a cash flow statement end. */
interface Parts {
  operating: TableRow | null;
  investing: TableRow | null;
  financing: TableRow | null;
}

export function readCashFlowFigures(named: NamedRows): Reading[] {
  const parts = findParts(named);
  const { table } = named;
  const total = (concept: string, row: TableRow | null) => {
    const match = named.of(concept).find((one) => one.row === row);
    return row
      ? readRow(concept, { table, row }, { label: match?.strength ?? 0.9, identity: isProven(row) })
      : null;
  };
  return [
    total("cash_from_operations", parts.operating),
    total("cash_from_investing", parts.investing),
    total("cash_from_financing", parts.financing),
    readOutflow(named, "capex", { from: parts.operating, to: parts.investing }),
    readOutflow(named, "dividends_paid", { from: parts.investing ?? parts.operating, to: parts.financing }),
    readDepreciation(named, parts.operating),
  ].filter((reading) => reading !== null);
}

function findParts(named: NamedRows): Parts {
  const investing = totalOf(named, "cash_from_investing", null);
  const financing = totalOf(named, "cash_from_financing", null);
  const operating =
    firstOfChange(named.table, investing) ?? totalOf(named, "cash_from_operations", investing);
  return { operating, investing, financing };
}

/** What the change in cash adds to the cash flow from investing comes from operations, whatever it is called. */
function firstOfChange(table: StatementTable, investing: TableRow | null): TableRow | null {
  const change = investing?.parent && table.rows[investing.parent.total];
  const first = change?.sum?.parts[0];
  const row = first && table.rows[first.row];
  return row && row.at < (investing?.at ?? 0) && /operati|betrieb|geschaft|explotacion|営業/.test(row.key)
    ? row
    : null;
}

/** The last row of the name before the next part: before it there may be one before interest and tax. */
function totalOf(named: NamedRows, concept: string, before: TableRow | null): TableRow | null {
  const rows = named
    .of(concept)
    .filter(({ row }) => row.unit === "money" && (before === null || row.at < before.at));
  const exact = rows.filter(({ strength }) => strength === 1);
  return (exact.at(-1) ?? rows.at(-1))?.row ?? null;
}

/** Outflows of one kind, all of them together; only within their part of the statement. */
function readOutflow(
  named: NamedRows,
  concept: string,
  { from, to }: { from: TableRow | null; to: TableRow | null },
): Reading | null {
  const { table } = named;
  const rows = named
    .of(concept)
    .filter(
      ({ row }) =>
        row.unit === "money" && row.at > (from?.at ?? -1) && row.at < (to?.at ?? table.rows.length),
    );
  const exact = rows.filter(({ strength }) => strength === 1);
  const own = exact.length > 0 ? exact : rows;
  return addUp(table, concept, {
    rows: own.length > 0 ? own : likely(table, concept, { from, to }),
    sign: -1,
  });
}

/** What an outflow of the kind speaks of, for rows that no one else calls so. */
const LIKELY: Readonly<Record<string, { is: RegExp; not: RegExp }>> = {
  capex: {
    is: new RegExp(
      "^(?:net )?(?:cash payment |payment )?(?:purchase|payment|investment|expenditure" +
        String.raw`|capital expenditure|capital|construction)\b.*\b(?:property|plant|equipment|premise` +
        "|fixed asset|building|vessel|newbuild|leasehold|tangible asset|machinery|rental property" +
        String.raw`|expenditure)\b`,
    ),
    not: /proceed|revenue|disposal|intangible|subsidiary|business|investment property|security|deposit|reimburse|insurance|noncash/,
  },
  dividends_paid: {
    is: /^(?:cash |common |preferred |ordinary |equity |interim |final |special |quarterly |stock |share )*(?:payment )?(?:cash |common |preferred |stock )*dividend\b/,
    not: /receive|minority|noncontrolling|subsidiary|declared|payable|reinvest|noncash|associate|joint venture|interest holder|equivalent|proceed/,
  },
};
const LIKELY_STRENGTH = 0.8;

function likely(
  table: StatementTable,
  concept: string,
  { from, to }: { from: TableRow | null; to: TableRow | null },
): NamedRow[] {
  const words = LIKELY[concept];
  // Without the totals around it, a row could be in any part of the statement.
  if (!words || !to || (concept === "capex" && !from)) return [];
  return table.rows
    .filter(({ at, unit, key, sum }) => {
      if (unit !== "money" || sum !== null || at <= (from?.at ?? -1) || at >= to.at) return false;
      return words.is.test(key) && !words.not.test(key);
    })
    .map((row) => ({ row, strength: LIKELY_STRENGTH, order: 0 }));
}

function addUp(
  table: StatementTable,
  concept: string,
  { rows, sign }: { rows: readonly NamedRow[]; sign: 1 | -1 },
): Reading | null {
  if (rows.length === 0) return null;
  const outflow = sign === -1 && rows.some(({ row }) => row.cells.some((cell) => (cell?.printed ?? 0) < 0));
  return {
    concept,
    table,
    parts: rows.map(({ row }) => ({ row, sign: outflow ? -1 : 1 })),
    evidence: {
      label: Math.min(...rows.map(({ strength }) => strength)),
      proven: rows.every(({ row }) => isProven(row)),
      identity: false,
      rows: rows.length,
      rivals: 0,
    },
  };
}

/** In one row, or depreciation and amortization apart. */
function readDepreciation(named: NamedRows, operating: TableRow | null): Reading | null {
  const { table } = named;
  const inside = ({ row }: NamedRow) => row.unit === "money" && row.at < (operating?.at ?? table.rows.length);
  const whole = named.of("depreciation_and_amortization").filter(inside);
  const [first] = whole.filter(({ strength }) => strength === 1);
  const best = first ?? whole[0];
  if (best) return addUp(table, "depreciation_and_amortization", { rows: [best], sign: 1 });
  const depreciations = named.of("depreciation").filter(inside);
  const apart = [...depreciations, ...named.of("amortization").filter(inside)];
  // The amortization alone is not both: the depreciation is in a row that is not known to be it.
  const isHalf = depreciations.length === 0 && table.rows.some(({ key }) => /\bdepreciation\b/.test(key));
  if (apart.length > 0 && isHalf) return null;
  if (apart.length > 0) return addUp(table, "depreciation_and_amortization", { rows: apart, sign: 1 });
  // Some statements give the reconciliation with the net income at the end.
  const likely = table.rows.filter(
    ({ unit, key }) => unit === "money" && DEPRECIATION.test(key) && !NO_DEPRECIATION.test(key),
  );
  const rows = likely.slice(0, 1).map((row) => ({ row, strength: LIKELY_STRENGTH, order: 0 }));
  return addUp(table, "depreciation_and_amortization", { rows, sign: 1 });
}

const DEPRECIATION = /^depreciation\b(?=.*\bamortization\b)/;
const NO_DEPRECIATION = /debt|discount|premium|financing|unrealized|appreciation/;
