/**
 * Agents: builders that read reports for what their owner wants to know, on a schedule, and the artifacts they make.
 * Owns `agent_builder`, `agent_builder_company`, `agent_subscription`, `agent_run` and `agent_artifact`.
 */
import type { Database } from "../../platform/db/index.ts";
import { listOutputs, revokeReport, showArtifact, showEvidence } from "./artifacts/operations.ts";
import { listOwnBuilders } from "./builders/operations.ts";

export interface AgentTools {
  db: Database;
}

export const agentOperations = ({ db }: AgentTools) =>
  [listOwnBuilders(db), listOutputs(db), showArtifact(db), showEvidence(db), revokeReport(db)] as const;
