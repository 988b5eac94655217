import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { releaseMemoryWhenIdle } from "./index.ts";

it("gives memory back in the first quiet moment, and again when caches drop what is no longer used", async () => {
  const closing = new AbortController();
  let drops = 0;
  let held: Uint8Array[] | null = Array.from({ length: 200 }, () => new Uint8Array(100_000).fill(1));
  const running = releaseMemoryWhenIdle(closing.signal, () => {
    held = null;
    return drops++ === 0 ? 1 : 0;
  });
  const before = process.memoryUsage().arrayBuffers;
  for (let waited = 0; drops < 2 && waited < 60; waited++) await sleep(1_000);
  closing.abort();
  await expect(running).rejects.toThrow();
  expect(held).toBeNull();
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(15_000_000);
});
