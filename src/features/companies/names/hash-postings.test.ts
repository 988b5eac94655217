import { describe, expect, it } from "vitest";
import { HashPostingsBuilder, hashKey, hashNumber } from "./hash-postings.ts";

describe("postings by hash", () => {
  it("gives each key its rows in the order of the visit, at most as many as asked for", async () => {
    const expected = new Map<string, number[]>();
    const pairs: { key: string; row: number }[] = [];
    for (let row = 0; row < 3_000; row++)
      for (const key of [`word ${row % 50}`, `pair ${row % 700}`, `whole ${row}`]) pairs.push({ key, row });
    const builder = new HashPostingsBuilder();
    for (const { key } of pairs) builder.add(hashKey(key));
    const reversed = [...pairs.entries()].reverse();
    for (const [, { key, row }] of reversed) expected.set(key, [...(expected.get(key) ?? []), row]);
    const postings = await builder.build(reversed.map(([pair, { row }]) => ({ pair, row })));
    for (const [key, rows] of expected) {
      expect([key, ...postings.find(hashKey(key), 10_000)]).toEqual([key, ...rows]);
      expect([...postings.find(hashKey(key), 7)]).toEqual(rows.slice(0, 7));
    }
    const none = Array.from({ length: 5_000 }, (_, at) => postings.find(hashKey(`none ${at}`), 10).length);
    expect(Math.max(...none)).toBe(0);
  });

  it("finds nothing when nothing was added, and tells neighbouring numbers apart", async () => {
    expect((await new HashPostingsBuilder().build([])).find(hashKey("x"), 1)).toHaveLength(0);
    const builder = new HashPostingsBuilder();
    for (let number = -500; number < 500; number++) builder.add(hashNumber(number));
    const postings = await builder.build(Array.from({ length: 1_000 }, (_, pair) => ({ pair, row: pair })));
    for (let number = -500; number < 500; number++)
      expect([...postings.find(hashNumber(number), 9)]).toEqual([number + 500]);
  });
});
