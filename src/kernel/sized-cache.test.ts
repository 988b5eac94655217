import { describe, expect, it } from "vitest";
import { SizedCache } from "./sized-cache.ts";

describe("a cache with a byte limit", () => {
  it("drops the least recently used values and stays within its limit", () => {
    const cache = new SizedCache<string, number>(100);
    cache.set("a", 1, 40);
    cache.set("b", 2, 40);
    expect(cache.get("a")).toBe(1);
    cache.set("c", 3, 40);
    expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.bytes]).toEqual([1, undefined, 3, 80]);
  });

  it("counts a replaced value once and keeps none that is larger than itself", () => {
    const cache = new SizedCache<string, number>(100);
    cache.set("a", 1, 60);
    cache.set("a", 2, 30);
    expect([cache.get("a"), cache.bytes]).toEqual([2, 30]);
    cache.set("b", 3, 101);
    expect([cache.get("b"), cache.get("a"), cache.bytes]).toEqual([undefined, 2, 30]);
    cache.clear();
    expect([cache.get("a"), cache.bytes]).toEqual([undefined, 0]);
  });
});
