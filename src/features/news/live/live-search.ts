import { Failure } from "../../../kernel/errors.ts";
import { type MakeBreaker, openBreaker } from "../../../platform/breaker/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type GuardedFetch, makePageFetch } from "../../../platform/fetch/index.ts";
import { readBytes } from "../formats/read-bytes.ts";
import { importArticles } from "../importing/import-articles.ts";
import { addCounts } from "../importing/store.ts";

export interface LiveQuery {
  keywords: string;
  start_date: string;
  end_date: string;
  language: string;
}

/** Queries a provider and adds the results to the index, where they are found with everything else. */
export interface LiveSearch {
  refresh: (query: LiveQuery) => Promise<void>;
}

export interface LiveOptions {
  db: Database;
  fetch: GuardedFetch;
  /** The provider's URL with placeholders such as `{keywords}` and `{start_date}`. */
  template: string;
  makeBreaker?: MakeBreaker | undefined;
}

class ProviderPaused extends Error {}

const ORIGIN = "live search";
const ANSWER_SECONDS_MAX = 4;
const ANSWER_BYTES_MAX = 5_000_000;
/** The same query is not sent twice within this time. */
const FRESH_MILLISECONDS = 300_000;
/** A failing provider is not queried for a while, so that searches do not all wait for it. */
const PAUSE_MILLISECONDS = 60_000;
const CACHE_ENTRIES_MAX = 1_000;

export function openLiveSearch({ db, fetch, template, makeBreaker = openBreaker }: LiveOptions): LiveSearch {
  const fetchPage = makePageFetch(fetch, { pauseMilliseconds: 0 });
  const requestedAt = new Map<string, number>();
  const breaker = makeBreaker({
    service: "live_news",
    failuresMax: 1,
    pauseMilliseconds: PAUSE_MILLISECONDS,
    isOutage: () => true,
    refuse: () => new ProviderPaused(),
  });

  async function ask(query: LiveQuery): Promise<void> {
    const signal = AbortSignal.timeout(ANSWER_SECONDS_MAX * 1_000);
    const url = fillTemplate(template, query);
    const page = await fetchPage(url, {
      bytesMax: ANSWER_BYTES_MAX,
      secondsMax: ANSWER_SECONDS_MAX,
      signal,
      headers: { accept: "application/json, application/rss+xml, application/atom+xml, */*;q=0.5" },
    });
    if (page.status !== 200) throw new Failure("fetch_failed", { detail: `status ${page.status}` });
    const origin = {
      name: ORIGIN,
      licence: "",
      fictional: false,
      language: query.language,
      baseUrl: page.url,
    };
    await importArticles(db, readBytes([page.body], { charset: page.charset }), {
      origin,
      now: new Date(),
      signal,
    });
  }

  return {
    async refresh(query) {
      const now = Date.now();
      const key = JSON.stringify(query);
      if ((requestedAt.get(key) ?? 0) > now - FRESH_MILLISECONDS) return;
      if (requestedAt.size >= CACHE_ENTRIES_MAX) requestedAt.delete(requestedAt.keys().next().value ?? key);
      requestedAt.set(key, now);
      try {
        await breaker.run(() => ask(query));
      } catch (error) {
        requestedAt.delete(key);
        if (error instanceof ProviderPaused) return;
        // The index still gives an answer; that the provider failed is counted, not hidden.
        const detail = String(error instanceof Failure ? (error.detail ?? error.message) : error).slice(
          0,
          300,
        );
        await addCounts(db, ORIGIN, [{ reason: "provider_failed", items: 1, detail }]);
      }
    },
  };
}

/** `{keywords}`, `{start_date}` and `{end_date}` (YYYY-MM-DD), `{start_day}` and `{end_day}` (YYYYMMDD), `{language}`. */
export function fillTemplate(template: string, query: LiveQuery): string {
  const words = query.keywords.split(",").map((word) => word.trim());
  const values: Record<string, string> = {
    keywords: words.filter(Boolean).join(" OR "),
    start_date: query.start_date,
    end_date: query.end_date,
    start_day: query.start_date.replaceAll("-", ""),
    end_day: query.end_date.replaceAll("-", ""),
    language: query.language,
  };
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    values[name] === undefined ? place : encodeURIComponent(values[name]),
  );
}
