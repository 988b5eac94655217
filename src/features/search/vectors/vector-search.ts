import type { PassageKey, SearchScope } from "../store.ts";

export interface NearPassage extends PassageKey {
  text_key: string;
  /** The cosine of passage and question. */
  similarity: number;
}

export interface NearRequest {
  /** The question as each model of the stored vectors sees it. */
  vectors: ReadonlyMap<string, Float32Array>;
  scope: SearchScope;
  count: number;
}

/**
 * Finds the passages of a scope that are closest in meaning. There are two: every vector compared in memory, for the
 * embedded server, and the index of pgvector where the server has it. Both compare the exact vectors at the end.
 */
export interface VectorSearch {
  nearest: (request: NearRequest) => Promise<NearPassage[]>;
}

export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
