import { Failure } from "../../../kernel/errors.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import { actsFor } from "../../agents/index.ts";
import { recordEvent } from "../../events/index.ts";
import { findReportFacts } from "../../reports/index.ts";
import { isAboutNews } from "../find-articles.ts";
import { findMatches } from "../matching/find-matches.ts";
import { readQuery, type SearchQuery } from "../query/read-query.ts";
import { readScope } from "../query/read-scope.ts";
import { makeSnippet } from "../showing/snippet.ts";
import { listPassages, readNow } from "../store.ts";
import {
  listActiveSearches,
  listLexemes,
  matchArticles,
  type SavedSearchRow,
  type SearchPosition,
  takeArticles,
} from "./store.ts";

export interface AlertTools {
  db: Database;
  jobs: Jobs;
}

const SEARCHES_AT_ONCE = 200;
const ARTICLES_AT_ONCE = 200;
const PASSAGES_SHOWN = 3;
const TURN_MILLISECONDS = 60_000;

/**
 * Runs every saved search on a new report. Each match is one event, recorded with a key of search and report: a worker
 * that repeats the job of one that died records the missing ones only. When its turn is over it returns where to
 * continue, so that costly searches hold up no other report; null at the end.
 */
export async function runOnReport(
  tools: AlertTools,
  { reportId, after = START }: { reportId: string; after?: SearchPosition | undefined },
  { signal, turnMilliseconds = TURN_MILLISECONDS }: { signal: AbortSignal; turnMilliseconds?: number },
): Promise<SearchPosition | null> {
  const { db, jobs } = tools;
  const endsAt = performance.now() + turnMilliseconds;
  const report = await findReportFacts(db, reportId);
  if (!report) return null;
  const lexemes = await listLexemes(db, reportId);
  const indexedUntil = await readNow(db);
  for (let position = after; ; ) {
    signal.throwIfAborted();
    const searches = await listActiveSearches(db, {
      after: position,
      accountId: report.account_id,
      onNews: false,
      limit: SEARCHES_AT_ONCE,
    });
    const last = searches.at(-1);
    if (!last) return null;
    await inTransaction(db, async (sql) => {
      for (const search of searches)
        await skipUnreadable(async () => {
          const query = readQuery(search.query);
          if (mayMatch(query, lexemes))
            await alertOfReport(sql, jobs, { search, query, reportId, indexedUntil });
        });
    });
    position = { account_id: last.account_id, search_id: last.search_id };
    if (performance.now() > endsAt) return position;
  }
}

/** One search that was valid when it was saved and is no longer must not end the alerts of everyone. */
async function skipUnreadable(run: () => Promise<void>): Promise<void> {
  await run().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}

const START: SearchPosition = { account_id: "", search_id: "" };

/** Whether each term of the query has a word of the report: cheap, and true for every report that matches. */
function mayMatch({ terms }: SearchQuery, lexemes: ReadonlySet<string>): boolean {
  return terms.every((term) => term.lexemes.some((lexeme) => lexemes.has(lexeme)));
}

interface ReportMatch {
  search: SavedSearchRow;
  query: SearchQuery;
  reportId: string;
  indexedUntil: string;
}

/** Asks the same question as a caller of the search would, about this one report. */
async function alertOfReport(sql: Sql, jobs: Jobs, match: ReportMatch): Promise<void> {
  const { search, query, reportId, indexedUntil } = match;
  const { search_id, account_id: accountId, name, filters } = search;
  const viewer = actsFor(search);
  if (filters.report_id && !filters.report_id.includes(reportId)) return;
  const scope = readScope(
    { ...filters, report_id: [reportId] },
    { viewer, indexedUntil, titles: query.titles },
  );
  const { facets, latest } = await findMatches(sql, scope, { words: query.words, limit: PASSAGES_SHOWN });
  if (latest.length === 0) return;
  const passages = await listPassages(sql, scope, latest);
  const [first] = passages;
  await recordEvent(sql, jobs, {
    type: "search.hit",
    accountId,
    builderId: null,
    searchId: search_id,
    reportId,
    data: {
      search_id,
      name,
      report_id: reportId,
      svc_entity_id: first?.svc_entity_id ?? null,
      title: first?.file_title ?? "",
      passages: facets.find(({ facet }) => facet === "all")?.passages ?? 0,
      hits: passages.map(({ passage_no, page, section, text }) => ({
        passage_id: `${reportId}#${passage_no}`,
        page,
        section,
        snippet: makeSnippet(text, query.terms).text,
      })),
    },
    onceKey: `search ${search_id} ${reportId}`,
  });
}

/** Runs every saved search that includes news on new articles, until there are none left. */
export async function runOnArticles(tools: AlertTools, signal: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    isMore = await inTransaction(tools.db, (sql) => alertOfArticles(sql, tools.jobs));
  }
}

/** The articles leave the queue in the transaction that records their events. False when the queue was empty. */
async function alertOfArticles(sql: Sql, jobs: Jobs): Promise<boolean> {
  const articleIds = await takeArticles(sql, ARTICLES_AT_ONCE);
  if (articleIds.length === 0) return false;
  for (let after = START; ; ) {
    const searches = await listActiveSearches(sql, {
      after,
      accountId: null,
      onNews: true,
      limit: SEARCHES_AT_ONCE,
    });
    const last = searches.at(-1);
    if (!last) return true;
    for (const search of searches)
      await skipUnreadable(() => alertOfMatches(sql, jobs, { search, articleIds }));
    after = last;
  }
}

async function alertOfMatches(
  sql: Sql,
  jobs: Jobs,
  { search, articleIds }: { search: SavedSearchRow; articleIds: readonly string[] },
): Promise<void> {
  const { search_id, account_id: accountId, name, filters } = search;
  const query = readQuery(search.query);
  if (query.words === null || !isAboutNews(query, filters)) return;
  for (const article of await matchArticles(sql, articleIds, { words: query.words, filters }))
    await recordEvent(sql, jobs, {
      type: "search.hit",
      accountId,
      builderId: null,
      searchId: search_id,
      articleId: article.article_id,
      data: { search_id, name, ...article },
      onceKey: `search ${search_id} ${article.article_id}`,
    });
}
