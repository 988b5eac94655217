import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../../gate/index.ts";
import type { Failure } from "../../kernel/errors.ts";
import type { AnyOperation, StreamBinding } from "../../kernel/operation.ts";
import { type WatchedCredential, watchCredential } from "../watch-credential.ts";
import { errorBody, successBody } from "./envelope.ts";

const HEARTBEAT_MILLISECONDS = 15_000;
/** How long the call of an ended credential may take to say so; within the five seconds in which its stream ends. */
const CUT_OFF_MILLISECONDS = 500;
/** The event that carries text of the answer; all others say how the work is going. */
const ANSWER_PART = "part";

/** The last parts of a stream, written before the call is charged. */
export interface StreamEnd {
  /** For a reader that has received nothing yet. */
  whole: string | null;
  last: string;
}

/**
 * A response streamed as server-sent events. It starts with the first part: an earlier failure is an ordinary error
 * response, a later one is sent as an event.
 */
export class EventStream {
  readonly #binding: StreamBinding;
  readonly #reply: FastifyReply;
  readonly #writeHeaders: () => void;
  #started = false;
  #hasAnswered = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(binding: StreamBinding, reply: FastifyReply, writeHeaders: () => void) {
    this.#binding = binding;
    this.#reply = reply;
    this.#writeHeaders = writeHeaders;
  }

  /** Whether a part of the answer itself was sent: then it is paid for, whether or not its reader stays. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  send(event: string, data: unknown): void {
    this.#begin();
    if (event === ANSWER_PART) this.#hasAnswered = true;
    // A reader that reconnects says which event it saw last.
    const cursor = typeof data === "object" && data && "cursor" in data ? String(data.cursor) : null;
    if (cursor !== null && /^\w+$/.test(cursor)) this.#reply.raw.write(`id: ${cursor}\n`);
    this.#reply.raw.write(this.#format(event, JSON.stringify(data)));
  }

  present(data: unknown): StreamEnd {
    const { style, whole } = this.#binding;
    if (style === "answer")
      return { whole: null, last: this.#format("answer", successBody(data, "envelope")) };
    return {
      whole: whole ? this.#format("chunk", JSON.stringify(whole(data))) : null,
      last: "data: [DONE]\n\n",
    };
  }

  /** The complete answer, after its charge is on disk. */
  end({ whole, last }: StreamEnd): void {
    const isFirst = !this.#started;
    this.#begin();
    if (isFirst && whole !== null) this.#reply.raw.write(whole);
    this.#reply.raw.write(last);
    this.#close();
  }

  /** False when nothing was sent yet: then the error is an ordinary response. */
  fail(failure: Failure, requestId: string): boolean {
    if (!this.#started) return false;
    this.#reply.raw.write(this.#format("error", errorBody(failure, requestId)));
    this.#close();
    return true;
  }

  #begin(): void {
    if (this.#started) return;
    this.#started = true;
    this.#writeHeaders();
    this.#reply.hijack();
    const { raw } = this.#reply;
    // The cost of the call is not known before its end.
    const headers = Object.entries(this.#reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || name.startsWith("x-credits-") ? [] : [[name, String(value)] as const],
    );
    raw.writeHead(200, {
      ...Object.fromEntries(headers),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Proxies that buffer a response would defeat the streaming.
      "x-accel-buffering": "no",
    });
    this.#heartbeat = setInterval(() => raw.write(": still working\n\n"), HEARTBEAT_MILLISECONDS);
    raw.once("close", () => clearInterval(this.#heartbeat));
  }

  #format(event: string, json: string): string {
    return this.#binding.style === "chunks" ? `data: ${json}\n\n` : `event: ${event}\ndata: ${json}\n\n`;
  }

  #close(): void {
    clearInterval(this.#heartbeat);
    this.#reply.raw.end();
  }
}

interface StreamedCall {
  call: Call;
  writeHeaders: () => void;
  credential: WatchedCredential;
}

/** For callers that request it and operations that support it: the stream, connected to the call. */
export function openEventStream(
  { streams }: AnyOperation,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { call, writeHeaders, credential }: StreamedCall,
): EventStream | null {
  if (!streams || request.method === "HEAD") return null;
  const accepts = /\btext\/event-stream\b/.test(request.headers.accept ?? "");
  const isStream = streams.isRequested ? streams.isRequested(request.body) : accepts;
  if (!isStream) return null;
  const stream = new EventStream(streams, reply, writeHeaders);
  const cancelled = new AbortController();
  const { raw } = reply;
  let cuttingOff: NodeJS.Timeout | undefined;
  const stopWatching = watchCredential(credential, (refusal) => {
    // What was sent of an answer is paid for, so the reader gets no error: that would promise that nothing is charged.
    if (stream.hasAnswered) return void raw.destroy();
    cancelled.abort(refusal);
    // Some work does not notice that it has been cancelled.
    cuttingOff = setTimeout(() => raw.destroy(), CUT_OFF_MILLISECONDS);
  });
  raw.once("close", () => {
    stopWatching();
    clearTimeout(cuttingOff);
    // Otherwise a reader could take the text and leave before the charge.
    if (!stream.hasAnswered) cancelled.abort();
  });
  call.cancelled = cancelled.signal;
  call.onPart = (event, data) => stream.send(event, data);
  call.present = (data) => stream.present(data);
  return stream;
}
