import type { Sql } from "../../../platform/db/index.ts";
import { rankRecords, SINGLE_FIELDS, type SourcedRecord } from "./rank-records.ts";
import { type FieldSource, findLoadedSource, listFieldSources } from "./store.ts";

export interface FieldValue {
  field: string;
  value: unknown;
  /** The displayed value; the others are kept as alternatives. */
  chosen: boolean;
  source: string;
  source_date: string;
  licence: string;
  reference: string;
}

/** The source of every field of a company, with the values of other sources; the chosen value of each comes first. */
export async function listFieldValues(sql: Sql, svcEntityId: string): Promise<FieldValue[]> {
  const records = await listFieldSources(sql, svcEntityId);
  if (records.length === 0) return fromOneSource(sql, svcEntityId);
  const sourceOf = new Map<SourcedRecord, FieldSource>(records.map((record) => [record, record]));
  return SINGLE_FIELDS.flatMap((field) =>
    rankRecords(records, field).map((reported, index) =>
      describe(field, reported.record[field], index === 0, sourceOf.get(reported)),
    ),
  );
}

function describe(
  field: string,
  value: unknown,
  chosen: boolean,
  source: FieldSource | undefined,
): FieldValue {
  if (!source) throw new Error(`${field}: a record without a source`);
  return {
    field,
    value,
    chosen,
    source: source.source_name,
    source_date: source.source_date,
    licence: source.licence,
    reference: source.reference,
  };
}

/** Nothing was merged into it yet: everything comes from the list it was loaded from. */
async function fromOneSource(sql: Sql, svcEntityId: string): Promise<FieldValue[]> {
  const loaded = await findLoadedSource(sql, svcEntityId);
  if (!loaded) return [];
  return SINGLE_FIELDS.flatMap((field) => {
    const value = loaded.record[field];
    return value === undefined || value === null ? [] : [describe(field, value, true, loaded)];
  });
}
