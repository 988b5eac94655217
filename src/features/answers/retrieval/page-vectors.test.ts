import { expect, it } from "vitest";
import { fuse, nearnessByPage } from "./page-vectors.ts";

const vector = (...parts: number[]) => Float32Array.from(parts);

it("a page is as near as its nearest passage", () => {
  const vectors = [
    { page: 1, vector: vector(0, 1) },
    { page: 1, vector: vector(1, 0) },
    { page: 2, vector: vector(0.6, 0.8) },
  ];
  const nearness = nearnessByPage(vectors, vector(1, 0));
  expect(nearness.get(1)).toBeCloseTo(1);
  expect(nearness.get(2)).toBeCloseTo(0.6);
});

it("of two pages that words find equally well, the one nearer in meaning comes first", () => {
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

it("meaning brings forward no page that words did not find, and loses none", () => {
  const ranked = Array.from({ length: 30 }, (_, at) => ({ page: at + 1, score: 30 - at }));
  const near = new Map(ranked.map(({ page }) => [page, page === 30 ? 1 : 0.5]));
  const fused = fuse(ranked, near).map(({ page }) => page);
  expect(fused.slice(20)).toEqual(ranked.slice(20).map(({ page }) => page));
  expect(new Set(fused).size).toBe(30);
});

it("without a difference in meaning the order of words stays", () => {
  const ranked = [
    { page: 1, score: 2 },
    { page: 2, score: 1 },
  ];
  expect(fuse(ranked, new Map())).toEqual(ranked);
});
