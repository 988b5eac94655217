import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { type Caller, defineOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { viewerOf } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import { cancelRun } from "../agents/index.ts";
import { cancelParseJob } from "../reports/index.ts";
import { listTasks, TASK_KINDS, TASK_STATES, type TaskKind, type TaskOwner, type TaskRow } from "./store.ts";

/** What a credential needs to see a kind of task, and to cancel one. */
const SCOPES: Readonly<Record<TaskKind, { read: Scope; write: Scope }>> = {
  parse_pdf: { read: "reports:read", write: "reports:write" },
  run_agent: { read: "agents:read", write: "agents:write" },
};

const Task = z
  .object({
    task_id: z.string().describe("The job_id of parser.pdf or the run_id of agents.run"),
    kind: z.enum(TASK_KINDS),
    state: z.enum(TASK_STATES),
    message: z.string().nullable().describe("How far it is, or why it failed"),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Task" });

const TaskId = z.string().min(1).max(60).describe("The job_id of parser.pdf or the run_id of agents.run");
/** Use the job_id that `parser.pdf` returned. */
const EXAMPLE = "job_aaaaaaaaaaaaaaaa";

const common = { scope: "reference:read", price: 0, perSecond: 10, mcp: false } as const;

const ownerOf = ({ accountId, userId, keyId }: Caller): TaskOwner => ({
  accountId,
  requestedBy: userId ?? keyId,
});

const kindsOf = ({ scopes }: Caller) => TASK_KINDS.filter((kind) => scopes.has(SCOPES[kind].read));

async function requireTask(db: Database, caller: Caller, taskId: string): Promise<TaskRow> {
  const query = { kinds: kindsOf(caller), taskId, limit: 1, offset: 0 };
  const [row] = await listTasks(db, ownerOf(caller), query);
  if (!row) throw new Failure("job_not_found");
  return row;
}

export const showTasks = (db: Database) =>
  defineOperation({
    ...common,
    id: "tasks.list",
    summary: "Your long work: parsed PDF files and runs of agent builders",
    guide: "The latest first: what this person, or this key where no person created it, has started.",
    effect: "read",
    rest: { method: "GET", path: "/v1/task/list" },
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ tasks: z.array(Task).describe("The latest first"), has_more: z.boolean() }),
    examples: [{ title: "The latest", input: {} }],
    async run({ caller }, { limit, offset }) {
      const query = { kinds: kindsOf(caller), taskId: null, limit: limit + 1, offset };
      const rows = await listTasks(db, ownerOf(caller), query);
      return { tasks: rows.slice(0, limit), has_more: rows.length > limit };
    },
  });

export const showTask = (db: Database) =>
  defineOperation({
    ...common,
    id: "tasks.get",
    summary: "How far a task is",
    guide: "Free also when it is done: its result comes from parser.result or agents.run_status.",
    effect: "read",
    rest: { method: "GET", path: "/v1/task/get" },
    input: z.strictObject({ task_id: TaskId }),
    output: Task,
    errors: ["job_not_found"],
    examples: [{ title: "The job_id of parser.pdf", input: { task_id: EXAMPLE } }],
    run: ({ caller }, { task_id }) => requireTask(db, caller, task_id),
  });

export const cancelTask = (db: Database) =>
  defineOperation({
    ...common,
    id: "tasks.cancel",
    summary: "Cancel a task",
    guide: "Stops it as soon as possible. What is cancelled costs nothing; what has ended stays as it is.",
    effect: "write",
    rest: { method: "POST", path: "/v1/task/cancel" },
    input: z.strictObject({ task_id: TaskId }),
    output: Task,
    errors: ["job_not_found", "scope_missing"],
    examples: [{ title: "The job_id of parser.pdf", input: { task_id: EXAMPLE } }],
    async run({ caller }, { task_id }) {
      const { kind } = await requireTask(db, caller, task_id);
      const { write } = SCOPES[kind];
      if (!caller.scopes.has(write))
        throw new Failure("scope_missing", { detail: `Missing scope: ${write}` });
      if (kind === "parse_pdf") await cancelParseJob(db, task_id);
      else await cancelRun(db, viewerOf(caller), task_id);
      return requireTask(db, caller, task_id);
    },
  });
