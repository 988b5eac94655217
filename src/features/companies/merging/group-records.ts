import { deriveId } from "../../../kernel/ids.ts";
import { isSameName } from "../names/fold-name.ts";
import { listIdentifiers, nameIdentifier } from "./match-records.ts";
import type { SourceRecord } from "./source-record.ts";

/**
 * The company of each record: the one that was matched, else that of another record in the batch with a common
 * identifier and name, else a new one. A new id derives from the strongest identifier that no other company has: a
 * rejected identifier belongs to another company.
 */
export function groupRecords(
  records: readonly SourceRecord[],
  found: ReadonlyMap<string, string>,
  holders: ReadonlyMap<string, unknown>,
): Map<string, string> {
  const ids = new Map<string, string>();
  const firstWith = new Map<string, SourceRecord>();
  const matchedFirst = records.toSorted((a, b) => Number(found.has(b.key)) - Number(found.has(a.key)));
  for (const record of matchedFirst) {
    const identifiers = listIdentifiers(record);
    const same = identifiers
      .map((identifier) => firstWith.get(identifier))
      .find((other) => other !== undefined && isSameName(other.name, record.name));
    const own = identifiers.find((identifier) => !holders.has(identifier) && !firstWith.has(identifier));
    const id =
      found.get(record.key) ??
      (same && ids.get(same.key)) ??
      deriveId(
        "ent",
        own ?? `${nameIdentifier(record)}:${record.domicile ?? record.country ?? ""}:${record.key}`,
      );
    ids.set(record.key, id);
    for (const identifier of identifiers) if (!firstWith.has(identifier)) firstWith.set(identifier, record);
  }
  return ids;
}
