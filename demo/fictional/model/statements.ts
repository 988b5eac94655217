import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Figures, type PeriodKey, requirePeriod } from "./periods.ts";

const Label = z.union([z.string(), z.record(z.string(), z.string())]);

/** A line takes its amount from accounts (`revenue - cost_of_sales`), a total from lines printed above it. */
const Row = z.strictObject({
  id: z.string(),
  label: Label,
  of: z.string().optional(),
  total: z.array(z.string()).optional(),
  style: z.enum(["heading", "line", "subtotal", "total"]).default("line"),
  /** A cost printed without a sign, as some accounting traditions do. */
  show: z.enum(["signed", "cost"]).default("signed"),
  kind: z.enum(["amount", "per_share", "shares"]).default("amount"),
  indent: z.int().min(0).max(2).default(0),
  note: z.string().optional(),
  key: z.boolean().default(false),
});
type Row = z.infer<typeof Row>;

const Templates = z.record(z.string(), z.array(Row));

export interface PrintedRow {
  id: string;
  label: string;
  style: Row["style"];
  kind: Row["kind"];
  indent: number;
  note: string | null;
  key: boolean;
  /** As printed: a cost shown without sign is positive here. Null where the row is a heading. */
  values: Record<PeriodKey, number | null>;
}

export type PrintedStatements = Record<string, PrintedRow[]>;

/** Evaluates a company's statements for the given periods, with labels in one language. */
export function printStatements(
  slug: string,
  request: { periods: Record<PeriodKey, Figures>; keys: readonly PeriodKey[]; language: string },
): PrintedStatements {
  const path = new URL(`../statements/${slug}.json`, import.meta.url);
  const templates = Templates.parse(JSON.parse(readFileSync(path, "utf8")));
  return Object.fromEntries(
    Object.entries(templates).map(([name, rows]) => [
      name,
      printRows(rows, request.language, (key) => requirePeriod(request.periods, key), request.keys),
    ]),
  );
}

function printRows(
  rows: readonly Row[],
  language: string,
  figuresOf: (key: PeriodKey) => Figures,
  keys: readonly PeriodKey[],
): PrintedRow[] {
  const amounts = new Map<string, Map<PeriodKey, number>>();
  return rows.map((row) => {
    const values: PrintedRow["values"] = {};
    for (const key of keys) {
      const amount = amountOf(row, figuresOf(key), (id) => amounts.get(id)?.get(key));
      if (amount !== null) {
        const ofRow = amounts.get(row.id) ?? new Map<PeriodKey, number>();
        amounts.set(row.id, ofRow.set(key, amount));
      }
      values[key] = amount === null ? null : (row.show === "cost" ? -amount : amount) + 0;
    }
    const { id, style, kind, indent, key } = row;
    return {
      id,
      label: labelOf(row.label, language),
      style,
      kind,
      indent,
      note: row.note ?? null,
      key,
      values,
    };
  });
}

function labelOf(label: Row["label"], language: string): string {
  const text = typeof label === "string" ? label : label[language];
  if (text === undefined) throw new Error(`no ${language} label in ${JSON.stringify(label)}`);
  return text;
}

function amountOf(row: Row, figures: Figures, above: (id: string) => number | undefined): number | null {
  if (row.total !== undefined) {
    let sum = 0;
    for (const id of row.total) {
      const amount = above(id);
      // A summary of earlier years may lack a part; then it lacks the total too.
      if (amount === undefined) return null;
      sum += amount;
    }
    return sum;
  }
  return row.of === undefined ? null : evaluate(row.of, figures);
}

/** `a - b + c` over the period's figures; null when the period has not got one of them. */
export function evaluate(expression: string, figures: Figures): number | null {
  let sum = 0;
  let sign = 1;
  for (const token of expression.split(/\s+/)) {
    if (token === "+" || token === "-") {
      sign = token === "+" ? 1 : -1;
      continue;
    }
    const negated = token.startsWith("-");
    const amount = figures[negated ? token.slice(1) : token];
    if (amount === undefined) return null;
    sum += (negated ? -sign : sign) * amount;
    sign = 1;
  }
  return sum + 0;
}
