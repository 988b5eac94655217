import { hash } from "node:crypto";
import { findCountry, findExchange, findSector } from "../../reference/index.ts";
import { isIsin, isLei } from "../identifiers.ts";
import type { NameKind } from "../names/search-names.ts";

/** What one source reports about one company or one of its listings. An absent field was not reported. */
export interface SourceRecord {
  /** The source's key for it. */
  key: string;
  name: string;
  /** The record of the same or another source that contains this one, as a company contains a listing. */
  belongs_to?: { source: string; key: string } | null;
  /** The kind of name, if not official. */
  name_kind?: "official" | "short" | "alias";
  other_names?: readonly RecordName[];
  lei?: string | null;
  cik?: string | null;
  perm_id?: string | null;
  /** Country of the primary listing. */
  country?: string | null;
  exchange?: string | null;
  /** Where it is registered; never shown as the country of listing, but names are compared only within it. */
  domicile?: string | null;
  primary_sector_id?: string | null;
  market_cap?: { usd: number; date: string; source: string } | null;
  securities?: readonly RecordSecurity[];
  status?: RecordStatus | null;
  fictional?: boolean;
  /** The source lists a foreign company: its place of listing is not its home. */
  foreign?: boolean;
}

export interface RecordName {
  name: string;
  kind: NameKind;
  valid_from?: string | null;
  valid_to?: string | null;
}

export interface RecordSecurity {
  isin?: string | null;
  ticker?: string | null;
  mic?: string | null;
}

/** `inactive` and `merged` are closed entries of a register; the others describe the listing. */
export const COMPANY_STATES = ["active", "suspended", "delisted", "inactive", "merged"] as const;
export type CompanyState = (typeof COMPANY_STATES)[number];

export interface RecordStatus {
  state: CompanyState;
  date?: string | null;
  successor_lei?: string | null;
}

/** What is wrong with a record, for its supplier; null when it may be used. */
export function findRecordFault(record: SourceRecord): string | null {
  const { key, name, lei, cik } = record;
  if (key === "") return "it has no identifier";
  if (name.trim() === "") return "it has no name";
  const fault = findTextFault(record);
  if (fault !== null) return fault;
  if (lei && !isLei(lei)) return `LEI ${lei} has wrong check digits`;
  if (cik && !/^\d{10}$/.test(cik)) return `CIK ${cik} is not ten digits`;
  return findPlaceFault(record) ?? findSecurityFault(record.securities ?? []);
}

const NAME_LENGTH_MAX = 500;
const IDENTIFIER_LENGTH_MAX = 200;

/** A value that would make the database reject the whole batch must be rejected alone. */
function findTextFault({
  key,
  name,
  other_names = [],
  perm_id,
  securities = [],
}: SourceRecord): string | null {
  const names = [name, ...other_names.map((other) => other.name)];
  const identifiers = [key, perm_id ?? "", ...securities.map(({ ticker }) => ticker ?? "")];
  if (names.some((one) => one.trim() === "")) return "one of its names is empty";
  if (names.some(({ length }) => length > NAME_LENGTH_MAX))
    return `its name is longer than ${NAME_LENGTH_MAX} characters`;
  if (identifiers.some(({ length }) => length > IDENTIFIER_LENGTH_MAX))
    return `one of its identifiers is longer than ${IDENTIFIER_LENGTH_MAX} characters`;
  return [...names, ...identifiers].every(isText) ? null : "it contains characters that are not text";
}

/** JSON can contain lone surrogates, and NUL. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function findPlaceFault({ country, exchange, primary_sector_id }: SourceRecord): string | null {
  if (country && !findCountry(country)) return `country ${country} is not in ISO 3166-1`;
  if (exchange && !findExchange(exchange)) return `exchange ${exchange} is not in the exchange list`;
  if (primary_sector_id && !findSector(primary_sector_id)) return `sector ${primary_sector_id} is unknown`;
  return null;
}

function findSecurityFault(securities: readonly RecordSecurity[]): string | null {
  for (const { isin, mic } of securities) {
    if (isin && !isIsin(isin)) return `ISIN ${isin} has a wrong check digit`;
    if (mic && !findExchange(mic)) return `market ${mic} is not in the exchange list`;
  }
  return null;
}

const hashes = new WeakMap<SourceRecord, string>();

/** The same for the same content, in whatever order its fields were written. A record does not change. */
export function hashRecord(record: SourceRecord): string {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const fresh = hash("sha256", JSON.stringify(sortFields(record)), "base64url").slice(0, 22);
  hashes.set(record, fresh);
  return fresh;
}

function sortFields(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sortFields);
  const sorted: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    sorted[name] = sortFields(field);
  return sorted;
}
