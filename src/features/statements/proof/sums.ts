/** One row of a statement as the proof sees it: its amounts by column. */
export interface SumRow {
  amounts: readonly (number | null)[];
  /** Whether its name says that it sums up; only such a row may be the sum of a single other. */
  isTotal: boolean;
  /** How many rows may be added and subtracted to give it; none when only a plain sum may. */
  signedPartsMax: number;
}

export interface Sum {
  total: number;
  parts: { row: number; sign: 1 | -1 }[];
}

export interface SumOptions {
  /** Half of this per row is how far a sum may be off. */
  unit: number;
}

const PARTS_MAX = 45;
const FREE_SIGNS_MAX = 12;
const TOLERANCE_UNITS_MAX = 3;

/**
 * Finds which rows add up to which, from top to bottom: a row that equals the sum of the rows before it that no sum
 * has taken yet is their total and stands for them from then on. A sum must hold in every column.
 */
export function findSums(rows: readonly SumRow[], options: SumOptions): Sum[] {
  const sums: Sum[] = [];
  let open: number[] = [];
  for (const at of rows.keys()) {
    const sum = sumUpTo(rows, open, at, options);
    if (sum) {
      sums.push(sum);
      const taken = new Set(sum.parts.map(({ row }) => row));
      open = open.filter((row) => !taken.has(row));
    }
    if (rows[at]?.amounts.some((amount) => amount !== null)) open.push(at);
  }
  return sums;
}

function sumUpTo(
  rows: readonly SumRow[],
  open: readonly number[],
  total: number,
  options: SumOptions,
): Sum | null {
  const row = rows[total];
  if (!row || row.amounts.every((amount) => amount === null || amount === 0)) return null;
  const search = new SumSearch(rows, row, options);
  const first = row.isTotal ? 1 : 2;
  const last = Math.min(open.length, PARTS_MAX);
  for (let count = first; count <= last; count++) {
    const parts = open.slice(-count);
    if (search.holds(parts, () => 1)) return { total, parts: parts.map((part) => ({ row: part, sign: 1 })) };
  }
  const signedLast = Math.min(last, row.signedPartsMax);
  for (let count = 2; count <= signedLast; count++) {
    const parts = open.slice(-count);
    if (search.holds(parts, (at) => (at === 0 ? 1 : -1)))
      return { total, parts: parts.map((part, at) => ({ row: part, sign: at === 0 ? 1 : -1 })) };
  }
  for (let count = 2; count <= Math.min(signedLast, FREE_SIGNS_MAX); count++) {
    const parts = open.slice(-count);
    const signs = search.findSigns(parts);
    if (signs) return { total, parts: parts.map((part, at) => ({ row: part, sign: signs[at] ?? 1 })) };
  }
  return null;
}

/** Compares sums with the amounts of one row, in every column at once. */
class SumSearch {
  readonly #rows: readonly SumRow[];
  readonly #columns: number[];
  readonly #wanted: number[];
  readonly #unit: number;

  constructor(rows: readonly SumRow[], row: SumRow, { unit }: SumOptions) {
    this.#rows = rows;
    this.#unit = unit;
    this.#columns = [...row.amounts.keys()].filter((column) => row.amounts[column] !== null);
    this.#wanted = this.#columns.map((column) => row.amounts[column] ?? 0);
  }

  holds(parts: readonly number[], signOf: (at: number) => number): boolean {
    const tolerance = this.#tolerance(parts.length);
    return this.#columns.every((column, index) => {
      let sum = 0;
      for (const [at, part] of parts.entries()) sum += signOf(at) * (this.#rows[part]?.amounts[column] ?? 0);
      return Math.abs(sum - (this.#wanted[index] ?? 0)) <= tolerance;
    });
  }

  /** The signs with which the parts give the total; null when none do or when so few digits could do so by chance. */
  findSigns(parts: readonly number[]): (1 | -1)[] | null {
    if (!this.#isTelling(parts.length)) return null;
    const tolerance = this.#tolerance(parts.length);
    const amounts = parts.map((part) =>
      this.#columns.map((column) => this.#rows[part]?.amounts[column] ?? 0),
    );
    const combinations = 1 << (parts.length - 1);
    for (let mask = 0; mask < combinations; mask++) {
      const fits = this.#wanted.every((wanted, index) => {
        let sum = amounts[0]?.[index] ?? 0;
        for (let at = 1; at < amounts.length; at++) {
          const amount = amounts[at]?.[index] ?? 0;
          sum += (mask >> (at - 1)) & 1 ? -amount : amount;
        }
        return Math.abs(sum - wanted) <= tolerance;
      });
      if (fits) return parts.map((_, at) => (at > 0 && (mask >> (at - 1)) & 1 ? -1 : 1));
    }
    return null;
  }

  #tolerance(parts: number): number {
    return Math.min((parts + 1) / 2, TOLERANCE_UNITS_MAX) * this.#unit + this.#unit / 1_000;
  }

  /** Free signs prove something only where the amounts have many more digits than there are ways to choose. */
  #isTelling(parts: number): boolean {
    const digits = this.#wanted.reduce(
      (sum, amount) => sum + Math.log2(1 + Math.abs(amount) / this.#unit),
      0,
    );
    return digits > parts * 2 + 8;
  }
}
