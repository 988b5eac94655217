import { expect, it } from "vitest";
import { Nearness } from "./nearness.ts";

const vector = (...parts: number[]) => Float32Array.from(parts);
const passages = [
  { chunk: 0, page: 1, box: [0, 0, 100, 50] as const, vector: vector(0, 1) },
  { chunk: 1, page: 1, box: [0, 50, 100, 100] as const, vector: vector(1, 0) },
  { chunk: 2, page: 2, box: [0, 0, 100, 50] as const, vector: vector(0.6, 0.8) },
];
const nearness = new Nearness(passages, vector(1, 0));

it("scores a page by its nearest passage", () => {
  expect(nearness.pages.get(1)).toBeCloseTo(1);
  expect(nearness.pages.get(2)).toBeCloseTo(0.6);
});

it("gives the closest passages, the closest first", () => {
  expect(nearness.closest(2).map(({ chunk }) => chunk)).toEqual([1, 2]);
});

it("scores a place by the passage it is in, relative to the other passages", () => {
  expect(nearness.at(1, [0, 60, 100, 70])).toBeGreaterThan(1);
  expect(nearness.at(1, [0, 10, 100, 20])).toBeLessThan(-1);
  expect(nearness.at(3, [0, 10, 100, 20])).toBe(0);
});
