/** Passages of a report by page, for finding the pages nearest in meaning. */
export type PageVectors = readonly { page: number; vector: Float32Array }[];

/** For each page how near its nearest passage is; vectors have length 1, so that the product is the cosine. */
export function nearnessByPage(vectors: PageVectors, questionVector: Float32Array): Map<number, number> {
  const nearest = new Map<number, number>();
  for (const { page, vector } of vectors) {
    let product = 0;
    for (let at = 0; at < questionVector.length; at++)
      product += (vector[at] ?? 0) * (questionVector[at] ?? 0);
    if (product > (nearest.get(page) ?? -1)) nearest.set(page, product);
  }
  return nearest;
}

/** How much meaning counts beside words; between 0.3 and 0.5 the evaluation is the same. */
const SHARE = 0.4;
/** Meaning decides among pages that words have found; alone it finds far less. */
const PAGES_FUSED = 20;

/** The first pages in a new order, by words and meaning together; the others stay where they are. */
export function fuse<Page extends { page: number; score: number }>(
  ranked: readonly Page[],
  nearness: ReadonlyMap<number, number>,
): Page[] {
  const first = ranked.slice(0, PAGES_FUSED);
  const best = first[0]?.score ?? 0;
  const near = first.map(({ page }) => nearness.get(page) ?? null);
  const known = near.filter((one) => one !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  if (best <= 0 || known.length === 0 || high <= low) return [...ranked];
  const scores = new Map(
    first.map((one, at) => {
      const meaning = ((near[at] ?? low) - low) / (high - low);
      return [one, (1 - SHARE) * (one.score / best) + SHARE * meaning];
    }),
  );
  const ordered = first.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
  return [...ordered, ...ranked.slice(PAGES_FUSED)];
}
