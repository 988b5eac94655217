import {
  isIsin,
  isLei,
  LISTING_STATUSES,
  type ListingStatus,
  normaliseCik,
  normaliseIsin,
  type RecordSecurity,
  type SourceRecord,
} from "../../../companies/index.ts";
import { findCountry, findExchange, findSector } from "../../../reference/index.ts";
import { type LineReader, requireColumns } from "../../reading/csv-entries.ts";
import type { ColumnMapping } from "./column-mapping.ts";

type Field = keyof ColumnMapping["columns"];

const SOUND: Readonly<Record<ColumnMapping["lenient"][number], (value: string) => boolean>> = {
  isin: isIsin,
  lei: isLei,
  mic: (value) => findExchange(value) !== undefined,
  cik: (value) => /^\d{10}$/.test(value),
  country: (value) => findCountry(value) !== undefined,
  sector: (value) => findSector(value) !== undefined,
  market_cap_usd: (value) => Number(value) >= 0,
};

/** Reads the lines of a file by its mapping. */
export function readMappedLine(
  mapping: ColumnMapping,
  date: string,
): (header: readonly string[]) => LineReader<SourceRecord> {
  return (header) => {
    const at = requireColumns(mapping.source.id, header, listUsed(mapping));
    const lenient = new Set<string>(mapping.lenient);
    return (cells, warn) => {
      const cell = (column: string) => cells[at[column] ?? -1]?.trim() ?? "";
      const field = (name: Field) => {
        const column = mapping.columns[name];
        return column === undefined ? "" : cleaned(name, cell(column), { lenient, warn });
      };
      return toRecord(mapping, { field, cell }, date);
    };
  };
}

function listUsed({ columns, names, belongs_to }: ColumnMapping): string[] {
  const used = [...Object.values(columns), ...names.map(({ column }) => column), belongs_to?.column];
  return [...new Set(used.filter((column) => column !== undefined))];
}

interface Cells {
  field: (name: Field) => string;
  cell: (column: string) => string;
}

function toRecord(mapping: ColumnMapping, { field, cell }: Cells, date: string): SourceRecord | string {
  const { constants, names, belongs_to, source } = mapping;
  const mic = field("mic") || constants.mic || null;
  const marketCap = readMarketCap(field("market_cap_usd"), field("market_cap_source") || source.name, date);
  if (typeof marketCap === "string") return marketCap;
  const orNull = (name: Field) => field(name) || null;
  const state = readState(field);
  if (state === undefined)
    return `status ${JSON.stringify(field("status").slice(0, 40))} is not ${LISTING_STATUSES.join(", ")}`;
  return {
    key: field("key"),
    name: field("name"),
    belongs_to: belongs_to ? { source: belongs_to.source, key: cell(belongs_to.column) } : null,
    other_names: names
      .map(({ column, kind }) => ({ name: cell(column), kind }))
      .filter(({ name }) => name !== "" && name !== field("name")),
    lei: orNull("lei"),
    cik: orNull("cik"),
    perm_id: orNull("perm_id"),
    country: orNull("country") ?? constants.country ?? null,
    exchange: belongs_to ? null : mic,
    domicile: orNull("domicile"),
    primary_sector_id: orNull("sector"),
    market_cap: marketCap,
    securities: listSecurities(field, mic),
    // A listing that ended does not end the company it belongs to.
    ...(state && !belongs_to ? { status: { state } } : {}),
  };
}

/** The status of the listing; null when the line has none, undefined when it is not a status. */
function readState(field: (name: Field) => string): ListingStatus | null | undefined {
  if (/^(true|yes|1)$/i.test(field("delisted"))) return "delisted";
  const text = field("status").toLowerCase();
  return text === "" ? null : LISTING_STATUSES.find((status) => status === text);
}

const upper = (text: string) => text.toUpperCase();

/** The canonical form of values that people write in several ways. */
const CANONICAL: Partial<Record<Field, (text: string) => string | null>> = {
  isin: normaliseIsin,
  lei: normaliseIsin,
  cik: normaliseCik,
  mic: upper,
  country: upper,
  domicile: upper,
};

/** Identifiers are written in many ways; the cleaned value is validated. */
function cleaned(
  name: Field,
  text: string,
  { lenient, warn }: { lenient: ReadonlySet<string>; warn: (reason: string) => void },
): string {
  const value = CANONICAL[name]?.(text) ?? text;
  if (!lenient.has(name) || value === "") return value;
  // Only values that can be validated can be lenient.
  if (SOUND[name as keyof typeof SOUND](value)) return value;
  warn(`${name} ${JSON.stringify(value.slice(0, 40))} is invalid: omitted`);
  return "";
}

function readMarketCap(
  text: string,
  source: string,
  date: string,
): NonNullable<SourceRecord["market_cap"]> | string | null {
  if (text === "") return null;
  const usd = Math.round(Number(text));
  return Number.isSafeInteger(usd) && usd >= 0
    ? { usd, date, source }
    : `market cap ${text} is not an amount`;
}

function listSecurities(field: (name: Field) => string, mic: string | null): RecordSecurity[] {
  const first = { isin: field("isin") || null, ticker: field("ticker") || null, mic };
  const more = field("other_isins")
    .split(/[;| ]+/)
    .map(upper)
    .filter(isIsin);
  return [
    ...(first.isin || first.ticker ? [first] : []),
    ...more.map((isin) => ({ isin, ticker: null, mic: null })),
  ];
}
