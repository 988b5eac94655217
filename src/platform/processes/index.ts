/** Several processes of one service on one machine: started, kept running, restarted one by one, and stopped. */
export type { Channel } from "./channel.ts";
export { isStartedByPrimary, joinPrimary } from "./join-primary.ts";
export { type Supervisor, superviseProcesses } from "./supervise.ts";
