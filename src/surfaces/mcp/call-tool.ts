import { hash, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type AnswerOwner,
  type GateCaller,
  readSavedAnswer,
  saveAnswer,
} from "../../features/access/index.ts";
import { type Call, type Gate, runOperation } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { recordCall } from "../record-call.ts";
import { fitAnswer, type More, type Position, RESULT_TOKENS } from "./fit-result.ts";
import { forModels, inToolWords, isBare, markQuotes } from "./for-models.ts";

type Json = Record<string, unknown>;

export type ToolContent =
  | { type: "text"; text: string }
  | { type: "resource_link"; uri: string; name: string; mimeType: string };

export type ToolResult = {
  content: ToolContent[];
  structuredContent?: Json;
  isError?: boolean;
  _meta?: Json;
};

/** Who calls, from where, under which request id. */
export interface ToolCaller {
  caller: GateCaller;
  requestId: string;
  address: string;
  /** Aborted when the caller disconnects or cancels. */
  cancelled: AbortSignal;
  /** The `Idempotency-Key` header of the request, if any. */
  idempotencyKey?: string | null;
  /** What the client asked for, where this is the first request of a session. */
  protocolVersion?: string | null;
}

export interface CallTools {
  gate: Gate;
  metrics: Metrics;
}

export type OnPart = (event: string, data: unknown) => void;

export interface ToolCall {
  from: ToolCaller;
  args: Json;
  /** What the client sent alongside the arguments. */
  meta?: Json | undefined;
  onPart?: OnPart | undefined;
}

/**
 * Runs a tool through the same gate as every other surface. Errors that the model can fix are returned as a result.
 */
export async function callTool(
  tools: CallTools,
  operation: AnyOperation,
  { from, args, meta, onPart }: ToolCall,
): Promise<ToolResult> {
  const { max_tokens, cursor, ...input } = args;
  const tokensMax = Number(max_tokens ?? (isBare(operation) ? BARE_TOKENS : RESULT_TOKENS.usual));
  if (!Number.isInteger(tokensMax) || tokensMax < RESULT_TOKENS.least || tokensMax > RESULT_TOKENS.most)
    return refusal(
      `max_tokens: expected a whole number from ${RESULT_TOKENS.least} to ${RESULT_TOKENS.most}.`,
      "invalid_input",
    );
  const place = readCursor(cursor);
  const idempotencyKey = readIdempotencyKey(from, meta);
  if (idempotencyKey === undefined)
    return refusal(`${IDEMPOTENCY_KEY_META}: expected text.`, "invalid_input");
  if (place === null) return refusal("cursor: expected the cursor of an earlier answer.", "invalid_input");
  const { outcome, call } = await runRecorded(
    tools,
    place ? continuing(tools, operation, from, place) : operation,
    {
      from,
      input: place ? {} : input,
      onPart,
      idempotencyKey: place ? null : idempotencyKey,
      present: (data, running) => presentResult(tools, running, data, { tokensMax, place, input }),
    },
  );
  if (outcome instanceof Failure) return refusal(describeFailure(outcome), outcome.code);
  return { ...outcome.answer, _meta: creditsOf(call) };
}

/** A caller of a bare tool cannot ask for more or for the rest, so it gets more at once. */
const BARE_TOKENS = 20_000;

/** Shortens an answer to fit, and saves the complete one for the caller to read on. */
async function presentResult(
  { gate }: CallTools,
  call: Call,
  answer: unknown,
  { tokensMax, place, input }: { tokensMax: number; place: CursorPosition | undefined; input: Json },
): Promise<ToolResult> {
  const id = place?.id ?? makeAnswerId(call);
  const writeCursor = (next: Position) => [id, ...next].join(".");
  const fitting = { tokensMax, position: place?.position ?? [], writeCursor };
  const useful = place === undefined ? forModels(call.operation, answer) : answer;
  let fitted = fitAnswer(useful, fitting);
  const isNew = place === undefined && fitted.more !== null && fitted.more.cursor !== null;
  if (isNew && !(await saveAnswer(gate.db, id, answerOwner(call), useful)))
    fitted = fitAnswer(useful, { ...fitting, writeCursor: () => null });
  const marked = markQuotes(call.operation, fitted);
  return { ...marked, content: [...marked.content, ...linksIn(input, fitted.more)] };
}

/** Where an earlier answer continues. */
interface CursorPosition {
  id: string;
  position: Position;
}

/** Whether a call continues an earlier answer, which costs nothing. */
export const isContinuing = ({ cursor }: Json) => readCursor(cursor) !== undefined;

/** Undefined without a cursor, null for an invalid one. */
function readCursor(cursor: unknown): CursorPosition | null | undefined {
  if (cursor === undefined || cursor === null || cursor === "") return undefined;
  if (typeof cursor !== "string" || !/^[\w-]{22}(?:\.\d{1,9}){1,5}$/.test(cursor)) return null;
  const [id = "", ...position] = cursor.split(".");
  return { id, position: position.map(Number) };
}

/** Unguessable, and the same when the credential repeats the call under its Idempotency-Key. */
function makeAnswerId({ callId, caller: { keyId, userId, clientId } }: Call): string {
  const name = JSON.stringify([callId ?? randomUUID(), keyId, userId, clientId]);
  return hash("sha256", name, "base64url").slice(0, 22);
}

/** By the tool, not the operation: a cursor alone does not say which operation of the tool it continues. */
const answerOwner = ({ caller, operation }: Pick<Call, "caller" | "operation">): AnswerOwner => ({
  accountId: caller.accountId,
  keyId: caller.keyId,
  userId: caller.userId,
  clientId: caller.clientId,
  operationId: operation.mcp === false ? operation.id : operation.mcp.tool,
});

/** The operation that continues an earlier answer: same permissions and rate, no work and no price. */
function continuing(
  { gate }: CallTools,
  { afterSettle: _, ...operation }: AnyOperation,
  { caller }: ToolCaller,
  { id }: CursorPosition,
): AnyOperation {
  return {
    ...operation,
    price: 0,
    input: z.object({}),
    output: z.unknown(),
    async run() {
      const kept = await readSavedAnswer(gate.db, id, answerOwner({ caller, operation }));
      if (kept) return kept.answer;
      throw new Failure("invalid_input", {
        detail: "cursor: unknown or older than 15 minutes. Call again without it.",
      });
    },
  };
}

/** In `_meta` of the call, where it applies to this one call, or in the HTTP header. */
const IDEMPOTENCY_KEY_META = "florin/idempotency-key";

/** Null without a key, undefined for one that is not text. */
function readIdempotencyKey({ idempotencyKey }: ToolCaller, meta?: Json): string | null | undefined {
  const own = meta?.[IDEMPOTENCY_KEY_META] ?? idempotencyKey ?? null;
  return own === null || typeof own === "string" ? own : undefined;
}

export interface ToolRun<Answer> {
  from: ToolCaller;
  input: unknown;
  onPart?: OnPart | undefined;
  idempotencyKey?: string | null;
  /** Formats the answer before it is charged. */
  present: (data: unknown, call: Call) => Answer | Promise<Answer>;
}

/** Runs and records an operation for MCP; a failure that the caller may see is returned. */
export async function runRecorded<Answer>(
  tools: CallTools,
  operation: AnyOperation,
  { from, input, onPart, idempotencyKey = null, present }: ToolRun<Answer>,
): Promise<{ outcome: { answer: Answer } | Failure; call: Call }> {
  const startedAt = performance.now();
  const { caller, requestId, address, cancelled } = from;
  const call: Call = {
    operation,
    caller,
    requestId,
    idempotencyKey,
    cancelled,
    onPart: onPart ?? null,
    present,
  };
  let failure: Failure | null = null;
  try {
    // The gate returns what `present` returned.
    return { outcome: { answer: (await runOperation(tools.gate, call, input)) as Answer }, call };
  } catch (error) {
    failure = error instanceof Failure ? error : new Failure("internal", { cause: error });
    // The service's own error is for the log; a model cannot fix it.
    if (failure.code === "internal") throw error;
    return { outcome: failure, call };
  } finally {
    const seconds = (performance.now() - startedAt) / 1_000;
    const end = { status: failure?.status ?? 200, errorCode: failure?.code ?? null, seconds };
    recordCall(tools, call, { channel: "mcp", address, ...end });
  }
}

export function creditsOf({ receipt, replayed }: Call): Json {
  return {
    credits_charged: receipt?.charged ?? 0,
    ...(receipt ? { credits_remaining: receipt.remaining } : {}),
    ...(replayed ? { idempotency_replayed: true } : {}),
  };
}

export function refusal(text: string, code: string): ToolResult {
  return { isError: true, content: [{ type: "text", text }], _meta: { code, credits_charged: 0 } };
}

function describeFailure({ message, detail, retryAfterSeconds }: Failure): string {
  const wait = retryAfterSeconds === null ? "" : `Try again in ${retryAfterSeconds} s.`;
  return [message, detail && inToolWords(detail), wait].filter(Boolean).join(" ");
}

/** When something was left out, links to the complete content. */
function linksIn(input: Json, more: More | null): ToolContent[] {
  const reports = [input["report_id"]].flat().filter((id) => typeof id === "string");
  if (more === null || reports.length === 0) return [];
  return reports.slice(0, 5).map((id) => ({
    type: "resource_link" as const,
    uri: `florin://reports/${id}`,
    name: `Report ${id}`,
    mimeType: "application/json",
  }));
}
