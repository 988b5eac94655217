import type { Sql } from "../../platform/db/index.ts";

/** What others may want to know at once. */
export interface AgentEvent {
  type: "artifact.created" | "field.changed" | "run.failed";
  accountId: string;
  builderId: string;
  data: Record<string, unknown>;
}

/** Writes an event down in the transaction of what it tells, so that neither is there without the other. */
export type Announce = (sql: Sql, event: AgentEvent) => Promise<void>;
