import { SizedCache } from "../../../kernel/sized-cache.ts";
import type { Sql } from "../../../platform/db/index.ts";
import type { CurrentRevision } from "../current-revision.ts";
import { CachedNameSource } from "./cached-name-source.ts";
import type { NameSource } from "./name-source.ts";
import type { Vocabulary } from "./word-weights.ts";

export interface NameCacheOptions {
  sql: Sql;
  currentRevision: CurrentRevision;
  vocabulary: () => Promise<Vocabulary>;
  bytesMax: number;
}

/** Objects take more than their text. */
const BYTES_PER_CHARACTER = 3;
/** Of the bytes allowed: for what names are looked up in. */
const SOURCE_SHARE = 0.5;

/** Keeps what was found for a name until a company changes, which is asked each time, or until words weigh differently. */
export function cacheNames<Found>(
  find: (source: NameSource, name: string) => Promise<Found>,
  { sql, currentRevision, vocabulary, bytesMax }: NameCacheOptions,
): (name: string) => Promise<Found> {
  let kept: { revision: number; source: NameSource; names: SizedCache<string, Found> } | null = null;
  return async (name) => {
    const [revision, words] = await Promise.all([currentRevision(), vocabulary()]);
    if (kept?.revision !== revision || kept.source.vocabulary !== words)
      kept = {
        revision,
        source: new CachedNameSource(sql, { vocabulary: words, bytesMax: bytesMax * SOURCE_SHARE }),
        names: new SizedCache(bytesMax * (1 - SOURCE_SHARE)),
      };
    // Of the revision just seen, also when another call sees a later one meanwhile.
    const { source, names } = kept;
    const known = names.get(name);
    if (known !== undefined) return known;
    const found = await find(source, name);
    names.set(name, found, JSON.stringify(found).length * BYTES_PER_CHARACTER);
    return found;
  };
}
