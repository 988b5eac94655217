import { expect, it } from "vitest";
import { fuse, nearnessByPage } from "./page-vectors.ts";

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

it("ranks the page nearer in meaning first when words find two pages equally well", () => {
  const ranked = [
    { page: 1, score: 2 },
    { page: 2, score: 1.9 },
    { page: 3, score: 0.2 },
  ];
  const near = new Map([
    [1, 0.7],
    [2, 0.9],
    [3, 0.95],
  ]);
  expect(fuse(ranked, near).map(({ page }) => page)).toEqual([2, 1, 3]);
});

it("neither adds nor loses pages when it ranks by meaning", () => {
  const ranked = Array.from({ length: 30 }, (_, at) => ({ page: at + 1, score: 30 - at }));
  const near = new Map(ranked.map(({ page }) => [page, page === 30 ? 1 : 0.5]));
  const fused = fuse(ranked, near).map(({ page }) => page);
  expect(fused.slice(20)).toEqual(ranked.slice(20).map(({ page }) => page));
  expect(new Set(fused).size).toBe(30);
});

it("keeps the order by words when meaning makes no difference", () => {
  const ranked = [
    { page: 1, score: 2 },
    { page: 2, score: 1 },
  ];
  expect(fuse(ranked, new Map())).toEqual(ranked);
});
