import { isSameName } from "../names/fold-name.ts";
import type { MergeSource } from "./merge-records.ts";
import type { RecordName, SourceRecord } from "./source-record.ts";
import type { KnownRecord, NewRecord } from "./store.ts";

interface KnownState {
  /** What the source has reported so far. */
  known: ReadonlyMap<string, KnownRecord>;
  /** The day of its latest list; empty when this is the first. */
  newest: string;
}

/**
 * Orders lists by date: the latest list wins, and an older one that arrives later adds only history. So the order in
 * which lists are loaded does not matter.
 */
export function placeInTime(source: MergeSource, { known, newest }: KnownState) {
  return (record: NewRecord): NewRecord[] => {
    const before = known.get(record.key);
    if (before === undefined) return [isRemoved(source, newest) ? ended(record, newest) : record];
    return before.source_date > source.source_date
      ? withOlder(before, record)
      : [{ ...record, content: withFormer(record.content, before.content, source.source_date) }];
  };
}

const isRemoved = ({ isFullList = false, source_date }: MergeSource, newest: string) =>
  isFullList && newest > source_date;

/** A newer complete list did not name it. Without a hash it counts as changed if a list names it again. */
function ended(record: NewRecord, date: string): NewRecord {
  return { ...record, row_hash: "", content: { ...record.content, status: { state: "delisted", date } } };
}

/** When a source changes a company's name, the old one becomes a former name. */
function withFormer(record: SourceRecord, before: SourceRecord, sourceDate: string): SourceRecord {
  const kept = (before.other_names ?? []).filter(
    ({ kind, name }) => kind === "former" && !(record.other_names ?? []).some((other) => other.name === name),
  );
  const former = isSameName(before.name, record.name) ? [] : [formerName(before.name, sourceDate)];
  if (kept.length + former.length === 0) return record;
  return { ...record, other_names: [...(record.other_names ?? []), ...kept, ...former] };
}

/** The name in an older list is a former name; nothing else of that list counts any more. */
function withOlder(before: KnownRecord, { key, content }: NewRecord): NewRecord[] {
  const { svc_entity_id, row_hash, source_no, source_date } = before;
  const others = before.content.other_names ?? [];
  const isKnown = [before.content, ...others].some(({ name }) => isSameName(name, content.name));
  if (isKnown) return [];
  const other_names = [...others, formerName(content.name, source_date)];
  const reported = { source_no, source_date };
  return [{ key, svc_entity_id, row_hash, content: { ...before.content, other_names }, reported }];
}

const formerName = (name: string, validTo: string): RecordName => ({
  name,
  kind: "former",
  valid_from: null,
  valid_to: validTo,
});
