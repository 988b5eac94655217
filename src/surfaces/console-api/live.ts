/**
 * One stream of server-sent events for each tab of the console: what it shows and still changes is sent when it
 * changes. Reading it is free and not recorded, as is no polling; the audit log shows what people did.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Credentials, forRecheck, type GateCaller } from "../../features/access/index.ts";
import { type Gate, readInput, runUncharged } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import { CONSOLE_HEADER } from "../cookies.ts";
import { readCredentials } from "../read-credentials.ts";
import { toFailure } from "../rest/translate-error.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";
import { watchCredential } from "../watch-credential.ts";

/** How often each operation is read: free reads of what a person waits for, and lists that change now and then. */
const SECONDS_BETWEEN = {
  "reports.certificate": 1,
  "agents.runs": 1,
  "tasks.get": 1,
  "exports.list": 1,
  "ingest.sources": 5,
  "account.audit": 5,
} as const;
export type LiveOperationId = keyof typeof SECONDS_BETWEEN;

const WATCHED_MAX = 20;
const STREAMS_PER_PERSON = 20;
const TICK_MILLISECONDS = 1_000;
const HEARTBEAT_TICKS = 15;

const Watched = z
  .array(
    z.strictObject({
      // The keys of an object are strings to the compiler.
      id: z.enum(Object.keys(SECONDS_BETWEEN) as [LiveOperationId, ...LiveOperationId[]]),
      input: z.record(z.string(), z.unknown()).default({}),
    }),
  )
  .min(1)
  .max(WATCHED_MAX);

interface LiveTools {
  operations: readonly AnyOperation[];
  gate: Gate;
  authenticate: (credentials: Credentials) => Promise<GateCaller>;
}

export function mountLive(server: FastifyInstance, tools: LiveTools): void {
  const open = new Map<FastifyReply, string>();
  // An open stream would keep the server from closing.
  server.addHook("preClose", async () => {
    for (const reply of open.keys()) reply.raw.end();
  });
  server.get("/console/api/live", async (request, reply) => {
    if (request.headers[CONSOLE_HEADER] === undefined) throw new Failure("session_required");
    const credentials = readCredentials(request, tools.gate.baseUrl);
    const caller = await tools.authenticate(credentials);
    const owner = caller.userId ?? caller.accountId;
    if ([...open.values()].filter((one) => one === owner).length >= STREAMS_PER_PERSON)
      throw new Failure("rate_limited", { detail: "Too many open streams", retryAfterSeconds: 5 });
    const watched = readWatched(tools, caller, request);
    const closed = begin(reply);
    open.set(reply, owner);
    const recheck = () => tools.authenticate(forRecheck(credentials));
    const stopWatching = watchCredential({ recheck, endsAt: caller.endsAt }, () => reply.raw.end());
    await follow(tools.gate, { watched, caller, request, reply, closed }).finally(() => {
      open.delete(reply);
      stopWatching();
      reply.raw.end();
    });
    return reply;
  });
}

interface WatchedOperation {
  operation: AnyOperation;
  input: unknown;
  everyTicks: number;
}

function readWatched(
  { operations }: LiveTools,
  caller: GateCaller,
  request: FastifyRequest,
): WatchedOperation[] {
  const { watch } = request.query as { watch?: unknown };
  let given: unknown;
  try {
    given = JSON.parse(String(watch));
  } catch {
    throw new Failure("invalid_input", { detail: "watch must be JSON" });
  }
  const parsed = Watched.safeParse(given);
  if (!parsed.success)
    throw new Failure("invalid_input", { detail: `watch: ${z.prettifyError(parsed.error)}` });
  return parsed.data.map(({ id, input }) => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(`the console watches ${id}, which is not in the catalog`);
    if (!caller.scopes.has(operation.scope))
      throw new Failure("scope_missing", { detail: `Missing scope: ${operation.scope}` });
    return { operation, input: readInput(operation.input, input), everyTicks: SECONDS_BETWEEN[id] };
  });
}

/** Starts the stream; the signal is aborted when either side ends it. */
function begin(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  reply.hijack();
  reply.raw.once("close", () => closed.abort());
  reply.raw.writeHead(200, {
    ...SECURITY_HEADERS,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Proxies that buffer a response would defeat the streaming.
    "x-accel-buffering": "no",
  });
  reply.raw.write(": open\n\n");
  return closed.signal;
}

interface Following {
  watched: readonly WatchedOperation[];
  caller: GateCaller;
  request: FastifyRequest;
  reply: FastifyReply;
  closed: AbortSignal;
}

/** Sends each answer once, and again whenever it differs from what was sent last. */
async function follow(gate: Gate, following: Following): Promise<void> {
  const { watched, reply, closed } = following;
  const sent = new Map<WatchedOperation, string>();
  let open = watched;
  for (let tick = 0; !closed.aborted; tick++) {
    for (const one of open.filter(({ everyTicks }) => tick % everyTicks === 0)) {
      const text = await read(gate, following, one);
      if (text === "ended") open = open.filter((other) => other !== one);
      if (text === "away" || text === sent.get(one)) continue;
      sent.set(one, text);
      const at = watched.indexOf(one);
      reply.raw.write(
        text === "ended" ? format("ended", `{"at":${at}}`) : format("data", `{"at":${at},"data":${text}}`),
      );
    }
    if (tick % HEARTBEAT_TICKS === 0) reply.raw.write(": still here\n\n");
    await sleep(TICK_MILLISECONDS, undefined, { signal: closed }).catch(() => undefined);
  }
}

const format = (event: string, json: string) => `event: ${event}\ndata: ${json}\n\n`;

/**
 * The answer as JSON. `ended`: it does not exist any more, so asking again is of no use. `away`: perhaps the next time.
 */
async function read(
  gate: Gate,
  { caller, request, closed }: Following,
  { operation, input }: WatchedOperation,
): Promise<string> {
  try {
    const call = { operation, caller, requestId: request.id, cancelled: closed };
    return JSON.stringify(await runUncharged(gate, call, input));
  } catch (error) {
    const failure = toFailure(error);
    return failure && failure.status < 500 && !closed.aborted ? "ended" : "away";
  }
}
