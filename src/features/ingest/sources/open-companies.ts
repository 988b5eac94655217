import { OperatorError } from "../../../kernel/operator-error.ts";
import {
  type Merger,
  type MergeSource,
  openMerger,
  prepareRecord,
  type SourceRecord,
} from "../../companies/index.ts";
import type { Entry, OpenSource, SourceTools } from "../source.ts";

interface CompanyLoad {
  source: MergeSource;
  location: string;
  version: string;
  totalUnits: number | null;
  entries: (position: number) => AsyncIterable<Entry<SourceRecord | null>>;
  /** A complete list: a company no longer in it has been delisted. */
  isFullList?: boolean;
}

/** Larger batches write the pages of an index less often. */
const BATCH = 2_000;

/** A source of companies, merged with other sources. A null record is skipped. */
export function openCompanies(tools: SourceTools, load: CompanyLoad): OpenSource<SourceRecord | null> {
  const merger: Merger = openMerger(tools.db);
  const seen = new Set<string>();
  let hasRefused = false;
  const { location, version, totalUnits, isFullList = false } = load;
  const source = { ...load.source, isFullList };
  const note = (record: SourceRecord) => {
    if (isFullList) seen.add(record.key);
    prepareRecord(record);
  };
  return {
    location,
    version,
    totalUnits,
    batchMax: BATCH,
    readsAhead: true,
    async *entries(position) {
      // After a restart a complete list is still read from its start, to know which companies it contains.
      for await (const entry of load.entries(isFullList ? 0 : position)) {
        if ("item" in entry && entry.item) note(entry.item);
        hasRefused ||= "fault" in entry;
        if (!isFullList || --position < 0) yield entry;
      }
    },
    async write(sql, items) {
      const reported = items.flatMap(({ line, item }) => (item ? [{ line, item }] : []));
      const result = await merger.merge(sql, source, reported);
      const { added, changed, unchanged, faults = [] } = result;
      // Irrelevant and repeated lines.
      const skipped = items.length - added - changed - unchanged - faults.length;
      return { ...result, skipped };
    },
    async finish() {
      // A publisher's accident must not delist every company.
      if (isFullList && seen.size === 0)
        throw new OperatorError(`${source.id}: the list contains no company. Nothing was loaded.`);
      // A missing company may be on a line that could not be read.
      if (isFullList && !hasRefused) await merger.endUnseen(source, seen);
      await merger.finish();
    },
  };
}
