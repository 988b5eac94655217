import type { Sql } from "../../../platform/db/index.ts";
import { dayKey, dayOf, lastDayOf, makeWeekKey, weekOf, weekOfDay } from "../text/time-keys.ts";
import { inPart, type Keyword } from "./read-keywords.ts";
import { resolveCompanies } from "./resolve-companies.ts";
import {
  type ArticleRow,
  findArticles,
  listLinked,
  listWeeks,
  type Probe,
  probeArticles,
  type Score,
  type Span,
  scoreArticles,
} from "./store.ts";

export interface NewsQuery extends Span {
  keywords: readonly Keyword[];
  /** Only articles that mention this company. */
  svcEntityId?: string | undefined;
  language: string;
  limit: number;
  offset: number;
}

/** How many of the latest matches are ranked in total, and for each keyword and each pair of keywords. */
const CANDIDATES = { inAll: 900, most: 300, least: 60 };
/** How many of a company's latest articles are ranked. */
const LINKED_MAX = 1_000;
/** How many days, then weeks, are searched at a time: few first, since for most words the latest are enough. */
const DAY_STEPS = [1, 3, 12];
const WEEK_STEPS = [6, 26, 104];
const PAIRS_MAX = 10;
const KEYS_MAX = 6;

/**
 * Articles with any of the keywords: most keywords first, then the best positions, then the latest. With a company and
 * no keywords, all its articles, the latest first.
 */
export async function searchArticles(sql: Sql, query: NewsQuery): Promise<ArticleRow[]> {
  const { svcEntityId, limit, offset } = query;
  const keywords = await resolveCompanies(sql, query.keywords);
  const found =
    svcEntityId === undefined
      ? await findCandidates(sql, { ...query, keywords })
      : await listLinked(sql, [svcEntityId], { ...query, most: LINKED_MAX });
  if (found.length === 0) return [];
  const scores = await scoreArticles(
    sql,
    found,
    keywords.map(({ query, svcEntityId }) => ({
      query,
      inTitle: inPart(query, "A"),
      inSnippet: inPart(query, "B"),
      svcEntityId: svcEntityId ?? null,
    })),
  );
  const matches = keywords.length === 0 ? scores : scores.filter(({ places }) => places.some((at) => at > 0));
  const page = onePerStory(rank(matches)).slice(offset, offset + limit);
  const rows = await findArticles(
    sql,
    page.map(({ article_no }) => article_no),
  );
  return page.flatMap(({ article_no }) => rows.get(article_no) ?? []);
}

/** Goes back in time until every set of keywords has enough matches. */
async function findCandidates(sql: Sql, query: NewsQuery): Promise<number[]> {
  const { keywords, language, from, until, limit, offset } = query;
  const sets = listSets(keywords);
  const share = Math.floor(CANDIDATES.inAll / sets.length);
  const most = Math.max(CANDIDATES.least, Math.min(CANDIDATES.most, share), 2 * (offset + limit));
  const hits = sets.map(() => new Set<number>());
  const queries = sets.map((set) => set.map(({ query }) => `(${query})`).join(" & "));
  for (const stretch of listStretches(await listTimes(sql, query))) {
    const open = sets.flatMap((set, at) => ((hits[at]?.size ?? 0) < most ? [{ set, at }] : []));
    if (open.length === 0) break;
    const probes = open.flatMap(({ set, at }) =>
      stretch.flatMap((bucket) => probeOf(set, at, { language, bucket }) ?? []),
    );
    if (probes.length === 0) continue;
    for (const { set, article_no } of await probeArticles(sql, probes, queries, { from, until, most }))
      hits[set]?.add(article_no);
  }
  const companies = keywords.flatMap(({ svcEntityId }) => svcEntityId ?? []);
  const linked =
    companies.length === 0 ? [] : await listLinked(sql, companies, { language, from, until, most });
  return [...new Set([...hits.flatMap((numbers) => [...numbers]), ...linked])];
}

/** A period in which articles are searched by their words. */
type Bucket = { day: number } | { week: number };

interface Times {
  days: Bucket[];
  weeks: Bucket[];
}

/**
 * The latest days one by one, then whole weeks back to the beginning. A frequent word has enough articles in a day or
 * two, however many there are in total; a rare one is found in few steps, since a week has few of it.
 */
async function listTimes(sql: Sql, { language, from, until }: NewsQuery): Promise<Times> {
  const lastMoment = new Date(until.getTime() - 1);
  const weeks = await listWeeks(sql, language, weekOf(from), weekOf(lastMoment));
  const [newest] = weeks;
  if (newest === undefined) return { days: [], weeks: [] };
  const lastDay = Math.min(dayOf(lastMoment), lastDayOf(newest));
  const count = DAY_STEPS.reduce((sum, days) => sum + days, 0);
  const days = Array.from({ length: count }, (_, back) => ({ day: lastDay - back }));
  return { days: days.filter(({ day }) => day >= dayOf(from)), weeks: weeks.map((week) => ({ week })) };
}

function* listStretches({ days, weeks }: Times): Generator<Bucket[]> {
  for (const [buckets, sizes] of [
    [days, DAY_STEPS],
    [weeks, WEEK_STEPS],
  ] as const) {
    for (let done = 0, round = 0; done < buckets.length; round++) {
      const size = sizes[Math.min(round, sizes.length - 1)] ?? 1;
      yield buckets.slice(done, done + size);
      done += size;
    }
  }
}

/** Pairs of consecutive words are indexed by week only: even frequent words form few of them. */
function probeOf(
  set: readonly Keyword[],
  at: number,
  { language, bucket }: { language: string; bucket: Bucket },
): Probe | null {
  const neighbours = set.flatMap((keyword) => keyword.neighbours);
  if (neighbours.length > 0 && "day" in bucket) return null;
  // The longest words are the rarest, and a few of them are as selective as all.
  const lexemes = set.flatMap((keyword) => (keyword.neighbours.length > 0 ? [] : keyword.lexemes));
  const reported = [...new Set([...neighbours, ...lexemes.sort((a, b) => b.length - a.length)])];
  const week = "day" in bucket ? weekOfDay(bucket.day) : bucket.week;
  const keys = reported.slice(0, KEYS_MAX).map(makeWeekKey(language, week));
  return { set: at, keys: "day" in bucket ? [dayKey(language, bucket.day), ...keys] : keys };
}

/**
 * Each keyword alone, each pair and all together: so that an article with many of them is found however old it is.
 */
function listSets(keywords: readonly Keyword[]): Keyword[][] {
  const pairs = keywords.flatMap((keyword, index) =>
    keywords.slice(index + 1).map((other) => [keyword, other]),
  );
  return [
    ...keywords.map((keyword) => [keyword]),
    ...pairs.slice(0, PAIRS_MAX),
    ...(keywords.length > 2 ? [[...keywords]] : []),
  ];
}

function rank(scores: readonly Score[]): Score[] {
  const count = ({ places }: Score) => places.filter((place) => place > 0).length;
  const worth = ({ places }: Score) => places.reduce((sum, place) => sum + place, 0);
  return scores.toSorted(
    (a, b) =>
      count(b) - count(a) ||
      worth(b) - worth(a) ||
      b.published_at.localeCompare(a.published_at) ||
      a.article_no - b.article_no,
  );
}

/** A story ranks by its best copy, and is shown by its lead if that is among the matches. */
function onePerStory(ranked: readonly Score[]): Score[] {
  const stories = new Map<number, Score>();
  for (const score of ranked) {
    const known = stories.get(score.cluster_no);
    if (known === undefined || (score.is_lead && !known.is_lead)) stories.set(score.cluster_no, score);
  }
  return [...stories.values()];
}
