import type { Sql } from "../../../platform/db/index.ts";
import { weekKey, weekOf } from "../text/week-keys.ts";
import { inPart, type Keyword } from "./read-keywords.ts";
import {
  type ArticleRow,
  findArticles,
  listWeeks,
  type Probe,
  probeArticles,
  type Score,
  type Span,
  scoreArticles,
} from "./store.ts";

export interface NewsQuery extends Span {
  keywords: readonly Keyword[];
  language: string;
  limit: number;
  offset: number;
}

/** How many of the newest matches are ranked for each keyword, and for each two of them together. */
const CANDIDATES_MIN = 300;
/** How many weeks are looked through at once: few first, since the newest mostly suffice. */
const WEEKS_AT_ONCE = [6, 26, 104];
const PAIRS_MAX = 10;
const KEYS_MAX = 6;

/** Articles that contain any of the keywords: most keywords first, then the most telling places, then the newest. */
export async function searchArticles(sql: Sql, query: NewsQuery): Promise<ArticleRow[]> {
  const { keywords, limit, offset } = query;
  const found = await findCandidates(sql, query);
  if (found.length === 0) return [];
  const scores = await scoreArticles(
    sql,
    found,
    keywords.map(({ query }) => ({ query, inTitle: inPart(query, "A"), inSnippet: inPart(query, "B") })),
  );
  const page = onePerStory(rank(scores)).slice(offset, offset + limit);
  const rows = await findArticles(
    sql,
    page.map(({ article_no }) => article_no),
  );
  return page.flatMap(({ article_no }) => rows.get(article_no) ?? []);
}

/** Goes back week by week until every set of keywords has enough. */
async function findCandidates(sql: Sql, query: NewsQuery): Promise<number[]> {
  const { keywords, language, from, until, limit, offset } = query;
  const lastMoment = new Date(until.getTime() - 1);
  const weeks = await listWeeks(sql, language, weekOf(from), weekOf(lastMoment));
  const most = Math.max(CANDIDATES_MIN, 2 * (offset + limit));
  const sets = listSets(keywords);
  const hits = sets.map(() => new Set<number>());
  const queries = sets.map((set) => set.map(({ query }) => `(${query})`).join(" & "));
  for (let done = 0, round = 0; done < weeks.length; round++) {
    const stretch = weeks.slice(done, done + (WEEKS_AT_ONCE[round] ?? WEEKS_AT_ONCE.at(-1) ?? 1));
    done += stretch.length;
    const open = sets.flatMap((set, at) => ((hits[at]?.size ?? 0) < most ? [{ set, at }] : []));
    if (open.length === 0) break;
    const probes = open.flatMap(({ set, at }) => stretch.map((week) => probeOf(set, at, { language, week })));
    for (const { set, article_no } of await probeArticles(sql, probes, queries, { from, until, most }))
      hits[set]?.add(article_no);
  }
  return [...new Set(hits.flatMap((numbers) => [...numbers]))];
}

function probeOf(
  set: readonly Keyword[],
  at: number,
  { language, week }: { language: string; week: number },
): Probe {
  // The longest words are the rarest, and a few of them find as little as all do.
  const lexemes = [...new Set(set.flatMap((keyword) => keyword.lexemes))]
    .sort((a, b) => b.length - a.length)
    .slice(0, KEYS_MAX);
  return { set: at, keys: lexemes.map((lexeme) => weekKey(language, week, lexeme)) };
}

/** Each keyword alone, each two together and all: so that an article with many of them is found however old it is. */
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
  return scores
    .filter((score) => count(score) > 0)
    .sort(
      (a, b) =>
        count(b) - count(a) ||
        worth(b) - worth(a) ||
        b.published_at.localeCompare(a.published_at) ||
        a.article_no - b.article_no,
    );
}

/** A story stands where its best copy does, and is told by its lead where that is among the matches. */
function onePerStory(ranked: readonly Score[]): Score[] {
  const stories = new Map<number, Score>();
  for (const score of ranked) {
    const known = stories.get(score.cluster_no);
    if (known === undefined || (score.is_lead && !known.is_lead)) stories.set(score.cluster_no, score);
  }
  return [...stories.values()];
}
