import { batchLoader, type Database, memoizeFound } from "../../platform/db/index.ts";
import { watchRevision } from "./current-revision.ts";
import { normaliseCik, normaliseIsin } from "./identifiers.ts";
import { withSecurityStatus } from "./listing-status.ts";
import { cacheNames, type NamedMatch } from "./names/cache-names.ts";
import { prepareScore } from "./names/find-by-name.ts";
import { presentScore } from "./names/match-score.ts";
import { SCORE_MIN } from "./names/rank-matches.ts";
import { cachedVocabulary } from "./names/word-weights.ts";
import { type EntityRow, findByIsins, findByPermanentIds, findByTickers, findSearchNames } from "./store.ts";
import { readTicker } from "./ticker-notations.ts";

const RESULTS_MAX = 20;
/** The same identifiers are looked up again and again; their facts change daily. */
const CACHE_ENTRIES_MAX = { seconds: 60, keysMax: 50_000 };
const VOCABULARY_SECONDS_MAX = 300;
/** For look-ups in the course of other work, which are not worth an index of all companies. */
const NAMES_BYTES_MAX = 2_000_000;

export interface CompanyQuery {
  name?: string | undefined;
  perm_id?: string | undefined;
  isin?: string | undefined;
  ticker?: string | undefined;
}

export interface FoundCompany extends EntityRow {
  /** 1 for an identifier; for a name its match score, from 0 to 1. */
  match_score: number;
}

export type Lookup = (query: CompanyQuery) => Promise<FoundCompany[]>;

/**
 * Finds companies by what is known about them, best match first. Simultaneous look-ups by identifier share one
 * statement; several fields narrow each other down.
 */
export function makeLookup(
  db: Database,
  { namesBytesMax }: { namesBytesMax?: number } = {},
): Lookup & { warmUp: () => void } {
  const byIsin = memoizeLookup(db, findByIsins);
  const byTicker = memoizeLookup(db, findByTickers);
  const byPermanentId = memoizeLookup(db, findByPermanentIds);
  const vocabulary = cachedVocabulary(db, { secondsMax: VOCABULARY_SECONDS_MAX });
  const names = cacheNames({
    sql: db,
    currentRevision: watchRevision(db),
    vocabulary,
    bytesMax: namesBytesMax ?? NAMES_BYTES_MAX,
    isIndexed: namesBytesMax !== undefined,
    matchesMax: RESULTS_MAX,
  });

  async function findTicker(text: string): Promise<EntityRow[]> {
    const readings = readTicker(text);
    const lists = await Promise.all(
      readings.map(async ({ ticker_key, mics }) => {
        const found = (await byTicker(ticker_key)) ?? [];
        if (mics) return found.filter(({ mic }) => mic !== null && mics.includes(mic));
        const asWritten = (row: { ticker: string }) => row.ticker.toUpperCase() === text.trim().toUpperCase();
        return [...found.filter(asWritten), ...found.filter((row) => !asWritten(row))];
      }),
    );
    return unique(lists.flat());
  }

  async function findPermanentId(text: string): Promise<EntityRow[]> {
    const id = text.trim();
    const forms = new Set([id, id.toLowerCase(), id.toUpperCase(), normaliseCik(id) ?? id]);
    const lists = await Promise.all([...forms].map((form) => byPermanentId(form)));
    return unique(lists.flatMap((rows) => rows ?? []));
  }

  async function findIdentifiers({ isin, ticker, perm_id }: CompanyQuery): Promise<EntityRow[] | null> {
    const lookups: Promise<EntityRow[] | undefined>[] = [];
    if (isin !== undefined) lookups.push(byIsin(normaliseIsin(isin)));
    if (ticker !== undefined) lookups.push(findTicker(ticker));
    if (perm_id !== undefined) lookups.push(findPermanentId(perm_id));
    const [first, ...others] = lookups;
    if (first === undefined) return null;
    if (others.length === 0) return (await first) ?? [];
    const [rows = [], ...lists] = await Promise.all(lookups);
    return rows.filter((row) => lists.every((list) => list?.some((other) => isSame(row, other))));
  }

  /** The companies already found whose name matches too, best match first. */
  async function narrowByName(rows: readonly EntityRow[], name: string): Promise<FoundCompany[]> {
    const searchNames = await findSearchNames(
      db,
      rows.map(({ svc_entity_id }) => svc_entity_id),
    );
    const { wordWeight } = await vocabulary();
    const score = prepareScore(name, wordWeight);
    return rows
      .map((row) => ({ row, score: score(searchNames.get(row.svc_entity_id) ?? "") }))
      .filter(({ score }) => score >= SCORE_MIN)
      .sort((a, b) => b.score - a.score)
      .map(({ row, score }) => ({ ...row, match_score: presentScore(score) }));
  }

  const lookUp: Lookup = async (query) => {
    names.warmUp();
    const rows = await findIdentifiers(query);
    if (rows === null) return present(await names.find(query.name ?? ""));
    const found =
      query.name === undefined
        ? rows.map((row) => ({ ...row, match_score: 1 }))
        : await narrowByName(rows, query.name);
    return found.slice(0, RESULTS_MAX);
  };
  return Object.assign(lookUp, { warmUp: names.warmUp });
}

/** Look-ups of the same moment share one statement. */
function memoizeLookup<Found>(
  db: Database,
  findMany: (db: Database, keys: string[]) => Promise<Map<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  return memoizeFound(
    batchLoader((keys: string[]) => findMany(db, keys)),
    CACHE_ENTRIES_MAX,
  );
}

/** Prominence has a share in the order; no company may show a higher score than one before it. */
function present(matches: readonly NamedMatch[]): FoundCompany[] {
  let most = 1;
  return matches.map(({ score, row: { company_no: _, ...row } }) => {
    most = Math.min(most, score);
    return { ...withSecurityStatus(row), match_score: presentScore(most) };
  });
}

function isSame(a: EntityRow, b: EntityRow): boolean {
  return a.svc_entity_id === b.svc_entity_id;
}

function unique(rows: readonly EntityRow[]): EntityRow[] {
  const byId = new Map<string, EntityRow>();
  for (const row of rows) if (!byId.has(row.svc_entity_id)) byId.set(row.svc_entity_id, row);
  return [...byId.values()];
}
