import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { cacheForSeconds } from "./cache-for-seconds.ts";

it("reads once while the value is fresh, and again when it is stale", async () => {
  let reads = 0;
  const read = async () => ++reads;
  const fresh = cacheForSeconds(read, { secondsMax: 60 });
  expect([await fresh(), await fresh()]).toEqual([1, 1]);
  const old = cacheForSeconds(read, { secondsMax: 0.001 });
  await old();
  await wait(5);
  expect(await old()).toBe(3);
});

it("does not cache a failed reading", async () => {
  let reads = 0;
  const kept = cacheForSeconds(
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
