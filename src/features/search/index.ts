/**
 * Search: passages of all reports, by words and by meaning, and searches that are saved. Owns `passage`, `passage_word`,
 * `passage_section`, `passage_report`, `saved_search` and `unsearched_article`.
 */
import type { Database } from "../../platform/db/index.ts";
import type { Embedder } from "../../platform/models/index.ts";
import { showChanges } from "./comparing/changes.ts";
import { findSimilar } from "./comparing/similar.ts";
import { fetchDocument, searchDocuments } from "./documents/operations.ts";
import { searchReportPassages } from "./operations.ts";
import { changeSearch, removeSearch, saveSearch, showSearches } from "./saved/operations.ts";
import { chooseSearch } from "./vectors/choose-search.ts";

export { type Reindexed, reindexReports } from "./indexing/index-report.ts";
export { indexWords, markOutdated } from "./indexing/store.ts";
export { indexingJob, newReportJob, searchJobs } from "./jobs.ts";
export { deactivatePrivateSearches } from "./saved/store.ts";

export interface SearchFeatureTools {
  db: Database;
  embedder: Embedder;
  linkKey: Buffer;
}

export const searchOperations = ({ db, embedder, linkKey }: SearchFeatureTools) => {
  const tools = { db, embedder, linkKey, vectors: chooseSearch(db) };
  return [
    searchReportPassages(tools),
    searchDocuments(tools),
    fetchDocument(tools),
    findSimilar(tools),
    showChanges({ db }),
    showSearches(db),
    saveSearch(db),
    changeSearch(db),
    removeSearch(db),
  ] as const;
};
