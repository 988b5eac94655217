import type { GateCaller } from "../../features/access/index.ts";
import { type Call, type Gate, runOperation } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { recordCall } from "../record-call.ts";
import { fitAnswer, type More, readCursor } from "./fit-result.ts";

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

/** Who calls, from where, under which id. */
export interface ToolCaller {
  caller: GateCaller;
  requestId: string;
  address: string;
  /** Aborted when the caller has gone or has cancelled. */
  gone: AbortSignal;
}

export interface CallTools {
  gate: Gate;
  metrics: Metrics;
}

export type OnPart = (event: string, data: unknown) => void;

const TOKENS = { least: 500, usual: 6_000, most: 100_000 };

/** Runs a tool through the same gate as every other door. What the model can repair comes back as a result. */
export async function callTool(
  tools: CallTools,
  operation: AnyOperation,
  { from, args, onPart }: { from: ToolCaller; args: Json; onPart?: OnPart | undefined },
): Promise<ToolResult> {
  const { max_tokens, cursor, ...input } = args;
  const tokensMax = max_tokens ?? TOKENS.usual;
  const skip = readCursor(cursor);
  if (!Number.isInteger(tokensMax) || Number(tokensMax) < TOKENS.least || Number(tokensMax) > TOKENS.most)
    return refusal(
      `max_tokens: expected a whole number from ${TOKENS.least} to ${TOKENS.most}.`,
      "invalid_input",
    );
  if (skip === null) return refusal("cursor: expected the cursor of an earlier answer.", "invalid_input");
  const present = (data: unknown): ToolResult => {
    const fitted = fitAnswer(data, Number(tokensMax), skip);
    if (!fitted) throw new Failure("invalid_input", { detail: "The answer does not fit: raise max_tokens." });
    return {
      content: [{ type: "text", text: fitted.text }, ...linksIn(input, fitted.more)],
      structuredContent: fitted.more ? { data: fitted.data, more: fitted.more } : { data: fitted.data },
    };
  };
  const { outcome, call } = await runRecorded(tools, operation, { from, input, onPart, present });
  if (outcome instanceof Failure) return refusal(describeFailure(outcome), outcome.code);
  return { ...outcome.answer, _meta: creditsOf(call) };
}

export interface ToolRun<Answer> {
  from: ToolCaller;
  input: unknown;
  onPart?: OnPart | undefined;
  /** Shapes the answer before it is paid for. */
  present: (data: unknown, call: Call) => Answer | Promise<Answer>;
}

/** Runs an operation for the MCP door and records it; a failure that the caller may read is returned. */
export async function runRecorded<Answer>(
  tools: CallTools,
  operation: AnyOperation,
  { from, input, onPart, present }: ToolRun<Answer>,
): Promise<{ outcome: { answer: Answer } | Failure; call: Call }> {
  const startedAt = performance.now();
  const { caller, requestId, address, gone } = from;
  const call: Call = {
    operation,
    caller,
    requestId,
    idempotencyKey: null,
    gone,
    onPart: onPart ?? null,
    present,
  };
  let failure: Failure | null = null;
  try {
    // The gate returns what `present` made.
    return { outcome: { answer: (await runOperation(tools.gate, call, input)) as Answer }, call };
  } catch (error) {
    failure = error instanceof Failure ? error : new Failure("internal", { cause: error });
    // The service's own fault is for the door's log; a model could do nothing about it.
    if (failure.code === "internal") throw error;
    return { outcome: failure, call };
  } finally {
    const seconds = (performance.now() - startedAt) / 1_000;
    const end = { status: failure?.status ?? 200, errorCode: failure?.code ?? null, seconds };
    recordCall(tools, call, { channel: "mcp", address, ...end });
  }
}

export function creditsOf({ receipt }: Call): Json {
  return {
    credits_charged: receipt?.charged ?? 0,
    ...(receipt ? { credits_remaining: receipt.remaining } : {}),
  };
}

export function refusal(text: string, code: string): ToolResult {
  return { isError: true, content: [{ type: "text", text }], _meta: { code, credits_charged: 0 } };
}

function describeFailure({ message, detail, retryAfterSeconds }: Failure): string {
  const wait = retryAfterSeconds === null ? "" : `Try again in ${retryAfterSeconds} s.`;
  return [message, detail, wait].filter(Boolean).join(" ");
}

/** When something was left out, where the whole of it can be read. */
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
