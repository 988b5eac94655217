import type { Sql } from "../../../platform/db/index.ts";
import { compareSketches, type Sketch, shareMarks } from "./sketch.ts";
import { findNeighbours } from "./store.ts";

interface SketchedArticle {
  sketch: Sketch;
  published_at: Date | null;
}

/** From this similarity on, two texts are copies. */
const SIMILARITY_MIN = 0.27;
/** A story is copied within days; the same words weeks later are a template. */
const DAYS_MAX = 5;

/** The cluster of each article: that of its closest copy, stored or in the same list, or the new one given for it. */
export async function assignClusters(
  sql: Sql,
  articles: readonly SketchedArticle[],
  fresh: readonly number[],
): Promise<number[]> {
  const query = articles.flatMap(({ sketch, published_at }, at) =>
    sketch.bands.length > 0 ? [{ at, bands: sketch.bands, published_at }] : [],
  );
  const stored = Map.groupBy(await findNeighbours(sql, query, DAYS_MAX), ({ at }) => at);
  const assigned: number[] = [];
  const byBand = new Map<number, number[]>();
  for (const [at, article] of articles.entries()) {
    const near = [
      ...(stored.get(at) ?? []),
      ...listEarlier(article, articles, byBand).map((other) => ({
        cluster_no: assigned[other] ?? 0,
        sketch: articles[other]?.sketch.values ?? [],
        marks: articles[other]?.sketch.marks ?? [],
      })),
    ];
    assigned.push(findNearest(article.sketch, near) ?? fresh[at] ?? 0);
    for (const band of article.sketch.bands) {
      const others = byBand.get(band);
      if (others === undefined) byBand.set(band, [at]);
      else others.push(at);
    }
  }
  return assigned;
}

function listEarlier(
  { sketch, published_at }: SketchedArticle,
  articles: readonly SketchedArticle[],
  byBand: ReadonlyMap<number, readonly number[]>,
): number[] {
  const candidates = new Set(sketch.bands.flatMap((band) => byBand.get(band) ?? []));
  return [...candidates].filter((other) => areClose(published_at, articles[other]?.published_at ?? null));
}

function areClose(a: Date | null, b: Date | null): boolean {
  return a === null || b === null || Math.abs(a.getTime() - b.getTime()) <= DAYS_MAX * 86_400_000;
}

function findNearest(
  { values, marks }: Sketch,
  near: readonly { cluster_no: number; sketch: readonly number[]; marks: readonly number[] }[],
): number | null {
  let best: { cluster_no: number; similarity: number } | null = null;
  for (const { cluster_no, sketch, marks: others } of near) {
    const similarity = compareSketches(values, sketch);
    if (similarity < SIMILARITY_MIN || !shareMarks(marks, others)) continue;
    if (similarity > (best?.similarity ?? 0)) best = { cluster_no, similarity };
  }
  return best?.cluster_no ?? null;
}
