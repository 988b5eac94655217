import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import type { LanguageModel } from "../../../platform/models/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import type { ReportCache } from "../../answers/index.ts";
import { saveClaims } from "../../claims/index.ts";
import { findBalance, findBudgetLeft, type Ledger } from "../../credits/index.ts";
import type { Announce } from "../announce.ts";
import {
  type CompanyExtraction,
  contentHash,
  dataBytes,
  differenceOf,
  extractCompany,
  provenanceOf,
} from "../artifacts/make-artifact.ts";
import { makePublicWord } from "../artifacts/published-page.ts";
import { type ArtifactRow, insertArtifact, listLatestData } from "../artifacts/store.ts";
import { type BuilderRow, findAnyBuilder } from "../builders/store.ts";
import { openAsker } from "../extraction/open-asker.ts";
import { reportPage } from "../html/report-page.ts";
import { actsFor } from "../owner.ts";
import { planRun } from "./plan-run.ts";
import {
  beginRun,
  failRun,
  findAnyRun,
  finishRun,
  postponeRun,
  type RunRow,
  recordPlan,
  recordProgress,
} from "./store.ts";

export interface RunTools {
  db: Database;
  storage: Storage;
  cache: ReportCache;
  ledger: Ledger;
  announce: Announce;
  languageModel: LanguageModel | null;
}

const RUN_ATTEMPTS_MAX = 4;
/** How much of a run's half hour may be spent waiting for a language model. */
const MODEL_SECONDS_MAX = 900;
const REASON_LENGTH_MAX = 500;
const OPERATION = "agents.run";

type NewArtifact = Omit<ArtifactRow, "created_at">;

/**
 * Executes a run from plan to artifacts. Safe to repeat and to take over: each attempt pays under its own id,
 * only the latest can publish, and an attempt that does not publish is not charged.
 */
export async function runBuilder(tools: RunTools, runId: string, signal: AbortSignal): Promise<void> {
  const run = await beginRun(tools.db, runId);
  if (!run) return undoEnded(tools, runId);
  try {
    await undoEarlier(tools, run);
    await extractAndPublish(tools, run, signal);
  } catch (error) {
    // The node is shutting down: another one continues, and nothing has failed.
    if (signal.aborted) throw error;
    const reason = describeError(error);
    const final = error instanceof Failure && error.status < 500;
    if (!final && run.attempts < RUN_ATTEMPTS_MAX) {
      await postponeRun(tools.db, run, reason);
      throw error;
    }
    await abandon(tools, run, reason);
  }
}

function describeError(error: unknown): string {
  if (error instanceof Failure) return [error.message, error.detail].filter(Boolean).join(" ");
  return "The run failed with an unexpected error; see the log of the service.".slice(0, REASON_LENGTH_MAX);
}

const paymentIdOf = (runId: string, attempt: number) => `${runId}~${attempt}`;

/** Undoes what earlier attempts paid before they died or failed; later payments by them are refused. */
async function undoEarlier({ ledger }: RunTools, { run_id, account_id, attempts }: RunRow): Promise<void> {
  const earlier = Array.from({ length: attempts - 1 }, (_, attempt) => paymentIdOf(run_id, attempt + 1));
  await Promise.all(earlier.map((paymentId) => ledger.undo(account_id, paymentId)));
}

/** A run that was cancelled or failed while its worker died after paying. */
async function undoEnded(tools: RunTools, runId: string): Promise<void> {
  const run = await findAnyRun(tools.db, runId);
  if (run?.state === "cancelled" || run?.state === "failed")
    await undoEarlier(tools, { ...run, attempts: run.attempts + 1 });
}

async function abandon({ db, ledger, announce }: RunTools, run: RunRow, reason: string): Promise<void> {
  const isFailed = await inTransaction(db, async (sql) => {
    // It may have been published after all, or been taken over.
    if (!(await failRun(sql, run, reason))) return false;
    const data = { run_id: run.run_id, agent_id: run.builder_id, agent_type: run.agent_type, reason };
    await announce(sql, { type: "run.failed", accountId: run.account_id, builderId: run.builder_id, data });
    return true;
  });
  if (isFailed) await ledger.undo(run.account_id, paymentIdOf(run.run_id, run.attempts));
}

async function extractAndPublish(tools: RunTools, run: RunRow, signal: AbortSignal): Promise<void> {
  const { db } = tools;
  const builder = await findAnyBuilder(db, run.builder_id);
  if (!builder?.active) throw new Failure("builder_not_found");
  const plan = await planRun(db, builder, { agentType: run.agent_type, everything: run.everything });
  await recordPlan(db, run, { companies: plan.companies.length, credits: plan.credits });
  const budgeted = await requireFunds(db, run, plan.credits);
  const ask = await openAsker(tools, { accountId: run.account_id, secondsMax: MODEL_SECONDS_MAX });
  const extractions: CompanyExtraction[] = [];
  for (const planned of plan.companies) {
    extractions.push(await extractCompany(tools.cache, builder.field_mapping, planned, { signal, ask }));
    if (!(await recordProgress(db, run, extractions.length))) return;
  }
  const artifacts = await makeArtifacts(tools, { run, builder, extractions });
  for (const { claims } of extractions)
    for (const [reportId, list] of claims) await saveClaims(db, reportId, list);
  const spender = { accountId: run.account_id, operationId: OPERATION, keyId: run.key_id, budgeted };
  const callId = paymentIdOf(run.run_id, run.attempts);
  if (plan.credits > 0) await tools.ledger.charge({ ...spender, callId }, plan.credits);
  const isPublished = await publish(tools, { run, artifacts, credits: plan.credits });
  // Cancelled or taken over at the last moment: this attempt published nothing, so it is not charged.
  if (!isPublished) await tools.ledger.undo(run.account_id, callId);
}

/** Fails before the work rather than after it; the charge itself decides. True when a key's budget pays. */
async function requireFunds(db: Database, { account_id, key_id }: RunRow, credits: number): Promise<boolean> {
  const available = (await findBalance(db, account_id))?.available ?? 0;
  if (available < credits) throw new Failure("insufficient_balance");
  const left = key_id === null ? null : await findBudgetLeft(db, key_id);
  if (left !== null && left < credits)
    throw new Failure("key_budget_exhausted", {
      detail: "The budget of the API key that started the run is used up.",
    });
  return left !== null;
}

interface ArtifactInput {
  run: RunRow;
  builder: BuilderRow;
  extractions: readonly CompanyExtraction[];
}

async function makeArtifacts(
  tools: RunTools,
  { run, builder, extractions }: ArtifactInput,
): Promise<NewArtifact[]> {
  if (extractions.length === 0) return [];
  const createdAt = new Date();
  const common = {
    builder_id: builder.builder_id,
    run_id: run.run_id,
    publish_date: createdAt.toISOString().slice(0, 10),
  };
  if (run.agent_type === "report") {
    const provenance = provenanceOf(builder, extractions, createdAt);
    const html = reportPage({ provenance, companies: extractions });
    return [
      {
        ...common,
        artifact_id: makeId("out"),
        agent_type: "report",
        svc_entity_id: null,
        company_list: extractions.map(({ company }) => company),
        extract_json: null,
        evidence: extractions.flatMap(({ evidence }) => evidence),
        difference: null,
        provenance,
        content_sha256: await storePage(tools.storage, html),
        public_word: makePublicWord(),
      },
    ];
  }
  const before = await listLatestData(tools.db, actsFor(builder), builder.builder_id);
  return extractions.map((one) => {
    const last = before.find(({ svc_entity_id }) => svc_entity_id === one.company.svc_entity_id);
    return {
      ...common,
      artifact_id: makeId("out"),
      agent_type: "data" as const,
      svc_entity_id: one.company.svc_entity_id,
      company_list: [one.company],
      extract_json: one.extract_json,
      evidence: one.evidence,
      difference: last?.extract_json ? differenceOf(last.extract_json, one.extract_json) : null,
      provenance: provenanceOf(builder, [one], createdAt),
      content_sha256: contentHash(dataBytes(one)),
      public_word: null,
    };
  });
}

async function storePage(storage: Storage, html: string): Promise<string> {
  const writer = await storage.openWriter({ contentType: "text/html; charset=utf-8", contentEncoding: null });
  await writer.write(Buffer.from(html));
  return (await writer.finish()).sha256;
}

async function publish(
  { db, announce }: RunTools,
  { run, artifacts, credits }: { run: RunRow; artifacts: readonly NewArtifact[]; credits: number },
): Promise<boolean> {
  return inTransaction(db, async (sql) => {
    if (!(await finishRun(sql, run, credits))) return false;
    for (const artifact of artifacts) {
      await insertArtifact(sql, artifact);
      await announceArtifact(sql, announce, { run, artifact });
    }
    return true;
  });
}

async function announceArtifact(
  sql: Sql,
  announce: Announce,
  { run, artifact }: { run: RunRow; artifact: NewArtifact },
): Promise<void> {
  const owner = { accountId: run.account_id, builderId: run.builder_id };
  const about = {
    artifact_id: artifact.artifact_id,
    agent_id: run.builder_id,
    agent_type: artifact.agent_type,
    run_id: run.run_id,
    company_list: artifact.company_list,
  };
  await announce(sql, { ...owner, type: "artifact.created", data: about });
  for (const change of artifact.difference ?? [])
    await announce(sql, { ...owner, type: "field.changed", data: { ...about, ...change } });
}
