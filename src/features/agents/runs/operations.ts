import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import type { Jobs } from "../../../platform/jobs/index.ts";
import { requireBuilder } from "../builders/managing.ts";
import { EXAMPLE_IDS } from "../data/example-ids.ts";
import { managing, viewing } from "../managing-operation.ts";
import { viewerOf } from "../owner.ts";
import { planRun } from "./plan-run.ts";
import { runJob } from "./run-job.ts";
import { cancelRun, findAnyRun, findRun, insertRun, listRuns, RUN_STATES, type RunRow } from "./store.ts";

export interface RunOperationTools {
  db: Database;
  jobs: Jobs;
}

const options = z.strictObject({
  agent_id: z.string().min(1).max(60),
  agent_type: z.enum(["data", "report"]),
  everything: z.boolean().default(false).describe("Read every company, not only those with new reports"),
});
const runId = z.strictObject({ run_id: z.string().min(1).max(60) });

const Run = z
  .object({
    run_id: z.string(),
    agent_id: z.string(),
    ag_sub_id: z.string().nullable(),
    due_at: z.string().nullable(),
    agent_type: z.enum(["data", "report"]),
    state: z.enum(RUN_STATES),
    companies_total: z.int(),
    companies_done: z.int(),
    attempts: z.int(),
    quoted_credits: z.int(),
    charged_credits: z.int().describe("The credits charged: none unless the run is done"),
    reason: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "AgentBuilderRun" });

function describe(row: RunRow): z.input<typeof Run> {
  const {
    builder_id,
    subscription_id,
    account_id: _,
    key_id: __,
    everything: ___,
    requested_by: ____,
    ...rest
  } = row;
  return { ...rest, agent_id: builder_id, ag_sub_id: subscription_id };
}

export const quoteRun = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "agents.quote",
    summary: "What a run of an agent builder would read and cost",
    guide: "Free. Companies without new reports are not read and cost nothing.",
    rest: { method: "POST", path: "/v1/agent_builder/quote" },
    input: options,
    output: z.object({ companies: z.int(), reports: z.int(), fields: z.int(), credits: z.int() }),
    errors: ["builder_not_found"],
    examples: [
      {
        title: "Everything a demo builder reads",
        input: { agent_id: EXAMPLE_IDS.builder, agent_type: "data", everything: true },
      },
    ],
    async run({ caller }, { agent_id, agent_type, everything }) {
      const builder = await requireBuilder(db, viewerOf(caller), agent_id);
      const { companies, ...plan } = await planRun(db, builder, { agentType: agent_type, everything });
      return { ...plan, companies: companies.length };
    },
  });

export const startRun = ({ db, jobs }: RunOperationTools) =>
  defineOperation({
    ...managing,
    id: "agents.run",
    summary: "Run an agent builder now",
    guide:
      "Runs an agent builder in the background; agents.run_status shows the progress. Costs its quote when done, else nothing.",
    perSecond: 2,
    mcp: { tool: "run_agent" },
    rest: { method: "POST", path: "/v1/agent_builder/run" },
    input: options,
    output: Run,
    errors: ["builder_not_found"],
    examples: [
      { title: "Data of a demo builder", input: { agent_id: EXAMPLE_IDS.builder, agent_type: "data" } },
    ],
    async run({ caller }, { agent_id, agent_type, everything }) {
      const builder = await requireBuilder(db, viewerOf(caller), agent_id);
      const run_id = makeId("run");
      const account_id = builder.account_id;
      const key_id = caller.keyId;
      const whole = { run_id, builder_id: agent_id, account_id, key_id, agent_type, everything };
      await inTransaction(db, async (sql) => {
        await insertRun(sql, {
          ...whole,
          requested_by: caller.userId ?? caller.keyId,
          subscription_id: null,
          due_at: null,
        });
        await jobs.send(sql, runJob, { run_id }, { key: run_id });
      });
      const row = await findAnyRun(db, run_id);
      if (!row) throw new Failure("run_not_found");
      return describe(row);
    },
  });

export const showRun = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "agents.run_status",
    summary: "Progress and cost of a run",
    guide: "State, progress, attempts, quote and receipt; for a failed run the reason.",
    mcp: { tool: "run_agent" },
    rest: { method: "GET", path: "/v1/agent_builder/run" },
    input: runId,
    output: Run,
    errors: ["run_not_found"],
    examples: [{ title: "The run_id of agents.run", input: { run_id: EXAMPLE_IDS.run } }],
    async run({ caller }, { run_id }) {
      const row = await findRun(db, viewerOf(caller), run_id);
      if (!row) throw new Failure("run_not_found");
      return describe(row);
    },
  });

export const showRuns = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "agents.runs",
    summary: "Runs of an agent builder, including failed ones",
    guide: "Latest first.",
    rest: { method: "GET", path: "/v1/agent_builder/runs" },
    input: z.strictObject({
      agent_id: z.string().min(1).max(60),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ runs: z.array(Run) }),
    errors: ["builder_not_found"],
    examples: [{ title: "Of a demo builder", input: { agent_id: EXAMPLE_IDS.builder, limit: 5 } }],
    async run({ caller }, { agent_id, limit, offset }) {
      const viewer = viewerOf(caller);
      await requireBuilder(db, viewer, agent_id);
      const runs = await listRuns(db, viewer, { builderId: agent_id, limit, offset });
      return { runs: runs.map(describe) };
    },
  });

export const stopRun = (db: Database) =>
  defineOperation({
    ...managing,
    id: "agents.cancel",
    summary: "Cancel a run",
    guide: "Stops after the company being read. Nothing is published and nothing is charged.",
    rest: { method: "POST", path: "/v1/agent_builder/run/cancel" },
    input: runId,
    output: Run,
    errors: ["run_not_found", "run_ended"],
    examples: [{ title: "The run_id of agents.run", input: { run_id: EXAMPLE_IDS.run } }],
    async run({ caller }, { run_id }) {
      const viewer = viewerOf(caller);
      const cancelled = await cancelRun(db, viewer, run_id);
      const row = await findRun(db, viewer, run_id);
      if (!row) throw new Failure("run_not_found");
      if (!cancelled) throw new Failure("run_ended", { detail: `The run is ${row.state}.` });
      return describe(row);
    },
  });
