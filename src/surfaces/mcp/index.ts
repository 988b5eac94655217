/** The surface for AI clients: operations as tools, resources and prompts over the Model Context Protocol. */

import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  type AuthInfo,
  createMcpHandler,
  type McpRequestContext,
  type Server,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type Credentials, forRecheck, type GateCaller, takeOnce } from "../../features/access/index.ts";
import type { Gate } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { onCallerDisconnect } from "../caller-disconnect.ts";
import { readCredentials } from "../read-credentials.ts";
import { watchCredential } from "../watch-credential.ts";
import { mayListen, startAnnouncing, type WatchReady } from "./announce.ts";
import type { ToolCaller } from "./call-tool.ts";
import { mountCatalog } from "./catalog/index.ts";
import { makeConfirmation } from "./confirm.ts";
import { checkOrigin } from "./cross-origin.ts";
import { answerPlainCall } from "./quick-call.ts";
import { listResources } from "./resources.ts";
import { buildMcpServer, type ServerParts } from "./server.ts";
import { listTools } from "./tool-list.ts";
import { makeToolSets, TOOL_SET_PATHS } from "./tool-sets.ts";

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
  /** Sites of other origins whose pages may call. */
  origins?: readonly string[] | undefined;
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
  const chooseTools = makeToolSets(parts.tools);
  const onerror = (error: Error) => tools.log.debug({ err: error }, "mcp");
  const build = ({ authInfo, era }: McpRequestContext) => {
    const from = callerOf(authInfo);
    // Clients of 2025 have no stream on which changes could be announced.
    const mcp = buildMcpServer({ ...parts, tools: toolsOf(authInfo) }, from, {
      announces: era === "modern" && mayListen(from.caller),
      era,
    });
    tools.extend?.(mcp);
    return mcp;
  };
  const announcer = await startAnnouncing(tools.watchReady);
  const handler = createMcpHandler(build, { onerror, bus: announcer.bus });
  const answer = toNodeHandler(handler);

  const route = (url: string): RouteOptions => ({
    method: ["GET", "POST", "DELETE"],
    url,
    errorHandler(error, _request, reply) {
      if (!(error instanceof Failure && error.code === "malformed_json")) throw error;
      // Clients of this protocol understand only its own errors.
      const parseError = { code: -32_700, message: `Parse error: ${error.detail}` };
      return reply.code(error.status).send({ jsonrpc: "2.0", error: parseError, id: null });
    },
    async handler(request, reply) {
      const offered = chooseTools(request.url.split("?", 1)[0] ?? "");
      const from = await identify(request, reply, tools);
      challengeScope({ ...parts, tools: offered }, from, request.body);
      const isAnswered = await answerPlainCall(
        offered === parts.tools ? parts : { ...parts, tools: offered },
        {
          request,
          reply,
          from,
          confirmAbove: tools.confirmAbove,
        },
      );
      if (isAnswered) return reply;
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      // Node's own request; the SDK's type only omits that its optional fields may be undefined.
      const ended = whenCredentialEnds(from, { request, reply }, tools);
      const auth = authOf({ ...from, cancelled: AbortSignal.any([from.cancelled, ended]) }, offered);
      const raw = Object.assign(request.raw, { auth }) as Parameters<typeof answer>[0];
      const answered = announcer.listenAs(from.caller, () => answer(raw, reply.raw, request.body));
      await answered.catch((error: unknown) => {
        tools.log.error({ err: error, request_id: request.id }, "mcp");
        reply.raw.destroy();
      });
    },
  });
  for (const url of TOOL_SET_PATHS) {
    server.route(route(url));
    server.options(url, (request, reply) => {
      checkOrigin(request, reply, { baseUrl: tools.gate.baseUrl, origins: tools.origins ?? [] });
      return reply.code(204).send();
    });
  }
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
  { authenticate, gate, origins = [] }: McpTools,
): Promise<ToolCaller> {
  checkOrigin(request, reply, { baseUrl: gate.baseUrl, origins });
  const caller = await authenticate(readCredentials(request, gate.baseUrl));
  const header = request.headers["idempotency-key"];
  const idempotencyKey = typeof header === "string" ? header : null;
  return {
    caller,
    requestId: request.id,
    address: request.ip,
    protocolVersion: readVersion(request.body),
    cancelled: onCallerDisconnect(reply),
    idempotencyKey,
  };
}

/** A stream ends with the credential it was opened with, and its calls get the reason. */
function whenCredentialEnds(
  { caller }: ToolCaller,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { authenticate, gate }: McpTools,
): AbortSignal {
  const ended = new AbortController();
  const credentials = forRecheck(readCredentials(request, gate.baseUrl));
  const recheck = () => authenticate(credentials);
  const stopWatching = watchCredential({ recheck, endsAt: caller.endsAt }, (refusal) => {
    ended.abort(refusal);
    reply.raw.end();
  });
  reply.raw.once("close", stopWatching);
  return ended.signal;
}

/**
 * A person's client can ask the person for more, so it gets the scopes that its calls need. A key's scopes are fixed.
 * A body may have several messages.
 */
function challengeScope(parts: ServerParts, { caller }: ToolCaller, body: unknown): void {
  const needed = [body].flat().flatMap((message) => scopesOf(parts, message));
  if (caller.clientId === null || needed.every((scope) => caller.scopes.has(scope))) return;
  throw new Failure("scope_missing", {
    detail: `Missing scope: ${needed.filter((scope) => !caller.scopes.has(scope)).join(", ")}`,
    scopes: [...new Set([...caller.scopes, ...needed])],
  });
}

/** What a tool or a resource needs; nothing for every other message. */
function scopesOf({ tools, resources }: ServerParts, message: unknown): Scope[] {
  // Whatever was sent: only its fields are looked at.
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { name?: unknown; uri?: unknown } | null;
  };
  if (method === "tools/call")
    return tools.get(String(params?.name))?.operations.map(({ scope }) => scope) ?? [];
  const resource = method === "resources/read" ? resources.resolve(String(params?.uri)) : null;
  return resource ? [resource.operation.scope] : [];
}

/** The SDK carries the caller from the request to the server that handles it. */
function authOf(from: ToolCaller, tools: ServerParts["tools"]): AuthInfo {
  const { caller } = from;
  const clientId = caller.keyId ?? `${caller.userId}:${caller.clientId}`;
  return { token: "", clientId, scopes: [...caller.scopes], extra: { from, tools } };
}

/** The version that a client asks for when it begins. */
function readVersion(body: unknown): string | null {
  // Whatever was sent: only its fields are looked at.
  const { params } = (body ?? {}) as { params?: { protocolVersion?: unknown } | null };
  const version = params?.protocolVersion;
  return typeof version === "string" ? version : null;
}

function callerOf(auth: AuthInfo | undefined): ToolCaller {
  const from = auth?.extra?.["from"];
  if (from === undefined) throw new Error("mcp: a request without a caller");
  // Just written by `authOf`, in this process.
  return from as ToolCaller;
}

/** The tools of the URL that was called; written by `authOf` too. */
const toolsOf = (auth: AuthInfo | undefined) => auth?.extra?.["tools"] as ServerParts["tools"];
