import { expect, it } from "vitest";
import { dotProduct } from "./vector-search.ts";

it("adds up the products of all components", () => {
  expect(dotProduct(Float32Array.of(2, 3, 5), Float32Array.of(7, 11, 13))).toBe(2 * 7 + 3 * 11 + 5 * 13);
});
