import { SizedCache } from "../../../kernel/sized-cache.ts";
import { batchLoader, type Sql } from "../../../platform/db/index.ts";
import type { CurrentRevision } from "../current-revision.ts";
import { keepIndex } from "../keep-index.ts";
import { CachedNameSource } from "./cached-name-source.ts";
import { findByName } from "./find-by-name.ts";
import { IndexedNameSource } from "./indexed-name-source.ts";
import { loadNameIndex } from "./load-name-index.ts";
import type { NameIndex } from "./name-index.ts";
import type { NameSource } from "./name-source.ts";
import { type FoundRow, listFoundRows } from "./store.ts";
import type { Vocabulary } from "./word-weights.ts";

export interface NameCacheOptions {
  sql: Sql;
  currentRevision: CurrentRevision;
  vocabulary: () => Promise<Vocabulary>;
  /** For everything that is kept. */
  bytesMax: number;
  /** Whether all companies may be kept, as far as they fit. */
  isIndexed: boolean;
  matchesMax: number;
}

export interface NamedMatch {
  row: FoundRow;
  score: number;
}

export interface CachedNames {
  find: (name: string) => Promise<NamedMatch[]>;
  /** Has the index made, before the first name is looked up. */
  warmUp: () => void;
}

/** What was found for a name, without the companies themselves: most names find some of the same companies. */
interface Ranking {
  companyNos: Int32Array;
  scores: Float64Array;
}

/** Everything made for one revision and one weighing of words, so that nothing of another can get into it. */
interface Prepared {
  revision: number;
  index: NameIndex | null;
  source: NameSource;
  rankings: SizedCache<string, Ranking>;
  readRow: (companyNo: number) => Promise<FoundRow | undefined> | FoundRow;
}

const SHARES = { index: 0.6, source: 0.1, rankings: 0.15, rows: 0.15 };
const MATCH_BYTES = 12;
const RANKING_BYTES = 400;
const ROW_BYTES = 400;
const SECURITY_BYTES = 150;

/**
 * Finds names, and keeps what it found until a company changes, which is asked each time, or until words weigh
 * differently. All companies are looked up in memory if they fit; while their index is being made, in the database.
 */
export function cacheNames(options: NameCacheOptions): CachedNames {
  const { sql, currentRevision, vocabulary, bytesMax, matchesMax } = options;
  const index = options.isIndexed
    ? keepIndex(() => loadNameIndex(sql, bytesMax * SHARES.index), currentRevision)
    : null;
  let prepared: Prepared | null = null;

  async function prepare(): Promise<Prepared> {
    const [revision, words] = await Promise.all([currentRevision(), vocabulary()]);
    const current = index?.at(revision) ?? null;
    const isSame = prepared?.revision === revision && prepared.source.vocabulary === words;
    if (prepared && isSame && prepared.index === current) return prepared;
    const sourceBytes = bytesMax * (index ? SHARES.source : SHARES.index + SHARES.source);
    const source = current
      ? new IndexedNameSource(current, { vocabulary: words, bytesMax: sourceBytes })
      : new CachedNameSource(sql, { vocabulary: words, bytesMax: sourceBytes });
    prepared = {
      ...(prepared && isSame ? prepared : openCaches(sql, bytesMax)),
      revision,
      index: current,
      source,
    };
    return prepared;
  }

  async function find(name: string): Promise<NamedMatch[]> {
    // Of the revision just seen, also when another call sees a later one meanwhile.
    const { source, rankings, readRow } = await prepare();
    let ranking = rankings.get(name);
    if (ranking === undefined) {
      const matches = (await findByName(source, name)).slice(0, matchesMax);
      ranking = {
        companyNos: Int32Array.from(matches, ({ company }) => company.company_no),
        scores: Float64Array.from(matches, ({ score }) => score),
      };
      rankings.set(name, ranking, RANKING_BYTES + matches.length * MATCH_BYTES);
    }
    return readMatches(ranking, readRow);
  }

  let isWarm = index === null;
  return {
    find,
    warmUp() {
      if (isWarm) return;
      isWarm = true;
      // Without a database the next look-up tries again, and says so.
      prepare().catch(() => {});
    },
  };
}

function openCaches(sql: Sql, bytesMax: number): Pick<Prepared, "rankings" | "readRow"> {
  const rows = new SizedCache<number, FoundRow>(bytesMax * SHARES.rows);
  const load = batchLoader(async (companyNos: number[]) => {
    const read = await listFoundRows(sql, companyNos);
    for (const row of read) rows.set(row.company_no, row, ROW_BYTES + row.children.length * SECURITY_BYTES);
    return new Map(read.map((row) => [row.company_no, row]));
  });
  return {
    rankings: new SizedCache(bytesMax * SHARES.rankings),
    readRow: (companyNo) => rows.get(companyNo) ?? load(companyNo),
  };
}

async function readMatches(
  { companyNos, scores }: Ranking,
  readRow: Prepared["readRow"],
): Promise<NamedMatch[]> {
  const reading = Array.from(companyNos, readRow);
  const rows = reading.some((row) => row instanceof Promise) ? await Promise.all(reading) : reading;
  // A company may have been deleted while its row was read.
  return rows.flatMap((row, at) => (row && !(row instanceof Promise) ? { row, score: scores[at] ?? 0 } : []));
}
