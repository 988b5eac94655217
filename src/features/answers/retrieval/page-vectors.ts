/** Passages of a report by page, for finding the pages closest in meaning. */
export type PageVectors = readonly { page: number; vector: Float32Array }[];

/** The similarity of each page's closest passage; vectors have length 1, so that the product is the cosine. */
export function nearnessByPage(vectors: PageVectors, asked: Float32Array): Map<number, number> {
  const nearest = new Map<number, number>();
  for (const { page, vector } of vectors) {
    let product = 0;
    for (let at = 0; at < asked.length; at++) product += (vector[at] ?? 0) * (asked[at] ?? 0);
    if (product > (nearest.get(page) ?? -1)) nearest.set(page, product);
  }
  return nearest;
}
