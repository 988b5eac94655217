import type { IncomingHttpHeaders } from "node:http";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callTool, isContinuing, type ToolCaller, type ToolResult } from "./call-tool.ts";
import { ceilingOf } from "./confirm.ts";
import type { ServerParts } from "./server.ts";
import { knowsTasks, startsWork } from "./tasks.ts";
import { chooseOperation, isAllowed } from "./tool-list.ts";

type Json = Record<string, unknown>;

const MODERN = "2026-07-28";
const LEGACY = new Set<unknown>(["2025-03-26", "2025-06-18", "2025-11-25"]);

/**
 * Handles the plain case of `tools/call` without building a server, at a tenth of the cost. Anything unusual is left
 * to the SDK: false means that no response was sent.
 */
export async function answerPlainCall(
  parts: ServerParts,
  {
    request,
    reply,
    from,
    confirmAbove,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    from: ToolCaller;
    confirmAbove: number;
  },
): Promise<boolean> {
  const message = readPlainCall(request);
  if (message === null) return false;
  const { id, params, era } = message;
  const complete = era === "modern" ? { resultType: "complete" } : {};
  const tool = typeof params["name"] === "string" ? parts.tools.get(params["name"]) : undefined;
  const args = (params["arguments"] ?? {}) as Json;
  if (!isAllowed(tool, from.caller.scopes) || typeof args !== "object" || Array.isArray(args)) return false;
  const { max_tokens: _, cursor: __, ...input } = args;
  const operation = chooseOperation(tool, input);
  if (!isContinuing(args) && ceilingOf(operation, input) > confirmAbove) return false;
  const meta = params["_meta"] as Json | undefined;
  if (startsWork(operation) && knowsTasks(meta)) return false;
  const result = await callTool(parts, operation, { from, args, meta });
  send(reply, request, writeResult(result, complete), id);
  return true;
}

/** The structure is serialised once: the text next to it is the same JSON. */
function writeResult({ content, structuredContent, isError, _meta }: ToolResult, complete: Json): string {
  const [first] = content;
  const structure = structuredContent && first?.type === "text" ? `"structuredContent":${first.text},` : "";
  return `{${structure}${JSON.stringify({ content, ...(isError ? { isError } : {}), _meta, ...complete }).slice(1)}`;
}

function send(reply: FastifyReply, request: FastifyRequest, result: string, id: string | number): void {
  reply
    .header("x-request-id", request.id)
    .header("cache-control", "no-store")
    .type("application/json")
    .send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`);
}

interface PlainCall {
  id: string | number;
  params: Json;
  era: "modern" | "legacy";
}

/** A message that needs only a response: no progress, no second round, headers and body consistent. */
function readPlainCall({ method: verb, headers, body }: FastifyRequest): PlainCall | null {
  if (verb !== "POST" || !isObject(body) || !acceptsBoth(headers.accept)) return null;
  const { jsonrpc, id, method, params = {}, ...others } = body;
  if (jsonrpc !== "2.0" || Object.keys(others).length > 0) return null;
  if (typeof id !== "string" && typeof id !== "number") return null;
  if (method !== "tools/call" || !isObject(params)) return null;
  if (Object.keys(params).some((name) => !PLAIN_PARAMS.has(name))) return null;
  const era = readEra(headers, params);
  return era && { id, params, era };
}

const PLAIN_PARAMS = new Set(["name", "arguments", "_meta"]);

/** The protocol version of the message; null when its headers and its body do not agree. */
function readEra(headers: IncomingHttpHeaders, params: Json): PlainCall["era"] | null {
  const { _meta: meta = {} } = params;
  if (!isObject(meta) || "progressToken" in meta) return null;
  const version = headers["mcp-protocol-version"];
  if (version === MODERN) {
    const isWhole = isObject(meta[CLIENT_CAPABILITIES_META_KEY]) && isObject(meta[CLIENT_INFO_META_KEY]);
    const isNamed = headers["mcp-method"] === "tools/call" && headers["mcp-name"] === params["name"];
    return isWhole && isNamed && meta[PROTOCOL_VERSION_META_KEY] === MODERN ? "modern" : null;
  }
  const isPlain = headers["mcp-session-id"] === undefined && !(PROTOCOL_VERSION_META_KEY in meta);
  return isPlain && (version === undefined || LEGACY.has(version)) ? "legacy" : null;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const acceptsBoth = (accept: string | undefined): boolean | undefined =>
  accept?.includes("application/json") && accept.includes("text/event-stream");
