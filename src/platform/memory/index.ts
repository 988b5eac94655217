import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PAUSE_MILLISECONDS = 5_000;
const BUSY_SHARE_MAX = 0.05;

/**
 * Gives the memory that start-up needed back to the machine once the service is idle. The runtime would keep it until
 * the heap grows again, which on an idle service is never; on a busy one it is in use again at once, and a collection
 * would only make the calls slower.
 */
export async function releaseMemoryWhenIdle(signal: AbortSignal): Promise<void> {
  let before = performance.eventLoopUtilization();
  for (;;) {
    await sleep(PAUSE_MILLISECONDS, undefined, { signal, ref: false });
    const now = performance.eventLoopUtilization();
    if (performance.eventLoopUtilization(now, before).utilization < BUSY_SHARE_MAX) break;
    before = now;
  }
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as (options: object) => void;
  // A "last-resort" collection would give back 45 MB more, but it also throws compiled code away: look-ups by
  // identifier were a tenth slower for minutes afterwards.
  collectGarbage({ type: "major", execution: "sync", flavor: "regular" });
}
