import { constants, getPriority, setPriority } from "node:os";

/** Background work must not take processor time from the thread that answers. */
const BACKGROUND = 10;

/**
 * Lowers this process (on Linux, this thread) below the service that started it. An absolute value would put it above
 * a service that was itself started with a low priority; the system refuses that to most users.
 */
export function lowerPriority(by = BACKGROUND): void {
  setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + by));
}
