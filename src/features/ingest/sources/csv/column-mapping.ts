import { readFileSync } from "node:fs";
import { z } from "zod";
import { Day } from "../../../../kernel/day.ts";
import { OperatorError } from "../../../../kernel/operator-error.ts";

const column = z.string().min(1);

/** How to read the columns of any CSV file; `docs/sources.md` has an example. */
export const ColumnMapping = z.strictObject({
  source: z.strictObject({
    /** Distinguishes its records from those of other files; a newer version of the file must have the same id. */
    id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, "expected lower-case letters, digits and hyphens"),
    name: z.string().min(1),
    licence: z.string().min(1),
    date: Day.optional(),
  }),
  encoding: z.string().default("utf-8"),
  delimiter: z.string().length(1).default(","),
  skip_lines: z.int().min(0).max(100).default(0),
  columns: z.strictObject({
    key: column,
    name: column,
    lei: column.optional(),
    cik: column.optional(),
    perm_id: column.optional(),
    isin: column.optional(),
    ticker: column.optional(),
    mic: column.optional(),
    /** Country of the primary listing. */
    country: column.optional(),
    domicile: column.optional(),
    sector: column.optional(),
    market_cap_usd: column.optional(),
    market_cap_source: column.optional(),
    /** Several ISINs in one cell, separated by ; | or space. */
    other_isins: column.optional(),
    delisted: column.optional(),
    /** active, suspended or delisted. */
    status: column.optional(),
  }),
  /** A value for columns the file does not have. */
  constants: z.strictObject({ mic: z.string().optional(), country: z.string().optional() }).default({}),
  names: z
    .array(z.strictObject({ column, kind: z.enum(["former", "alias", "local", "short"]) }))
    .max(20)
    .default([]),
  /** The name may be one that an exchange prints instead of the official one. */
  name_kind: z.enum(["official", "short", "alias"]).default("official"),
  belongs_to: z.strictObject({ source: z.string(), column }).optional(),
  /** Columns whose invalid values are dropped instead of rejecting the line. */
  lenient: z.array(z.enum(["isin", "mic", "lei", "cik", "country", "sector", "market_cap_usd"])).default([]),
  creates_companies: z.boolean().default(true),
});
export type ColumnMapping = z.output<typeof ColumnMapping>;

export function readMapping(file: string | undefined): ColumnMapping {
  if (file === undefined)
    throw new OperatorError("companies-csv needs --option mapping=FILE; see docs/sources.md for its format.");
  try {
    return ColumnMapping.parse(JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")));
  } catch (cause) {
    const reason =
      cause instanceof z.ZodError
        ? cause.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
        : String((cause as Error).message);
    throw new OperatorError(`The mapping ${file} cannot be used: ${reason}.`, { cause });
  }
}
