import type { z } from "zod";
import type { Scope } from "./scopes.ts";
import type { Table } from "./table.ts";

/** Who is calling, whatever the channel: an API key or, for OAuth, a person through a client. */
export interface Caller {
  accountId: string;
  userId: string | null;
  keyId: string | null;
  scopes: ReadonlySet<Scope>;
}

/** What every handler is given. Its tools (db, storage, models) come from the function that built it. */
export interface Context {
  caller: Caller;
  requestId: string;
  /** Absolute address of this service, for links in answers. */
  baseUrl: string;
  /** Aborted when the caller hangs up or the call's time is over. */
  signal: AbortSignal;
  /** Names this attempt in the ledger: what was charged under it can be found and given back by it. */
  paymentId: string;
  /** Credits this call has really used; only for operations whose price is a ceiling. */
  use: (credits: number) => void;
  /** Whether the caller asked for the answer piece by piece. */
  isStreamed: boolean;
  /** Sends a part of the answer while it is being made; does nothing when the caller did not ask for a stream. */
  emit: (event: string, data: unknown) => void;
  /** Runs another operation for the same caller under the same rules; what it costs is used by this call. */
  run: (operation: AnyOperation, input: unknown) => Promise<{ data: unknown; credits: number }>;
}

/** How an answer is sent piece by piece to those who ask for it with `Accept: text/event-stream`. */
export interface StreamBinding {
  /** `answer`: named events, the last of which is the whole answer. `chunks`: what is emitted, then `[DONE]`. */
  style: "answer" | "chunks";
  /** The input that takes the `Last-Event-ID` of a reader that comes again. */
  resumesAt?: string;
  /** Where the body asks for it instead of the header. */
  isRequested?: (body: unknown) => boolean;
  /** The whole answer as one of the `chunks`: a repeated call does not emit its pieces again. */
  whole?: (answer: unknown) => unknown;
}

export type OperationId = `${string}.${string}`;

export interface RestBinding {
  method: "GET" | "POST" | "DELETE";
  path: `/v1/${string}`;
  /** Further paths that answer the same. */
  also?: readonly `/v1/${string}`[];
  /** A POST that answers GET with query parameters as well. */
  alsoGet?: true;
  /**
   * `bare` sends only `data` on success: the specification's shape for the agent builder endpoints. `raw` sends the
   * answer as it is, where others set its shape.
   */
  reply?: "envelope" | "bare" | "raw";
  /** `multipart`: the call carries a file, in the field `file`. */
  body?: "json" | "multipart";
  /** `etag`: the answer is the same for everybody and rarely changes, so 304 is worth having. */
  cache?: "etag";
}

/** How AI clients see an operation. Those that name the same tool are one tool: its arguments say which is meant. */
export interface ToolBinding {
  tool: string;
}

export interface Operation<
  Id extends OperationId = OperationId,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
> {
  /** `feature.verb`: the OpenAPI operationId, the CLI command, and with `_` the MCP tool. */
  id: Id;
  /** One line for people: OpenAPI summary, console title. */
  summary: string;
  /** Written for a model: when to use it, what comes back, what to call before. */
  guide: string;
  scope: Scope;
  effect: "read" | "write";
  /** Credits: a fixed price, or a ceiling that is held while the handler reports what it used. */
  price: number | { most: (input: z.output<I>) => number; about: string };
  perSecond: number;
  rest: RestBinding;
  streams?: StreamBinding;
  mcp: false | ToolBinding;
  input: I;
  output: O;
  /** The answer as rows, for callers that ask for CSV, NDJSON or Parquet by `Accept`. */
  asTable?: (answer: z.output<O>) => Table;
  /** Shown in the docs and executed by the tests. */
  examples: readonly { title: string; input: z.input<I> }[];
  run: (context: Context, input: z.output<I>) => Promise<z.input<O>>;
  /**
   * Effects that depend on the payment, such as noting what was paid for. Runs after the charge is on disk and before
   * the reply; when it fails, the call fails and the charge is undone. `already_paid` gives the charge back: another
   * call has paid for the same thing.
   */
  afterSettle?: (
    context: Context,
    settled: { input: z.output<I>; charged: number },
  ) => Promise<"charged" | "already_paid">;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of operations has to forget each one's input type
export type AnyOperation = Operation<OperationId, any, any>;

/** Infers id and schemas, and fails at start-up rather than at the first call. */
export function defineOperation<const Id extends OperationId, I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<Id, I, O>,
): Operation<Id, I, O> {
  const { id, perSecond, price } = operation;
  if (perSecond <= 0) throw new Error(`${id}: perSecond must be positive`);
  if (typeof price === "number" && !(Number.isSafeInteger(price) && price >= 0))
    throw new Error(`${id}: price must be a whole number of credits`);
  return Object.freeze(operation);
}

/** A path as OpenAPI writes it: `{id}` where the router has `:id`. */
export const pathTemplate = (path: string) => path.replace(/:(\w+)/g, "{$1}");
