/** The surface for AI clients: operations as tools, resources and prompts over the Model Context Protocol. */
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  type McpRequestContext,
  type Server,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Credentials, forRecheck, type GateCaller, takeOnce } from "../../features/access/index.ts";
import type { Gate } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { onCallerDisconnect } from "../caller-disconnect.ts";
import { readCredentials } from "../read-credentials.ts";
import { resolveBaseUrl } from "../resolve-base-url.ts";
import { watchCredential } from "../watch-credential.ts";
import { mayListen, startAnnouncing, type WatchReady } from "./announce.ts";
import type { ToolCaller } from "./call-tool.ts";
import { mountCatalog } from "./catalog/index.ts";
import { makeConfirmation } from "./confirm.ts";
import { answerPlainCall } from "./quick-call.ts";
import { listResources } from "./resources.ts";
import { buildMcpServer, type ServerParts } from "./server.ts";
import { listTools } from "./tool-list.ts";

export { buildMcpServer } from "./server.ts";

export interface McpTools {
  operations: readonly AnyOperation[];
  gate: Gate;
  metrics: Metrics;
  log: Log;
  version: string;
  authenticate: (credentials: Credentials) => Promise<GateCaller>;
  /** Seals state that a client must send back unchanged. */
  stateKey: Uint8Array;
  /** Above this many credits a person is asked first, if the client can ask. */
  confirmAbove: number;
  watchReady: WatchReady;
  /** Extends each server, for tests of features the service does not offer. */
  extend?: (server: Server) => void;
}

/** Shared by HTTP and standard input. */
export function prepareMcp(tools: Omit<McpTools, "authenticate" | "log" | "watchReady">): ServerParts {
  return {
    ...tools,
    tools: listTools(tools.operations),
    resources: listResources(tools.operations),
    confirmation: makeConfirmation(tools.stateKey, {
      creditsMax: tools.confirmAbove,
      takeOnce: (name, ttlSeconds) => takeOnce(tools.gate.db, name, ttlSeconds),
    }),
  };
}

/** Streamable HTTP at /mcp. Each request is independent, so any node can handle it. */
export async function mountMcp(
  server: FastifyInstance,
  tools: McpTools,
): Promise<{ close: () => Promise<void> }> {
  const parts = prepareMcp(tools);
  const onerror = (error: Error) => tools.log.debug({ err: error }, "mcp");
  const build = ({ authInfo, era }: McpRequestContext) => {
    const from = callerOf(authInfo);
    // Clients of 2025 have no stream on which changes could be announced.
    const mcp = buildMcpServer(parts, from, { announces: era === "modern" && mayListen(from.caller) });
    tools.extend?.(mcp);
    return mcp;
  };
  const announcer = await startAnnouncing(tools.watchReady);
  const handler = createMcpHandler(build, { onerror, bus: announcer.bus });
  const answer = toNodeHandler(handler);

  server.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    errorHandler(error, _request, reply) {
      if (!(error instanceof Failure && error.code === "malformed_json")) throw error;
      // Clients of this protocol understand only its own errors.
      const parseError = { code: -32_700, message: `Parse error: ${error.detail}` };
      return reply.code(error.status).send({ jsonrpc: "2.0", error: parseError, id: null });
    },
    async handler(request, reply) {
      const from = await identify(request, reply, tools);
      challengeScope(parts.tools, from, request.body);
      const isAnswered = await answerPlainCall(parts, {
        request,
        reply,
        from,
        confirmAbove: tools.confirmAbove,
      });
      if (isAnswered) return reply;
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      // Node's own request; the SDK's type only omits that its optional fields may be undefined.
      const auth = authOf({
        ...from,
        cancelled: AbortSignal.any([from.cancelled, whenCredentialEnds(from, { request, reply }, tools)]),
      });
      const raw = Object.assign(request.raw, { auth }) as Parameters<typeof answer>[0];
      const answered = announcer.listenAs(from.caller, () => answer(raw, reply.raw, request.body));
      await answered.catch((error: unknown) => {
        tools.log.error({ err: error, request_id: request.id }, "mcp");
        reply.raw.destroy();
      });
    },
  });
  mountCatalog(server, parts);
  return {
    async close() {
      await announcer.close();
      await handler.close();
    },
  };
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, gate }: McpTools,
): Promise<ToolCaller> {
  refuseForeignPage(request, gate.baseUrl);
  const caller = await authenticate(readCredentials(request));
  const header = request.headers["idempotency-key"];
  const idempotencyKey = typeof header === "string" ? header : null;
  return {
    caller,
    requestId: request.id,
    address: request.ip,
    cancelled: onCallerDisconnect(reply),
    idempotencyKey,
  };
}

/** A stream ends with the credential it was opened with, and its calls get the reason. */
function whenCredentialEnds(
  { caller }: ToolCaller,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { authenticate }: McpTools,
): AbortSignal {
  const ended = new AbortController();
  const credentials = forRecheck(readCredentials(request));
  const recheck = () => authenticate(credentials);
  const stopWatching = watchCredential({ recheck, endsAt: caller.endsAt }, (refusal) => {
    ended.abort(refusal);
    reply.raw.end();
  });
  reply.raw.once("close", stopWatching);
  return ended.signal;
}

/** A person's client can ask the person for more, so it gets the scopes the tool needs. A key's scopes are fixed. */
function challengeScope(tools: ServerParts["tools"], { caller }: ToolCaller, body: unknown): void {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const tool = method === "tools/call" ? tools.get(String(params?.name)) : undefined;
  const needed = tool?.operations.map(({ scope }) => scope) ?? [];
  if (caller.clientId === null || needed.every((scope) => caller.scopes.has(scope))) return;
  throw new Failure("scope_missing", {
    detail: `Missing scope: ${needed.join(", ")}`,
    scopes: [...new Set([...caller.scopes, ...needed])],
  });
}

/** The SDK carries the caller from the request to the server that handles it. */
function authOf(from: ToolCaller): AuthInfo {
  const { caller } = from;
  const clientId = caller.keyId ?? `${caller.userId}:${caller.clientId}`;
  return { token: "", clientId, scopes: [...caller.scopes], extra: { from } };
}

function callerOf(auth: AuthInfo | undefined): ToolCaller {
  const from = auth?.extra?.["from"];
  if (from === undefined) throw new Error("mcp: a request without a caller");
  // Just written by `authOf`, in this process.
  return from as ToolCaller;
}

/** A page of another site must not control a server on this machine through a person's browser. */
function refuseForeignPage({ headers }: FastifyRequest, baseUrl: string): void {
  const own = new URL(resolveBaseUrl(baseUrl, headers.host)).origin;
  if (headers.origin === undefined || headers.origin === own) return;
  throw new Failure("origin_not_allowed", {
    detail: `Origin ${headers.origin.slice(0, 100)} may not call this server.`,
  });
}
