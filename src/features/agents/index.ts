/**
 * Agents: builders that read reports for the fields their owner defined, on a schedule, and the artifacts
 * they create. Owns `agent_builder`, `agent_builder_company`, `agent_subscription`, `agent_run` and
 * `agent_artifact`.
 */

import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { LanguageModel } from "../../platform/models/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import type { ReportCache } from "../answers/index.ts";
import { listOutputs, revokeReport, showArtifact, showEvidence } from "./artifacts/operations.ts";
import {
  changeBuilder,
  copyBuilder,
  createBuilder,
  endBuilder,
  importSchema,
  listTemplates,
} from "./builders/managing.ts";
import { listOwnBuilders } from "./builders/operations.ts";
import { tryFields } from "./extraction/operations.ts";
import { quoteRun, showRun, showRuns, startRun, stopRun } from "./runs/operations.ts";
import {
  changeSubscription,
  previewSchedule,
  showSubscriptions,
  subscribe,
  unsubscribe,
} from "./subscriptions/operations.ts";

export type { AgentEvent, Announce } from "./announce.ts";
export { findPublishedPage, type PublishedPage } from "./artifacts/published-page.ts";
export { type Replay, replayArtifact } from "./artifacts/replay.ts";
export { requireBuilder } from "./builders/managing.ts";
export {
  type BuilderRow,
  deactivatePrivateBuilders,
  findAnyBuilder,
  listWatchers,
  ofVisibleBuilder,
  visibleTo,
} from "./builders/store.ts";
export { EXAMPLE_IDS } from "./data/example-ids.ts";
export { loadDemoBuilders } from "./demo-builders.ts";
export { agentJobs } from "./jobs.ts";
export { managing, viewing } from "./managing-operation.ts";
export {
  actsFor,
  type Ownership,
  ownershipOf,
  requireMayChange,
  VISIBILITIES,
  type Viewer,
  viewerOf,
} from "./owner.ts";
export { cancelRun } from "./runs/store.ts";

export interface AgentTools {
  db: Database;
  storage: Storage;
  jobs: Jobs;
  languageModel: LanguageModel | null;
  reportCache: ReportCache;
}

export const agentOperations = ({ db, storage, jobs, languageModel, reportCache }: AgentTools) =>
  [
    listOwnBuilders(db),
    listOutputs(db),
    showArtifact(db),
    showEvidence(db),
    revokeReport(db),
    createBuilder(db),
    changeBuilder(db),
    endBuilder(db),
    copyBuilder(db),
    listTemplates(),
    importSchema(),
    tryFields({ db, storage, languageModel, reportCache }),
    subscribe(db),
    changeSubscription(db),
    unsubscribe(db),
    showSubscriptions(db),
    previewSchedule(),
    quoteRun(db),
    startRun({ db, jobs }),
    showRun(db),
    showRuns(db),
    stopRun(db),
  ] as const;
