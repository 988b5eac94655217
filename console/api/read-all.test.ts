import { describe, expect, it } from "vitest";
import { readAll } from "./read-all.ts";

const rows = Array.from({ length: 120 }, (_none, at) => at);
const countCalls = () => {
  const calls: number[] = [];
  const read = async ({ limit, offset }: { limit: number; offset: number }) => {
    calls.push(offset);
    return rows.slice(offset, offset + limit);
  };
  return { calls, read };
};

describe("a list that comes in parts", () => {
  it("is read to its end, each row once", async () => {
    const { calls, read } = countCalls();
    expect(await readAll(read, { limit: 50, most: 1_000 })).toEqual(rows);
    expect(calls).toEqual([0, 50, 100]);
  });

  it("is read no further than a page can show", async () => {
    const { calls, read } = countCalls();
    expect(await readAll(read, { limit: 50, most: 100 })).toHaveLength(100);
    expect(calls).toEqual([0, 50]);
  });
});
