import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authenticateKeyId } from "../../features/access/index.ts";
import { openTableLink } from "../../features/exports/index.ts";
import { type Call, type Gate, runOperation } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { onCallerDisconnect } from "../caller-disconnect.ts";
import { recordCall } from "../record-call.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { type PresentedTable, presentTable } from "./present-table.ts";
import { toFailure } from "./translate-error.ts";

const TOKEN_SHAPE = /^([\w-]{32})\.csv$/;

interface LinkTools {
  operations: readonly AnyOperation[];
  gate: Gate;
  metrics: Metrics;
}

/** Answers the links of `exports.table_link`: the call they name, for the key that created them, as CSV. */
export function mountTableLinks(server: FastifyInstance, tools: LinkTools): void {
  server.get<{ Params: { file: string } }>(
    "/tables/:file",
    { exposeHeadRoute: false },
    async (request, reply) => {
      const token = TOKEN_SHAPE.exec(request.params.file)?.[1];
      if (token === undefined) throw new Failure("link_invalid");
      const { type, body } = await readLink(tools, { request, reply }, token);
      return reply.headers(SECURITY_HEADERS).header("x-request-id", request.id).type(type).send(body);
    },
  );
}

async function readLink(
  tools: LinkTools,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  token: string,
): Promise<PresentedTable> {
  const { gate, operations } = tools;
  const { account_id, key_id, operation_id, input } = await openTableLink(gate.db, token);
  const caller = await authenticateKeyId(gate.db, {
    accountId: account_id,
    keyId: key_id,
    address: request.ip,
  });
  const operation = operations.find(({ id }) => id === operation_id);
  const asTable = operation?.asTable;
  if (!asTable) throw new Failure("link_invalid");
  const call: Call = {
    operation,
    caller,
    requestId: request.id,
    idempotencyKey: null,
    cancelled: onCallerDisconnect(reply),
    onPart: null,
    present: (data) => presentTable("csv", asTable(data)),
  };
  const startedAt = performance.now();
  let failure: Failure | null = null;
  try {
    // The gate returns what `present` returned.
    return (await runOperation(gate, call, input)) as PresentedTable;
  } catch (error) {
    failure = toFailure(error) ?? new Failure("internal", { cause: error });
    throw failure;
  } finally {
    recordCall(tools, call, {
      channel: "rest",
      address: request.ip,
      status: failure?.status ?? 200,
      errorCode: failure?.code ?? null,
      seconds: (performance.now() - startedAt) / 1_000,
    });
  }
}
