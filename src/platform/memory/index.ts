import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives the memory that start-up needed back to the machine. The runtime would keep it until the heap grows again, which
 * on an idle service is never. A "last-resort" collection would give back 45 MB more, but it also throws compiled code
 * away: look-ups by identifier were a tenth slower for minutes afterwards.
 */
export function releaseMemory(): void {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as (options: object) => void;
  collectGarbage({ type: "major", execution: "sync", flavor: "regular" });
}
