import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { measureDiskSpeed } from "./disk-speed.ts";

it("assumes a slow disk until it has measured a quick one", async () => {
  const pace = measureDiskSpeed(async () => {});
  expect(pace.isFast()).toBe(false);
  await pace.flush();
  expect(pace.isFast()).toBe(true);
});

it("does not call a disk slow after a single long wait", async () => {
  let milliseconds = 0;
  const pace = measureDiskSpeed(() => (milliseconds === 0 ? Promise.resolve() : sleep(milliseconds)));
  await pace.flush();
  milliseconds = 20;
  await pace.flush();
  expect(pace.isFast()).toBe(true);
});

it("notices when a quick disk becomes slow or unavailable", async () => {
  let flush = () => Promise.resolve();
  const pace = measureDiskSpeed(() => flush());
  await pace.flush();
  flush = () => Promise.reject(new Error("no connection"));
  for (let batch = 0; batch < 300; batch++) pace.isFast();
  flush = () => sleep(3);
  const isSlow = () => {
    for (let batch = 0; batch < 100; batch++) pace.isFast();
    return !pace.isFast();
  };
  await expect.poll(isSlow, { interval: 5 }).toBe(true);
});
