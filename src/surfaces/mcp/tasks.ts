import { setTimeout as sleep } from "node:timers/promises";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Server,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { callTool, refusal, runRecorded, type ToolCaller, type ToolResult } from "./call-tool.ts";
import type { ServerParts } from "./server.ts";
import type { Tool } from "./tool-list.ts";

/**
 * Operations that only start work: the field that names it, and the operation that has its result. A task is that work,
 * so it outlives the connection, the node and the client.
 */
const WORK: Readonly<Record<string, { id: string; result: string }>> = {
  "parser.pdf": { id: "job_id", result: "parser.result" },
  "agents.run": { id: "run_id", result: "agents.run_status" },
};

const KINDS: Readonly<Record<Task["kind"], string>> = { parse_pdf: "parser.pdf", run_agent: "agents.run" };

/** The extension of protocol 2026-07-28; clients of 2025-11-25 have tasks in the protocol itself. */
const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
export const TASKS_SINCE = "2025-11-25";
export type Era = "legacy" | "modern";

export const startsWork = ({ id }: AnyOperation) => id in WORK;
export const mayStartWork = (tools: ReadonlyMap<string, Tool>) =>
  [...tools.values()].some(({ operations }) => operations.some(startsWork));

const POLL_MILLISECONDS = 2_000;
/** Each look is a call in the audit trail, so looks become rarer. */
const LOOK_MILLISECONDS = { first: 500, growth: 1.3, most: 5_000 };
const PAGE = 50;

/** As the operations of tasks answer. */
interface Task {
  task_id: string;
  kind: "parse_pdf" | "run_agent";
  state: "working" | "completed" | "failed" | "cancelled";
  message: string | null;
  created_at: string;
  updated_at: string;
}

/** What a client of each protocol version may rely on, where a tool can run as a task. */
export function taskCapabilities(tools: ServerParts["tools"], era: Era) {
  if (!mayStartWork(tools)) return {};
  return era === "legacy"
    ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
    : { extensions: { [TASKS_EXTENSION]: {} } };
}

/** Whether the client has said, in this message, that it knows tasks of the extension. */
export function knowsTasks(envelope: unknown): boolean {
  const meta = envelope as Record<string, ClientCapabilities | undefined> | undefined;
  return meta?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS_EXTENSION] !== undefined;
}

/** The answer to a call that started work: the task instead of the result. */
export async function describeStarted(
  parts: ServerParts,
  from: ToolCaller,
  { operation, result, era }: { operation: AnyOperation; result: ToolResult; era: Era },
) {
  const work = WORK[operation.id];
  const data = result.structuredContent?.["data"] as Record<string, unknown> | undefined;
  if (!work || !data || result.isError) return result;
  const task = await ask(parts, from, "tasks.get", { task_id: data[work.id] });
  // The text is for a client that does not expect a task.
  const { content, _meta } = result;
  return era === "legacy"
    ? { content, _meta, task: inLegacyWords(task) }
    : { content, _meta, resultType: "task", ...inModernWords(task) };
}

const OneTask = { params: z.looseObject({ taskId: z.string().min(1).max(60) }) };
const TaskPage = {
  params: z.looseObject({
    cursor: z
      .string()
      .regex(/^\d{1,6}$/)
      .optional(),
  }),
};

export function mountTasks(server: Server, parts: ServerParts, from: ToolCaller, era: Era): void {
  if (era === "legacy") mountLegacy(server, parts, from);
  else mountModern(server, parts, from);
}

function mountLegacy(server: Server, parts: ServerParts, from: ToolCaller): void {
  server.setRequestHandler("tasks/get", OneTask, async ({ taskId }) =>
    inLegacyWords(await ask(parts, from, "tasks.get", { task_id: taskId })),
  );
  server.setRequestHandler("tasks/result", OneTask, async ({ taskId }, { mcpReq }) => {
    const signal = AbortSignal.any([from.cancelled, mcpReq.signal]);
    const task = await waitForEnd(parts, from, taskId, signal);
    const result = await resultOf(parts, from, task);
    return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId } } };
  });
  server.setRequestHandler("tasks/cancel", OneTask, async ({ taskId }) => {
    refuseEnded(await ask(parts, from, "tasks.get", { task_id: taskId }));
    const after = await ask(parts, from, "tasks.cancel", { task_id: taskId });
    // It may have ended at this very moment.
    if (after.state !== "cancelled") refuseEnded(after);
    return inLegacyWords(after);
  });
  server.setRequestHandler("tasks/list", TaskPage, async ({ cursor }) => {
    const offset = Number(cursor ?? 0);
    const { tasks, has_more } = await run<{ tasks: Task[]; has_more: boolean }>(parts, from, "tasks.list", {
      limit: PAGE,
      offset,
    });
    return { tasks: tasks.map(inLegacyWords), ...(has_more ? { nextCursor: String(offset + PAGE) } : {}) };
  });
}

/** What has ended cannot be cancelled. */
function refuseEnded({ state }: Task): void {
  if (state !== "working")
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is already ${state}.`);
}

function mountModern(server: Server, parts: ServerParts, from: ToolCaller): void {
  server.setRequestHandler("tasks/get", OneTask, async ({ taskId }, { mcpReq }) => {
    requireExtension(mcpReq.envelope);
    const task = await ask(parts, from, "tasks.get", { task_id: taskId });
    const shown = inModernWords(task);
    if (task.state === "completed") return { ...shown, result: await resultOf(parts, from, task) };
    if (task.state !== "failed") return shown;
    return {
      ...shown,
      error: { code: ProtocolErrorCode.InternalError, message: task.message ?? "It failed." },
    };
  });
  server.setRequestHandler("tasks/cancel", OneTask, async ({ taskId }, { mcpReq }) => {
    requireExtension(mcpReq.envelope);
    await ask(parts, from, "tasks.cancel", { task_id: taskId });
    return {};
  });
}

function requireExtension(envelope: unknown): void {
  if (knowsTasks(envelope)) return;
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  throw new ProtocolError(
    ProtocolErrorCode.MissingRequiredClientCapability,
    "The client did not declare the tasks extension.",
    { requiredCapabilities },
  );
}

/** What the work brought: free to ask for again, charged at most once by its own operation. */
async function resultOf(parts: ServerParts, from: ToolCaller, task: Task): Promise<ToolResult> {
  if (task.state === "cancelled") return refusal("Cancelled: nothing was charged.", "cancelled");
  if (task.state === "failed") return refusal(task.message ?? "The task failed.", "failed");
  const work = WORK[KINDS[task.kind]];
  const operation = parts.operations.find(({ id }) => id === work?.result);
  if (!work || !operation) throw new Error(`no result for a task of kind ${task.kind}`);
  return callTool(parts, operation, { from, args: { [work.id]: task.task_id } });
}

async function waitForEnd(
  parts: ServerParts,
  from: ToolCaller,
  taskId: string,
  signal: AbortSignal,
): Promise<Task> {
  for (let pause = LOOK_MILLISECONDS.first; ; pause *= LOOK_MILLISECONDS.growth) {
    const task = await look<Task>(parts, from, "tasks.get", { task_id: taskId });
    // Whoever waits for many tasks at once looks at some of them later.
    if (task instanceof Failure && task.code !== "rate_limited") throw reportFailure(task);
    if (!(task instanceof Failure) && task.state !== "working") return task;
    await sleep(Math.min(pause, LOOK_MILLISECONDS.most), undefined, { signal });
  }
}

const ask = (parts: ServerParts, from: ToolCaller, id: string, input: object) =>
  run<Task>(parts, from, id, input);

async function run<Answer>(parts: ServerParts, from: ToolCaller, id: string, input: object): Promise<Answer> {
  const answer = await look<Answer>(parts, from, id, input);
  if (answer instanceof Failure) throw reportFailure(answer);
  return answer;
}

/** Under the same rules as every call, with the scope of the work: a caller who could start a task can look at it. */
async function look<Answer>(parts: ServerParts, from: ToolCaller, id: string, input: object) {
  const found = parts.operations.find((one) => one.id === id);
  if (!found) throw new Error(`no operation ${id}`);
  const scope = TASK_SCOPES.find((one) => from.caller.scopes.has(one)) ?? found.scope;
  const operation = { ...found, scope };
  const { outcome } = await runRecorded(parts, operation, { from, input, present: (data) => data as Answer });
  return outcome instanceof Failure ? outcome : outcome.answer;
}

/** Which tasks a caller sees is decided by the operations of tasks, kind by kind. */
const TASK_SCOPES: readonly Scope[] = ["reports:read", "agents:read"];

/** What the caller got wrong is an error of the protocol. */
function reportFailure({ code, message, detail }: Failure): ProtocolError {
  const text = code === "job_not_found" ? "Task not found." : message;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, [text, detail].filter(Boolean).join(" "));
}

const about = ({ task_id, state, message, created_at, updated_at }: Task) => ({
  taskId: task_id,
  status: state,
  ...(message === null ? {} : { statusMessage: message }),
  createdAt: created_at,
  lastUpdatedAt: updated_at,
});

/** Kept as long as the account keeps the work, so there is no time after which a task is gone. */
const inLegacyWords = (task: Task) => ({ ...about(task), ttl: null, pollInterval: POLL_MILLISECONDS });
const inModernWords = (task: Task) => ({ ...about(task), ttlMs: null, pollIntervalMs: POLL_MILLISECONDS });
