import { z } from "zod";
import type { GateCaller } from "../../features/access/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { recordCall } from "../record-call.ts";
import { type Call, type Gate, runOperation } from "../run-operation.ts";

type Json = Record<string, unknown>;

export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: Json & { type: "object" };
  outputSchema: Json & { type: "object" };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

export type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Json;
  isError?: boolean;
  _meta?: Json;
};

/** One call's surroundings: who calls, from where, under which id. */
export interface ToolCaller {
  caller: GateCaller;
  requestId: string;
  address: string;
  gone: AbortSignal;
}

export const toolName = ({ id, mcp }: AnyOperation) => (mcp ? mcp.tool : id);

/** An operation as a tool. Made once: turning schemas into JSON is what makes other servers slow. */
export function describeTool(operation: AnyOperation): ToolDescription {
  const price = typeof operation.price === "number" ? `${operation.price} credits` : operation.price.about;
  return {
    name: toolName(operation),
    title: operation.summary,
    description: `${operation.guide} Price: ${price}.`,
    inputSchema: { ...toJson(operation.input, "input"), type: "object" },
    outputSchema: { ...toJson(z.object({ data: operation.output }), "output"), type: "object" },
    annotations: {
      readOnlyHint: operation.effect === "read",
      destructiveHint: false,
      idempotentHint: operation.effect === "read",
      openWorldHint: false,
    },
  };
}

function toJson(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}

/** Runs a tool through the same gate as every other door. What the model can repair comes back as a result. */
export async function callTool(
  tools: { gate: Gate; metrics: Metrics },
  operation: AnyOperation,
  from: ToolCaller,
  args: unknown,
): Promise<ToolResult> {
  const startedAt = performance.now();
  const { caller, requestId, address, gone } = from;
  const call: Call = { operation, caller, requestId, idempotencyKey: null, gone };
  let status = 200;
  let errorCode: string | null = null;
  try {
    const data = await runOperation(tools.gate, call, args);
    const structuredContent = { data };
    return {
      structuredContent,
      content: [{ type: "text", text: JSON.stringify(structuredContent) }],
      _meta: creditsOf(call),
    };
  } catch (error) {
    const failure = error instanceof Failure ? error : new Failure("internal", { cause: error });
    status = failure.status;
    errorCode = failure.code;
    // Our own fault is for the door's log; a model could do nothing about it.
    if (failure.code === "internal") throw error;
    const text = [failure.message, failure.detail].filter(Boolean).join(" ");
    return { isError: true, content: [{ type: "text", text }], _meta: { code: failure.code } };
  } finally {
    const seconds = (performance.now() - startedAt) / 1_000;
    recordCall(tools, call, { channel: "mcp", address, status, errorCode, seconds });
  }
}

function creditsOf({ receipt }: Call): Json {
  return {
    credits_charged: receipt?.charged ?? 0,
    ...(receipt ? { credits_remaining: receipt.remaining } : {}),
  };
}
