/**
 * How fast articles come in, and how search grows with their number.
 *
 *   node bench/news.ts [--large] [--sizes 50000,200000] [--calls 600] [--json FILE]
 */
import { importArticles } from "../src/features/news/importing/import-articles.ts";
import { readKeywords } from "../src/features/news/search/read-keywords.ts";
import { searchArticles } from "../src/features/news/search/search-articles.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabase } from "./companies/bench-database.ts";
import { IMPORTED_MAX, multiply } from "./news/multiply-articles.ts";
import { listSearches, type Search } from "./news/sample-searches.ts";
import { synthesizeArticles } from "./news/synthesize-articles.ts";
import { cpuMilliseconds, cpuPerRow } from "./service/cpu-of.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { percentile } from "./service/statistics.ts";

const options = readOptions({ large: false, sizes: [], calls: 600, json: "" });
const sizes = options.sizes.length > 0 ? options.sizes : [50_000, options.large ? 1_000_000 : 200_000];

interface Line {
  articles: number;
  search: string;
  found: number;
  p50_ms: number;
  p99_ms: number;
}

async function search(db: Database, { keywords, from, until }: Search): Promise<number> {
  const rows = await searchArticles(db, {
    keywords: readKeywords(keywords, "en") ?? [],
    language: "en",
    from,
    until,
    limit: 20,
    offset: 0,
  });
  return rows.length;
}

/** All kinds of searches take turns, so that a busy moment of the machine slows each alike. */
async function measure(db: Database, articles: number): Promise<Line[]> {
  const searches = listSearches(options.calls);
  for (const requests of searches.slice(0, 200)) await search(db, requests);
  const taken = new Map<string, { milliseconds: number[]; found: number }>();
  for (const requests of searches) {
    const started = performance.now();
    const found = await search(db, requests);
    for (const kind of [requests.kind, "all"]) {
      const entry = taken.get(kind) ?? { milliseconds: [], found: 0 };
      entry.milliseconds.push(performance.now() - started);
      entry.found += found;
      taken.set(kind, entry);
    }
  }
  return [...taken].map(([kind, { milliseconds, found }]) => {
    return {
      articles,
      search: kind,
      found: Number((found / milliseconds.length).toFixed(1)),
      p50_ms: percentile(milliseconds, 0.5),
      p99_ms: percentile(milliseconds, 0.99),
    };
  });
}

const lines: Line[] = [];
const imports: object[] = [];
for (const size of sizes) {
  await withDatabase(async (db) => {
    const before = cpuMilliseconds();
    const started = performance.now();
    const origin = { name: "synthetic", licence: "", fictional: true, language: null, baseUrl: null };
    const imported = Math.min(size, IMPORTED_MAX * 2);
    const truly = size > imported ? IMPORTED_MAX : imported;
    const result = await importArticles(db, synthesizeArticles(truly), { origin, now: new Date() });
    const seconds = (performance.now() - started) / 1_000;
    const cpu = cpuPerRow(before, truly);
    if (size > truly) await multiply(db, size);
    const [sizeOnDisk] = (
      await db.pool.query(
        "select pg_total_relation_size('article') / 1000000 as megabytes, pg_relation_size('article_keys') / 1000000 as index_megabytes, (select count(*) from news_cluster)::int as clusters",
      )
    ).rows;
    imports.push({
      articles: size,
      added: result.added,
      seconds: Math.round(seconds),
      per_second: Math.round(truly / seconds),
      ...cpu,
      ...sizeOnDisk,
    });
    console.log(`${truly.toLocaleString("en-US")} articles imported in ${seconds.toFixed(0)} s`);
    lines.push(...(await measure(db, size)));
  });
}
console.table(imports);
console.table(lines);
const p99 = (size: number | undefined) =>
  lines.find((line) => line.articles === size && line.search === "all")?.p99_ms ?? 0;
console.log(
  `p99 of all searches at ${sizes.at(-1)} articles: ${(p99(sizes.at(-1)) / p99(sizes[0])).toFixed(2)} of that at ${sizes[0]}`,
);
saveJson(options.json, { imports, lines });
