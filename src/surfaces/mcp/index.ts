/** The door for AI clients: the operations marked for it, as tools over the Model Context Protocol. */
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Credentials, GateCaller } from "../../features/access/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { readCredentials } from "../read-credentials.ts";
import type { Gate } from "../run-operation.ts";
import { callTool, describeTool, type ToolCaller, toolName } from "./tools.ts";

export interface McpTools {
  operations: readonly AnyOperation[];
  gate: Gate;
  metrics: Metrics;
  log: Log;
  version: string;
  authenticate: (credentials: Credentials) => Promise<GateCaller>;
}

const INSTRUCTIONS =
  "Financial data you can check. Find a company with companies_search, its reports with reports_search, and take " +
  "identifiers from answers, never from memory. Every call names its price in credits; a call that fails costs nothing.";

/** Streamable HTTP at /mcp. Each request stands alone, so any node can answer it. */
export function mountMcp(server: FastifyInstance, tools: McpTools): void {
  const operations = new Map(
    tools.operations.filter(({ mcp }) => mcp).map((operation) => [toolName(operation), operation]),
  );
  const descriptions = new Map([...operations].map(([name, operation]) => [name, describeTool(operation)]));

  const build = (from: ToolCaller): Server => {
    const info = { name: "florin", title: "Florin", version: tools.version };
    const mcp = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    // A credential never sees a tool it may not call.
    mcp.setRequestHandler("tools/list", async () => ({
      tools: [...descriptions.values()].filter(({ name }) => isAllowed(operations.get(name), from)),
    }));
    mcp.setRequestHandler("tools/call", async ({ params }) => {
      const operation = operations.get(params.name);
      if (!isAllowed(operation, from)) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${params.name}; see tools/list.`,
        );
      }
      return callTool(tools, operation, from, params.arguments ?? {});
    });
    return mcp;
  };

  server.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    async handler(request, reply) {
      const from = await identify(request, tools);
      const handler = toNodeHandler(createMcpHandler(() => build(from)));
      reply.hijack();
      reply.raw.setHeader("x-request-id", request.id);
      // Node's own request; the SDK's type for it only leaves out that its optional fields may be undefined.
      const raw = request.raw as Parameters<typeof handler>[0];
      await handler(raw, reply.raw, request.body).catch((error: unknown) => {
        tools.log.error({ err: error, request_id: request.id }, "mcp");
        reply.raw.destroy();
      });
    },
  });
}

function isAllowed(operation: AnyOperation | undefined, { caller }: ToolCaller): operation is AnyOperation {
  return operation !== undefined && caller.scopes.has(operation.scope);
}

async function identify(request: FastifyRequest, { authenticate, gate }: McpTools): Promise<ToolCaller> {
  refuseForeignPage(request, gate.baseUrl);
  const caller = await authenticate(readCredentials(request));
  const gone = new AbortController();
  request.raw.once("close", () => gone.abort());
  return { caller, requestId: request.id, address: request.ip, gone: gone.signal };
}

/** A page of another site must not drive a server on this machine through somebody's browser. */
function refuseForeignPage({ headers }: FastifyRequest, baseUrl: string): void {
  if (headers.origin === undefined || headers.origin === new URL(baseUrl).origin) return;
  throw new Failure("origin_not_allowed", {
    detail: `Origin ${headers.origin.slice(0, 100)} may not call this server.`,
  });
}
