import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import { findMatches } from "./matching/find-matches.ts";
import { type FacetCount, listTermsIn, rankByWords } from "./matching/store.ts";
import type { SearchQuery } from "./query/read-query.ts";
import { collapse, fuse, keyOf } from "./ranking/fuse.ts";
import { rerank, type ScoredPassage } from "./ranking/rerank.ts";
import { listModels, listPassages, type PassageDetails, type PassageKey, type SearchScope } from "./store.ts";
import type { VectorSearch } from "./vectors/vector-search.ts";

export interface SearchTools {
  db: Database;
  embedder: Embedder;
  vectors: VectorSearch;
}

export type SearchMode = "auto" | "words" | "meaning";

export interface SearchRequest {
  text: string;
  query: SearchQuery;
  scope: SearchScope;
  mode: SearchMode;
  offset: number;
  limit: number;
}

export interface FoundPassage extends ScoredPassage, PassageDetails {
  /** Reports with the same passage, as far as they are in the scope. */
  alsoIn: string[];
}

export interface SearchResult {
  passages: FoundPassage[];
  /** Whether all words had to occur, or any of them because no passage has all. */
  matched: "all_words" | "any_word" | "meaning";
  facets: FacetCount[];
  hasMore: boolean;
}

/** Of more matches than this, the latest are ranked. */
const RANKED_MAX = 1_000;
const NEAREST_MAX = 100;
const RERANKED_MAX = 60;
const COPIES_SHOWN = 5;

/** Finds passages by their words and, for plain words, by their meaning. */
export async function searchPassages(tools: SearchTools, request: SearchRequest): Promise<SearchResult> {
  const { db } = tools;
  const { query, scope, mode, offset, limit } = request;
  const byMeaning = usesMeaning(request) ? findNearest(tools, request) : Promise.resolve([]);
  // Awaited below; until then a failure must not count as unhandled.
  byMeaning.catch(() => {});
  const words = mode === "meaning" ? null : await findByWords(db, query, scope);
  const ranked = collapse(fuse(words?.ranked ?? [], await byMeaning));
  const scored = await rerankFirst(db, ranked, request);
  const page = await showPage(db, scope, scored.slice(offset, offset + limit));
  return {
    passages: page,
    matched: words?.matched ?? "meaning",
    facets: words?.facets ?? [],
    hasMore: offset + limit < scored.length,
  };
}

/** One word says too little for its meaning, and operators ask for exactly what they say. */
function usesMeaning({ mode, query }: SearchRequest): boolean {
  return mode === "meaning" || (mode === "auto" && query.isPlain && query.terms.length > 1);
}

async function findByWords(db: Database, query: SearchQuery, scope: SearchScope) {
  const find = async (words: string | null, ranking: string | null) => {
    const { facets, latest } = await findMatches(db, scope, { words, limit: RANKED_MAX });
    return { facets, ranked: await rankByWords(db, latest, ranking) };
  };
  const all = await find(query.words, query.ranking);
  if (all.ranked.length > 0 || query.anyWord === null) return { ...all, matched: "all_words" as const };
  return { ...(await find(query.anyWord, query.anyWord)), matched: "any_word" as const };
}

async function findNearest({ db, embedder, vectors }: SearchTools, { text, scope }: SearchRequest) {
  const models = await listModels(db, scope);
  const questions = new Map<string, Float32Array>();
  for (const model of models) {
    const vector = await embedder.embedAs(model, text);
    if (vector) questions.set(model, vector);
  }
  return questions.size === 0 ? [] : vectors.nearest({ vectors: questions, scope, count: NEAREST_MAX });
}

async function rerankFirst(
  db: Database,
  ranked: ReturnType<typeof collapse>,
  { query }: SearchRequest,
): Promise<ScoredPassage[]> {
  const first = ranked.slice(0, RERANKED_MAX);
  const terms = query.terms.map(({ query: term }) => term);
  const found = new Map((await listTermsIn(db, first, terms)).map((row) => [keyOf(row), row.has_terms]));
  const reranked = rerank(
    first.flatMap((passage) => {
      const hasTerms = found.get(keyOf(passage));
      return hasTerms ? [{ passage, hasTerms }] : [];
    }),
  );
  // Below the last reranked score, in the order of the first ranking.
  const last = reranked.at(-1)?.score ?? 0;
  const most = ranked[RERANKED_MAX]?.fused ?? 1;
  const rest = ranked
    .slice(RERANKED_MAX)
    .map((passage) => ({ ...passage, score: last * (passage.fused / most) }));
  return [...reranked, ...rest];
}

async function showPage(
  db: Database,
  scope: SearchScope,
  scored: readonly ScoredPassage[],
): Promise<FoundPassage[]> {
  const copies = scored.flatMap(copiesElsewhere);
  const details = keyed(await listPassages(db, scope, [...scored, ...copies]));
  return scored.flatMap((passage) => {
    const found = details.get(keyOf(passage));
    if (!found) return [];
    const others = copiesElsewhere(passage).filter((copy) => details.has(keyOf(copy)));
    return [{ ...passage, ...found, alsoIn: others.map(({ report_id }) => report_id) }];
  });
}

/** One copy in each of the first other reports. */
function copiesElsewhere({ report_id, copies }: ScoredPassage): PassageKey[] {
  const byReport = Map.groupBy(copies, (copy) => copy.report_id);
  byReport.delete(report_id);
  return [...byReport.values()].flatMap(([first]) => first ?? []).slice(0, COPIES_SHOWN);
}

function keyed(details: readonly PassageDetails[]): Map<string, PassageDetails> {
  return new Map(details.map((one) => [keyOf(one), one]));
}
