import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { keepFresh } from "./keep-fresh.ts";

it("reads once while fresh, and again when old", async () => {
  let reads = 0;
  const read = async () => ++reads;
  const fresh = keepFresh(read, { secondsMax: 60 });
  expect([await fresh(), await fresh()]).toEqual([1, 1]);
  const old = keepFresh(read, { secondsMax: 0.001 });
  await old();
  await wait(5);
  expect(await old()).toBe(3);
});

it("does not remember a failed reading", async () => {
  let reads = 0;
  const kept = keepFresh(
    async () => {
      reads++;
      if (reads === 1) throw new Error("away");
      return reads;
    },
    { secondsMax: 60 },
  );
  await expect(kept()).rejects.toThrow("away");
  expect(await kept()).toBe(2);
});
