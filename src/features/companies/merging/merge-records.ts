import type { Sql } from "../../../platform/db/index.ts";
import { listExchanges } from "../../reference/index.ts";
import type { FactSource } from "../company-record.ts";
import { findNewestDate, requireSource } from "../loading/store.ts";
import {
  findByIdentifiers,
  findByListings,
  findByRecords,
  findByWholeNames,
  findCandidates,
} from "./candidates/store.ts";
import { foldRecords } from "./fold-records.ts";
import { groupRecords } from "./group-records.ts";
import { listListings, type Match, matchRecord, nameIdentifier } from "./match-records.ts";
import { placeInTime } from "./place-in-time.ts";
import { readReceipt } from "./read-receipt.ts";
import { findRecordFault, hashRecord, type SourceRecord } from "./source-record.ts";
import {
  addRecords,
  findRecords,
  type KnownRecord,
  listRecordsOf,
  type NewRecord,
  saveLoadedRecords,
  updateRecords,
  writeConflicts,
} from "./store.ts";
import { writeFolded } from "./write-folded.ts";

export interface MergeSource extends FactSource {
  /** Distinguishes this source's records: `gleif`, `sec-tickers`. */
  id: string;
  /** Kinds of identifier this source issues itself. */
  issues: readonly ("lei" | "cik")[];
  /** What kind of names it has, if not official ones: an exchange abbreviates. */
  nameKind?: "official" | "short" | "alias";
  /** A complete list: a company it does not name does not exist there. */
  isFullList?: boolean;
  /** False for a source that only adds to known companies. */
  createsCompanies: boolean;
}

export interface MergeResult {
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  faults: Issue[];
  /** Records that a newer list of the source contradicts. */
  warnings: Issue[];
}

interface Issue {
  line: number;
  reason: string;
  excerpt: string;
}

export interface MergeTools {
  wordWeight: (word: string) => number;
  /** False for a key the load has already seen. */
  isFirst: (key: string) => boolean;
}

/** Records by line; each is a company under the source's own key. */
export type ReportedRecords = readonly { line: number; item: SourceRecord }[];

/** Computes what merging a record needs and no database does, so that it can happen while another batch is written. */
export function prepareRecord(record: SourceRecord): void {
  const read = readReceipt(record);
  if (read === record) hashRecord(record);
  nameIdentifier(read);
}

/**
 * Merges a source's records: finds the company of each record, stores the record next to those of other sources, and
 * folds the company again. An unchanged record changes nothing. Call it with merging locked.
 */
export async function mergeRecords(
  sql: Sql,
  { wordWeight, isFirst }: MergeTools,
  source: MergeSource,
  reported: ReportedRecords,
): Promise<MergeResult> {
  const result: MergeResult = { added: 0, changed: 0, unchanged: 0, skipped: 0, faults: [], warnings: [] };
  const valid = dropFaulty(reported, isFirst, result);
  const known = await findRecords(sql, source.id, [...valid.keys()]);
  const fresh = [...valid.values()].filter(
    (record) => hashRecord(record) !== known.get(record.key)?.row_hash,
  );
  result.unchanged = valid.size - fresh.length;
  if (fresh.length === 0) return result;
  const freshKeys = new Set(fresh.map(({ key }) => key));
  result.warnings = reported
    .filter(({ item }) => freshKeys.has(item.key))
    .flatMap(warnOfOlder(source, known));
  const { records, existing } = await placeRecords(sql, source, { fresh, known, wordWeight });
  const placed = records.flatMap(placeInTime(source, { known, newest: await findNewestDate(sql, source) }));
  result.skipped = fresh.length - placed.length;
  if (placed.length === 0) return result;
  const sourceNo = await requireSource(sql, source);
  const ids = [...new Set(placed.map(({ svc_entity_id }) => svc_entity_id))];
  await saveLoadedRecords(sql, [...existing]);
  await writeCompanies(sql, source, { ids, existing }, placed);
  const { added = [], changed = [] } = Object.groupBy(placed, ({ key }) =>
    known.has(key) ? "changed" : "added",
  );
  await addRecords(sql, { source: source.id, sourceNo }, added);
  await updateRecords(sql, { source: source.id, sourceNo }, changed);
  result.added = added.length;
  result.changed = changed.length;
  return result;
}

/** The usable records: for a repeated key only the first, or each load would change it back and forth. */
function dropFaulty(
  reported: ReportedRecords,
  isFirst: MergeTools["isFirst"],
  result: MergeResult,
): Map<string, SourceRecord> {
  const valid = new Map<string, SourceRecord>();
  for (const { line, item } of reported) {
    const reason = findRecordFault(item);
    if (reason === null && isFirst(item.key)) valid.set(item.key, readReceipt(item));
    if (reason !== null) result.faults.push({ line, reason, excerpt: item.name.slice(0, 120) });
  }
  return valid;
}

function warnOfOlder(source: MergeSource, known: ReadonlyMap<string, KnownRecord>) {
  return ({ line, item: { key, name } }: ReportedRecords[number]): Issue[] => {
    const { source_date = "" } = known.get(key) ?? {};
    if (source_date <= source.source_date) return [];
    const reason = `a newer list of ${source_date} contradicts this one of ${source.source_date}`;
    return [{ line, reason, excerpt: name.slice(0, 120) }];
  };
}

interface PlacementOptions extends Pick<MergeTools, "wordWeight"> {
  fresh: readonly SourceRecord[];
  known: ReadonlyMap<string, KnownRecord>;
}

interface Placement {
  records: NewRecord[];
  /** The companies of these records that were there before. */
  existing: ReadonlySet<string>;
}

/**
 * Each record with its company; records of unknown companies are dropped when the source does not create companies.
 */
async function placeRecords(
  sql: Sql,
  source: MergeSource,
  { fresh, known, wordWeight }: PlacementOptions,
): Promise<Placement> {
  const unplaced = fresh.filter(({ key }) => !known.has(key));
  const byIdentifier = await findHolders(sql, unplaced);
  const candidates = await findCandidates(sql, [...new Set([...byIdentifier.values()].flat())]);
  const tools = { byIdentifier, candidates, wordWeight, issues: new Set<string>(source.issues) };
  const matches = new Map<string, Match>(unplaced.map((record) => [record.key, matchRecord(record, tools)]));
  const found = new Map(
    fresh.flatMap(({ key }) => {
      const id = known.get(key)?.svc_entity_id ?? matches.get(key)?.svc_entity_id;
      return id ? [[key, id] as const] : [];
    }),
  );
  const isThere = new Set(found.values());
  const ids = groupRecords(fresh, found, byIdentifier);
  const placed = fresh.flatMap((record) => {
    const svc_entity_id = ids.get(record.key);
    if (svc_entity_id === undefined || !(source.createsCompanies || isThere.has(svc_entity_id))) return [];
    const content = source.nameKind ? { ...record, name_kind: source.nameKind } : record;
    return [{ key: record.key, svc_entity_id, content, row_hash: hashRecord(record) }];
  });
  const idOf = new Map(placed.map(({ key, svc_entity_id }) => [key, svc_entity_id]));
  await writeConflicts(
    sql,
    source.id,
    [...matches].flatMap(([key, { conflicts }]) =>
      conflicts.map((conflict) => ({ ...conflict, key, svc_entity_id: idOf.get(key) ?? "" })),
    ),
  );
  return { records: placed, existing: isThere };
}

/** Which companies have the identifiers of these records. */
async function findHolders(sql: Sql, records: readonly SourceRecord[]): Promise<Map<string, string[]>> {
  const securities = records.flatMap((record) => record.securities ?? []);
  const listings = records.flatMap(listListings);
  const found = [
    ...(await findByIdentifiers(sql, {
      leis: records.flatMap(({ lei }) => lei ?? []),
      ciks: records.flatMap(({ cik }) => cik ?? []),
      isins: securities.flatMap(({ isin }) => isin ?? []),
    })),
    ...(await findByListings(sql, listings, marketFamilies(listings))),
    ...(await findByRecords(
      sql,
      records.flatMap(({ belongs_to }) => belongs_to ?? []),
    )),
    ...(await findByWholeNames(
      sql,
      records.map((record) => nameIdentifier(record).slice("name:".length)),
    )),
  ];
  const holders = new Map<string, string[]>();
  for (const { identifier, svc_entity_id } of found)
    holders.set(identifier, [...(holders.get(identifier) ?? []), svc_entity_id]);
  return holders;
}

/** The markets of each requested operator. */
function marketFamilies(listings: readonly { market: string }[]): { market: string; mic: string }[] {
  const query = new Set(listings.map(({ market }) => market));
  return listExchanges()
    .filter(({ operating_mic }) => query.has(operating_mic))
    .map(({ mic, operating_mic }) => ({ mic, market: operating_mic }));
}

/** Folds the companies from all their records, including the new ones, and writes those that changed. */
async function writeCompanies(
  sql: Sql,
  source: MergeSource,
  { ids, existing }: { ids: readonly string[]; existing: ReadonlySet<string> },
  placed: readonly NewRecord[],
): Promise<void> {
  const records = await listRecordsOf(sql, [...existing]);
  const replaced = new Set(placed.map(({ key }) => key));
  const added = Map.groupBy(placed, ({ svc_entity_id }) => svc_entity_id);
  const folded = ids.map((id) => {
    const others = (records.get(id) ?? []).filter(
      (other) => !(other.source === source.id && replaced.has(other.record.key)),
    );
    const own = (added.get(id) ?? []).map(({ content, reported }) => ({
      source: source.id,
      source_date: reported?.source_date ?? source.source_date,
      record: content,
    }));
    return foldRecords(id, [...others, ...own]);
  });
  await writeFolded(sql, source, folded);
}
