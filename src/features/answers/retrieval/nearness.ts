import type { PassageVector } from "../../reports/index.ts";

type Box = readonly number[];

interface ComparedPassage {
  box: Box;
  similarity: number;
}

/** How close in meaning the passages of a report are to a question. */
export class Nearness {
  readonly #byPage = new Map<number, ComparedPassage[]>();
  /** The similarity of each page's closest passage. */
  readonly pages = new Map<number, number>();
  readonly #passages: readonly PassageVector[];
  readonly #similarities: Float64Array;
  readonly #mean: number;
  readonly #deviation: number;

  constructor(passages: readonly PassageVector[], question: Float32Array) {
    let sum = 0;
    let squares = 0;
    this.#passages = passages;
    this.#similarities = new Float64Array(passages.length);
    for (const [at, { page, box, vector }] of passages.entries()) {
      const similarity = dot(vector, question);
      this.#similarities[at] = similarity;
      sum += similarity;
      squares += similarity * similarity;
      const compared = this.#byPage.get(page);
      if (compared) compared.push({ box, similarity });
      else this.#byPage.set(page, [{ box, similarity }]);
      if (similarity > (this.pages.get(page) ?? -1)) this.pages.set(page, similarity);
    }
    const count = Math.max(1, passages.length);
    this.#mean = sum / count;
    this.#deviation = Math.sqrt(Math.max(0, squares / count - this.#mean ** 2));
  }

  /** The closest passages, the closest first. */
  closest(count: number): PassageVector[] {
    return [...this.#similarities.keys()]
      .sort((a, b) => (this.#similarities[b] ?? 0) - (this.#similarities[a] ?? 0))
      .slice(0, count)
      .flatMap((at) => this.#passages[at] ?? []);
  }

  /** The closest passage that shares a place with a box, in standard deviations above the report's mean passage. */
  at(page: number, box: Box): number {
    let closest = Number.NEGATIVE_INFINITY;
    for (const passage of this.#byPage.get(page) ?? []) {
      if (passage.similarity > closest && overlaps(passage.box, box)) closest = passage.similarity;
    }
    return closest === Number.NEGATIVE_INFINITY || this.#deviation < 1e-9
      ? 0
      : (closest - this.#mean) / this.#deviation;
  }
}

/** The vectors have length 1, so that the product is the cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let at = 0; at < b.length; at++) product += (a[at] ?? 0) * (b[at] ?? 0);
  return product;
}

function overlaps(a: Box, b: Box): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = a;
  const [otherLeft = 0, otherTop = 0, otherRight = 0, otherBottom = 0] = b;
  return left < otherRight && otherLeft < right && top < otherBottom && otherTop < bottom;
}
