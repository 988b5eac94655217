import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scopes.ts";
import type { Table } from "./table.ts";
import type { Workbook } from "./workbook.ts";

/** The caller, whatever the channel: an API key or, with OAuth, a person through a client. */
export interface Caller {
  accountId: string;
  userId: string | null;
  keyId: string | null;
  /** The session of a person in the console. */
  sessionId: string | null;
  scopes: ReadonlySet<Scope>;
}

/** What every handler receives. Its tools (db, storage, models) come from the function that built it. */
export interface Context {
  caller: Caller;
  requestId: string;
  /** Absolute URL of this service, for links in answers. */
  baseUrl: string;
  /** Aborted when the caller disconnects or the call times out. */
  signal: AbortSignal;
  /** Identifies this attempt in the ledger: its charge can be found and refunded by it. */
  paymentId: string;
  /** Reports the credits this call used; only for operations whose price is a ceiling. */
  use: (credits: number) => void;
  /** Whether the caller requested a streamed answer. */
  isStreamed: boolean;
  /**
   * Sends something early; does nothing when the caller did not request a stream. The event `part` carries text of the
   * answer: after it the call is charged, even if its caller disconnects.
   */
  emit: (event: string, data: unknown) => void;
  /** Runs another operation for the same caller under the same rules; its cost counts as used by this call. */
  run: (operation: AnyOperation, input: unknown) => Promise<{ data: unknown; credits: number }>;
}

/** The same call for a step whose own events the caller must not see. Getters are not copied by a spread. */
export function withoutEvents(context: Context): Context {
  const { signal, paymentId } = context;
  return { ...context, signal, paymentId, emit: () => {} };
}

/** How an answer is streamed to callers with `Accept: text/event-stream`. */
export interface StreamBinding {
  /** `answer`: named events, the last of which is the complete answer. `chunks`: the emitted parts, then `[DONE]`. */
  style: "answer" | "chunks";
  /** The input field for the `Last-Event-ID` of a reader that reconnects. */
  resumesAt?: string;
  /** When the body requests it instead of the header. */
  isRequested?: (body: unknown) => boolean;
  /** The complete answer as one of the `chunks`: a repeated call does not emit its parts again. */
  whole?: (answer: unknown) => unknown;
}

export type OperationId = `${string}.${string}`;

export interface RestBinding {
  method: "GET" | "POST" | "DELETE";
  path: `/v1/${string}`;
  /** Alternative paths for the same operation. */
  also?: readonly `/v1/${string}`[];
  /** A POST that also accepts GET with query parameters. */
  alsoGet?: true;
  /**
   * `bare` sends only `data` on success: the specification's format for the agent builder endpoints. `raw` sends the
   * answer unchanged, where another standard defines its format.
   */
  reply?: "envelope" | "bare" | "raw";
  /** `multipart`: the call carries a file, in the field `file`. */
  body?: "json" | "multipart";
  /** `etag`: the answer is the same for everyone and rarely changes, so 304 is worthwhile. */
  cache?: "etag";
}

/**
 * How AI clients see an operation. Operations with the same tool name are one tool: its arguments select the
 * operation.
 */
export interface ToolBinding {
  tool: string;
  /** The result is the answer itself and the input has no paging: the shape that some clients expect by name. */
  isBare?: true;
  /** The list of the answer that a model gets in reverse order: a series whose latest values matter most. */
  latestFirst?: string;
  /** What a model reads instead of the operation's guide, where a tool takes less. */
  guide?: string;
  /** Its answers have texts of others, which could pretend to be instructions. */
  quotes?: true;
  /** It fetches from addresses that the caller names. */
  isOpenWorld?: true;
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
  /** Written for a model: when to use it, what it returns, what to call before. */
  guide: string;
  scope: Scope;
  effect: "read" | "write";
  /** Credits: a fixed price, or a ceiling that is held while the handler reports what it used. */
  price: number | { most: (input: z.output<I>) => number; about: string };
  /** What a page of the console shows by itself: free in a person's browser session, at most for some inputs. */
  isPageRead?: true | ((input: z.output<I>) => boolean);
  perSecond: number;
  rest: RestBinding;
  streams?: StreamBinding;
  mcp: false | ToolBinding;
  input: I;
  output: O;
  /** The answer as it is stored for a repeated Idempotency-Key, where it has a secret that is shown once. */
  withoutSecret?: (answer: z.output<O>) => z.output<O>;
  /** The answer as rows, for callers that request CSV, NDJSON or Parquet by `Accept`. */
  asTable?: (answer: z.output<O>) => Table;
  /** The answer as a spreadsheet, for callers that request XLSX by `Accept`. */
  asWorkbook?: (answer: z.output<O>) => Workbook;
  /** The errors it may return besides those that every operation may. */
  errors?: readonly ErrorCode[];
  /** Shown in the docs and executed by the tests. */
  examples: readonly { title: string; input: z.input<I> }[];
  run: (context: Context, input: z.output<I>) => Promise<z.input<O>>;
  /** Begins, in the background, what the first calls would otherwise be slow without. A service that answers calls it. */
  warmUp?: () => void;
  /**
   * Effects that depend on the payment, such as recording it. Runs after the charge is on disk and before the reply;
   * when it fails, the call fails and the charge is undone. `already_paid` reverses the charge: another call has paid
   * for the same thing.
   */
  afterSettle?: (
    context: Context,
    settled: { input: z.output<I>; charged: number },
  ) => Promise<"charged" | "already_paid">;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of operations has to forget each one's input type
export type AnyOperation = Operation<OperationId, any, any>;

/** Infers id and schemas, and fails at startup rather than at the first call. */
export function defineOperation<const Id extends OperationId, I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<Id, I, O>,
): Operation<Id, I, O> {
  const { id, perSecond, price } = operation;
  if (perSecond <= 0) throw new Error(`${id}: perSecond must be positive`);
  if (typeof price === "number" && !(Number.isSafeInteger(price) && price >= 0))
    throw new Error(`${id}: price must be a whole number of credits`);
  return Object.freeze(operation);
}

/** A path in OpenAPI syntax: `{id}` where the router has `:id`. */
export const pathTemplate = (path: string) => path.replace(/:(\w+)/g, "{$1}");
