import { describe, expect, it } from "vitest";
import { readAhead } from "./read-ahead.ts";

describe("reading ahead", () => {
  it("gives every item in order, one read before it is asked for", async () => {
    const log: string[] = [];
    async function* read() {
      for (const item of [1, 2, 3]) {
        log.push(`read ${item}`);
        yield item;
      }
    }
    for await (const item of readAhead(read())) {
      log.push(`work ${item}`);
      await Promise.resolve();
    }
    expect(log).toEqual(["read 1", "read 2", "work 1", "read 3", "work 2", "work 3"]);
  });

  it("throws an error of the source after the items before it, and closes the source when the work fails", async () => {
    let closed = 0;
    async function* read() {
      try {
        yield 1;
        yield 2;
        throw new Error("unreadable");
      } finally {
        closed++;
      }
    }
    const seen: number[] = [];
    const all = async (work: (item: number) => void) => {
      for await (const item of readAhead(read())) work(item);
    };
    await expect(all((item) => void seen.push(item))).rejects.toThrow("unreadable");
    expect(seen).toEqual([1, 2]);
    const fail = () => {
      throw new Error("not written");
    };
    await expect(all(fail)).rejects.toThrow("not written");
    expect(closed).toBe(2);
  });
});
