import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { startStopwatch } from "../../test/stopwatch.ts";
import { openTimeLimit } from "./time-limit.ts";

const limit = openTimeLimit({ milliseconds: 300 });
afterAll(() => limit.close());

describe("the time limit of a call", () => {
  it("ends a call that never checks its signal", async () => {
    const stuck = new Promise<never>(() => {});
    await expect(limit.enforce(stuck, limit.endOfCall())).rejects.toMatchObject({ code: "time_limit" });
  });

  it("counts from the start of the call, not of the work", async () => {
    const endsAt = limit.endOfCall();
    await sleep(250);
    const readMilliseconds = startStopwatch();
    await expect(limit.enforce(sleep(5_000), endsAt)).rejects.toMatchObject({ code: "time_limit" });
    expect(readMilliseconds()).toBeLessThan(2_000);
  });

  it("returns or throws what the work does in time", async () => {
    expect(await limit.enforce(Promise.resolve(1), limit.endOfCall())).toBe(1);
    await expect(limit.enforce(Promise.reject(new Error("own")), limit.endOfCall())).rejects.toThrow("own");
  });
});
