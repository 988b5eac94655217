import { expect, it } from "vitest";
import { nearnessByPage } from "./page-vectors.ts";

const vector = (...parts: number[]) => Float32Array.from(parts);

it("scores a page by its nearest passage", () => {
  const vectors = [
    { page: 1, vector: vector(0, 1) },
    { page: 1, vector: vector(1, 0) },
    { page: 2, vector: vector(0.6, 0.8) },
  ];
  const nearness = nearnessByPage(vectors, vector(1, 0));
  expect(nearness.get(1)).toBeCloseTo(1);
  expect(nearness.get(2)).toBeCloseTo(0.6);
});
