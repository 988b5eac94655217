import type { Database } from "../../../platform/db/index.ts";
import { MemorySearch } from "./memory-search.ts";
import { IndexSearch, isIndexComplete } from "./pgvector/index-search.ts";
import type { VectorSearch } from "./vector-search.ts";

const CHECK_MILLISECONDS = 10_000;

/** The index of pgvector once it is complete; until then, and without pgvector, the search in memory. */
export function chooseSearch(db: Database): VectorSearch {
  const index = new IndexSearch(db);
  const memory = new MemorySearch(db);
  let chosen: VectorSearch = memory;
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    async nearest(request) {
      if (chosen === memory && performance.now() - checkedAt > CHECK_MILLISECONDS) {
        checkedAt = performance.now();
        if (await isIndexComplete(db)) chosen = index;
      }
      return chosen.nearest(request);
    },
  };
}
