import type { Sql } from "../../platform/db/index.ts";

/** An event that other features may publish. */
export interface AgentEvent {
  type: "artifact.created" | "field.changed" | "run.failed";
  accountId: string;
  builderId: string;
  data: Record<string, unknown>;
}

/** Writes an event in the transaction of the change it reports, so that neither exists without the other. */
export type Announce = (sql: Sql, event: AgentEvent) => Promise<void>;
