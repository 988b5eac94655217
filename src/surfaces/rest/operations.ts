import { hash } from "node:crypto";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Credentials, forRecheck, type GateCaller } from "../../features/access/index.ts";
import { type Call, type Gate, runOperation } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { TemporaryFolder } from "../../platform/storage/index.ts";
import type { Metrics } from "../../platform/telemetry/index.ts";
import { onCallerDisconnect } from "../caller-disconnect.ts";
import { CONSOLE_HEADER, CONSOLE_PAGE } from "../cookies.ts";
import { readCredentials } from "../read-credentials.ts";
import { recordCall } from "../record-call.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { JSON_TYPE, successBody } from "./envelope.ts";
import { type EventStream, openEventStream, type StreamEnd } from "./event-stream.ts";
import {
  isWorkbookRequested,
  type PresentedTable,
  presentTable,
  presentWorkbook,
  requestedFormat,
} from "./present-table.ts";
import { makeReadQuery } from "./read-query.ts";
import { receiveUpload } from "./receive-upload.ts";
import { toFailure } from "./translate-error.ts";

export interface RestTools {
  gate: Gate;
  metrics: Metrics;
  authenticate: (credentials: Credentials) => Promise<GateCaller>;
  /** Where uploaded files are stored during their call. */
  temporary: TemporaryFolder;
}

/** Mounts a route for every operation; there are no hand-written routes. */
export function mountOperations(
  server: FastifyInstance,
  operations: readonly AnyOperation[],
  tools: RestTools,
): void {
  const takesForm = ({ rest }: AnyOperation) => rest.body === "multipart";
  mountEach(
    server,
    operations.filter((operation) => !takesForm(operation)),
    tools,
  );
  // In a separate scope: the form parser costs every request of its scope two promises and a listener.
  void server.register(async (scope) => {
    await scope.register(multipart);
    mountEach(scope, operations.filter(takesForm), tools);
  });
}

function mountEach(server: FastifyInstance, operations: readonly AnyOperation[], tools: RestTools): void {
  for (const operation of operations) {
    const handler = makeHandler(operation, tools);
    for (const url of [operation.rest.path, ...(operation.rest.also ?? [])]) {
      const { method, alsoGet } = operation.rest;
      // A response without a body is not worth paying for.
      const exposeHeadRoute = operation.price === 0;
      server.route({ method: alsoGet ? [method, "GET"] : method, url, handler, exposeHeadRoute });
    }
  }
}

function makeHandler(operation: AnyOperation, tools: RestTools) {
  const readQuery = makeReadQuery(operation);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const startedAt = performance.now();
    let call: Call | null = null;
    let events: EventStream | null = null;
    let status = 200;
    let errorCode: string | null = null;
    try {
      const credentials = readCredentials(request, tools.gate.baseUrl);
      const caller = await tools.authenticate(credentials);
      const running = describeCall(operation, caller, { request, reply });
      running.isFromPage = isPageRequest(operation, credentials, request);
      call = running;
      const writeHead = () => writeHeaders(reply, running, request.id);
      const recheck = () => tools.authenticate(forRecheck(credentials));
      events = openEventStream(
        operation,
        { request, reply },
        { call: running, writeHeaders: writeHead, credential: { recheck, endsAt: caller.endsAt } },
      );
      const answer = await withInput({ operation, temporary: tools.temporary, readQuery }, request, (input) =>
        runOperation(tools.gate, running, input),
      );
      if (events) {
        events.end(answer as StreamEnd);
        return reply;
      }
      writeHeaders(reply, call, request.id);
      return sendAnswer(operation, { request, reply }, answer as PresentedAnswer);
    } catch (error) {
      const failure = toFailure(error) ?? new Failure("internal", { cause: error });
      status = failure.status;
      errorCode = failure.code;
      if (events?.fail(failure, request.id)) return reply;
      if (call) writeHeaders(reply, call, request.id);
      throw failure;
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      const end = { channel: "rest" as const, address: request.ip, status, errorCode, seconds };
      if (call) recordCall(tools, call, end);
      else
        tools.metrics.observeCall({ operation: operation.id, channel: "rest", status, seconds, credits: 0 });
    }
  };
}

/** JSON as text, or a table in the requested format. */
type PresentedAnswer = string | PresentedTable;

function present(
  { asTable, asWorkbook, rest }: AnyOperation,
  request: FastifyRequest,
  data: unknown,
): PresentedAnswer | Promise<PresentedAnswer> {
  if (asWorkbook && isWorkbookRequested(request.headers.accept)) return presentWorkbook(asWorkbook(data));
  const format = asTable && requestedFormat(request.headers.accept);
  if (asTable && format) return presentTable(format, asTable(data));
  return successBody(data, rest.reply ?? "envelope");
}

/** A table or a workbook is a download, and where calls are tried out they cost what they cost a program. */
function isPageRequest(
  { asTable, asWorkbook }: AnyOperation,
  { session }: Credentials,
  { headers }: FastifyRequest,
): boolean {
  if (session === undefined || headers[CONSOLE_HEADER] !== CONSOLE_PAGE) return false;
  if (asWorkbook && isWorkbookRequested(headers.accept)) return false;
  return !asTable || requestedFormat(headers.accept) === undefined;
}

function sendAnswer(
  { rest }: AnyOperation,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: PresentedAnswer,
): FastifyReply {
  if (typeof answer !== "string") return reply.type(answer.type).send(answer.body);
  if (rest.cache === "etag") return sendCacheable(request, reply, answer);
  return reply.type(JSON_TYPE).send(answer);
}

function describeCall(
  operation: AnyOperation,
  caller: GateCaller,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Call {
  const idempotencyKey = request.headers["idempotency-key"];
  return {
    operation,
    caller,
    requestId: request.id,
    idempotencyKey: typeof idempotencyKey === "string" ? idempotencyKey : null,
    cancelled: isWorthWatching(operation) ? onCallerDisconnect(reply) : null,
    onPart: null,
    present: (data) => present(operation, request, data),
  };
}

/**
 * A read whose caller has disconnected is not charged; a write stays and is. Reads of one credit end before a caller
 * can disconnect, and watching each of them would cost a tenth of their throughput.
 */
function isWorthWatching({ effect, price }: AnyOperation): boolean {
  return effect === "read" && price !== 0 && price !== 1;
}

interface InputTools {
  operation: AnyOperation;
  temporary: TemporaryFolder;
  readQuery: ReturnType<typeof makeReadQuery>;
}

/** An uploaded file exists for as long as its call, and is removed afterwards. */
async function withInput<T>(
  { operation, temporary, readQuery }: InputTools,
  request: FastifyRequest,
  work: (input: unknown) => Promise<T>,
): Promise<T> {
  if (operation.rest.body !== "multipart" || !request.isMultipart())
    return work(inputOf(operation, request, readQuery));
  const { input, discard } = await receiveUpload(request, temporary);
  return work(input).finally(discard);
}

function inputOf(
  { streams }: AnyOperation,
  request: FastifyRequest,
  readQuery: InputTools["readQuery"],
): unknown {
  const parameters = request.params as Record<string, unknown>;
  const last = streams?.resumesAt === undefined ? undefined : request.headers["last-event-id"];
  const resumed = typeof last === "string" && streams?.resumesAt ? { [streams.resumesAt]: last } : {};
  if (request.method === "POST") return request.body;
  refuseBody(request);
  const query = readQuery(request.query as Record<string, unknown>);
  return { ...query, ...parameters, ...resumed };
}

/**
 * Some clients send a body with GET; it would be ignored, and the error would complain about fields that were sent.
 */
function refuseBody({ method, headers, url }: FastifyRequest): void {
  if (method !== "GET") return;
  const { "content-length": length = "0", "transfer-encoding": encoding } = headers;
  if (length === "0" && encoding === undefined) return;
  const [path] = url.split("?");
  throw new Failure("invalid_input", {
    detail: `Send query parameters instead of a body: GET ${path}?name=value&…`,
  });
}

function writeHeaders(reply: FastifyReply, call: Call, requestId: string): void {
  reply.headers(SECURITY_HEADERS).header("x-request-id", requestId);
  const { rate, receipt } = call;
  if (rate) {
    reply.header("ratelimit-policy", `"default";q=${rate.perSecond};w=1`);
    reply.header("ratelimit", `"default";r=${rate.remaining};t=${rate.resetSeconds}`);
  }
  reply.header("x-credits-charged", String(receipt?.charged ?? 0));
  if (receipt) reply.header("x-credits-remaining", String(receipt.remaining));
  if (call.replayed) reply.header("idempotency-replayed", "true");
}

function sendCacheable(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
  reply.header("etag", etag).header("cache-control", "private, max-age=0, must-revalidate");
  const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known?.includes(etag) || known?.includes("*")) return reply.code(304).send();
  return reply.type(JSON_TYPE).send(body);
}
