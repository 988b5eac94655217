import type { Sql } from "../../../platform/db/index.ts";
import { chunkOf, hasCurrentVectors, type PassageKey, passageOf } from "../store.ts";

export interface StoredVector extends PassageKey {
  section: string;
  vector: Buffer;
  vector_scale: number;
}

/** The vectors of some reports, by report and position. */
export async function listShortVectors(sql: Sql, reportIds: readonly string[]): Promise<StoredVector[]> {
  return sql<StoredVector>`
    select report_id, passage_no, section, vector, vector_scale from passage
    where report_id = any(${reportIds}) and vector is not null order by report_id, passage_no`;
}

export interface ExactVector extends PassageKey {
  text_key: string;
  model: string;
  vector: Buffer;
}

/** The vectors as the model made them. */
export async function listExactVectors(sql: Sql, keys: readonly PassageKey[]): Promise<ExactVector[]> {
  return sql<ExactVector>`
    select p.report_id, p.passage_no, p.text_key::text, i.model, k.vector
    from unnest(${keys.map(({ report_id }) => report_id)}::text[],
      ${keys.map(({ passage_no }) => passage_no)}::int[]) as wanted (report_id, passage_no)
    ${passageOf(sql)} ${chunkOf(sql)} join passage_report i on i.report_id = wanted.report_id
    join report r on r.report_id = wanted.report_id
    where ${hasCurrentVectors(sql)} and k.vector is not null and i.model is not null`;
}
