import type { Sql } from "../../../platform/db/index.ts";
import { bytesToVector } from "../../reports/index.ts";
import type { PassageKey } from "../store.ts";
import { listExactVectors } from "./store.ts";
import { dotProduct, type NearPassage, type NearRequest } from "./vector-search.ts";

/** Orders candidates by their exact vectors; what was found by rounded ones is only a proposal. */
export async function compareExactly(
  sql: Sql,
  candidates: readonly PassageKey[],
  { vectors, count }: Pick<NearRequest, "vectors" | "count">,
): Promise<NearPassage[]> {
  if (candidates.length === 0) return [];
  const rows = await listExactVectors(sql, candidates);
  const near = rows.flatMap(({ report_id, passage_no, text_key, model, vector }) => {
    const question = vectors.get(model);
    if (!question) return [];
    return [{ report_id, passage_no, text_key, similarity: dotProduct(bytesToVector(vector), question) }];
  });
  near.sort(
    (a, b) =>
      b.similarity - a.similarity || compareText(a.report_id, b.report_id) || a.passage_no - b.passage_no,
  );
  return near.slice(0, count);
}

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
