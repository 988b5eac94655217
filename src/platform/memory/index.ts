import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PAUSE_MILLISECONDS = 5_000;
const BUSY_SHARE_MAX = 0.05;
/** After start-up the first quiet moment is used; later a caller may be between two calls. */
const QUIET_PAUSES_MIN = 6;

/**
 * Gives memory back to the machine when the service becomes idle: what start-up needed, and later what each busy time
 * left behind. The runtime would keep it until the heap grows again, which on an idle service is never; on a busy one
 * it is in use again at once, and a collection would only make the calls slower. `dropUnused` empties caches of what
 * has not been asked for lately, and returns how much that was.
 */
export async function releaseMemoryWhenIdle(signal: AbortSignal, dropUnused: () => number): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as (options: object) => void;
  let before = process.cpuUsage();
  let quietPauses = QUIET_PAUSES_MIN - 1;
  for (;;) {
    await sleep(PAUSE_MILLISECONDS, undefined, { signal, ref: false });
    // Processor time: on a machine that is busy with other work, an idle event loop seems busy too.
    const used = process.cpuUsage(before);
    const isQuiet = used.user + used.system < BUSY_SHARE_MAX * PAUSE_MILLISECONDS * 1_000;
    before = process.cpuUsage();
    quietPauses = isQuiet ? quietPauses + 1 : 0;
    if (isQuiet && dropUnused() > 0) quietPauses = QUIET_PAUSES_MIN;
    // A "last-resort" collection would give back 45 MB more, but it also throws compiled code away: look-ups by
    // identifier were a tenth slower for minutes afterwards.
    if (quietPauses === QUIET_PAUSES_MIN)
      collectGarbage({ type: "major", execution: "sync", flavor: "regular" });
  }
}
