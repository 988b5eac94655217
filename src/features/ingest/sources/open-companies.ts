import { OperatorError } from "../../../kernel/operator-error.ts";
import { type MergeSource, type Merging, openMerging, type SourceRecord } from "../../companies/index.ts";
import type { Entry, OpenSource, SourceTools } from "../source.ts";

interface CompanyLoad {
  source: MergeSource;
  location: string;
  version: string;
  totalUnits: number | null;
  entries: (position: number) => AsyncIterable<Entry<SourceRecord | null>>;
  /** A list of everybody: who is no longer in it has been delisted. */
  isFullList?: boolean;
}

/** A source of companies: what it tells is merged with what others do. A null record is one to pass over. */
export function openCompanies(tools: SourceTools, load: CompanyLoad): OpenSource<SourceRecord | null> {
  const merging: Merging = openMerging(tools.db);
  const seen = new Set<string>();
  let hasRefused = false;
  const { location, version, totalUnits, isFullList = false } = load;
  const source = { ...load.source, isFullList };
  return {
    location,
    version,
    totalUnits,
    async *entries(position) {
      // After a restart the list is read from its beginning all the same, to know who is in it.
      for await (const entry of load.entries(isFullList ? 0 : position)) {
        if (isFullList && "item" in entry && entry.item) seen.add(entry.item.key);
        hasRefused ||= "fault" in entry;
        if (!isFullList || --position < 0) yield entry;
      }
    },
    async write(sql, items) {
      const reported = items.flatMap(({ line, item }) => (item ? [{ line, item }] : []));
      const result = await merging.merge(sql, source, reported);
      const { added, changed, unchanged, faults = [] } = result;
      // Whatever was not told, not wanted, or told a second time.
      const skipped = items.length - added - changed - unchanged - faults.length;
      return { ...result, skipped };
    },
    async finish() {
      // A publisher's mishap must not delist everybody.
      if (isFullList && seen.size === 0)
        throw new OperatorError(`${source.id}: the list names no company. Nothing was loaded.`);
      // Whoever is missing may stand in a line that could not be read.
      if (isFullList && !hasRefused) await merging.endUnseen(source, seen);
      await merging.finish();
    },
  };
}
