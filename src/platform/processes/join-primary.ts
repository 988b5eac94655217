import cluster from "node:cluster";
import { type AnswerQuestion, type Channel, openChannel } from "./channel.ts";

/** Whether this process was started by a primary, to share its work. */
export const isStartedByPrimary = (): boolean => cluster.isWorker;

/**
 * Connects a process to its primary. It ends with the primary, and only the primary stops it: a terminal or an init
 * system signals the whole group, and a process that left on its own would be taken for one that crashed.
 */
export function joinPrimary(answer: AnswerQuestion): Channel {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  return openChannel(
    {
      // A message to a primary that has just ended has no reader; this process ends next.
      send: (message) => void process.send?.(message, undefined, {}, () => {}),
      onMessage: (listener) => void process.on("message", listener),
      onEnd: (listener) => void process.once("disconnect", listener),
    },
    answer,
  );
}
