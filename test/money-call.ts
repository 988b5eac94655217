import type { AnyOperation } from "../src/kernel/operation.ts";
import type { TestApp, TestReply } from "./app.ts";
import { sendOperation } from "./operation-inputs.ts";

export type Channel = "rest" | "stream" | "mcp";

/** What a caller knows about its call afterwards. */
export interface Outcome {
  reported: "success" | "error" | "nothing";
  /** Null where the channel does not say. */
  charged: number | null;
  /** What must be the same when the call is repeated under its key. */
  answer: string;
  detail: string;
}

interface CallToMake {
  operation: AnyOperation;
  channel: Channel;
  input: object;
  key: string;
  idempotencyKey: string | null;
  signal?: AbortSignal;
}

/** The channels through which an operation can be called. */
export function channelsOf({ mcp, streams }: AnyOperation): Channel[] {
  return ["rest", ...(streams ? ["stream" as const] : []), ...(mcp ? ["mcp" as const] : [])];
}

/** Makes a call as a client would, and returns what that client knows afterwards. */
export async function makeCall(app: TestApp, call: CallToMake): Promise<Outcome> {
  try {
    if (call.channel === "mcp") return readToolReply(await sendTool(app, call));
    const reply = await sendRest(app, call);
    return call.channel === "stream" ? readStream(reply) : readReply(reply);
  } catch (error) {
    return { reported: "nothing", charged: null, answer: "", detail: String(error) };
  }
}

function sendRest(
  app: TestApp,
  { operation, channel, input, key, idempotencyKey, signal }: CallToMake,
): Promise<TestReply> {
  const isStream = channel === "stream";
  // Where the body asks for the stream, the header does not matter.
  const body = isStream && operation.streams?.isRequested ? { ...input, stream: true } : input;
  const headers = {
    ...(idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }),
    ...(isStream ? { accept: "text/event-stream" } : {}),
  };
  return sendOperation(app, operation, body, { key, headers, ...(signal ? { signal } : {}) });
}

function sendTool(
  app: TestApp,
  { operation, input, key, idempotencyKey, signal }: CallToMake,
): Promise<TestReply> {
  const meta = idempotencyKey === null ? {} : { _meta: { "florin/idempotency-key": idempotencyKey } };
  const params = { name: operation.mcp ? operation.mcp.tool : operation.id, arguments: input, ...meta };
  return app.call("POST", "/mcp", {
    key,
    headers: { accept: "application/json, text/event-stream" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    ...(signal ? { signal } : {}),
  });
}

const error = (detail: string): Outcome => ({ reported: "error", charged: 0, answer: "", detail });

function readReply({ status, headers, text }: TestReply): Outcome {
  const charged = Number(headers.get("x-credits-charged") ?? 0);
  if (status !== 200) return { ...error(text), charged };
  return { reported: "success", charged, answer: text, detail: "" };
}

function readStream(reply: TestReply): Outcome {
  if (!reply.headers.get("content-type")?.startsWith("text/event-stream")) return readReply(reply);
  const { text } = reply;
  if (/"status_code":[45]\d\d/.test(text)) return error(text.slice(-300));
  const answer = /^event: answer\ndata: (.*)$/m.exec(text)?.[1];
  if (answer !== undefined) return { reported: "success", charged: null, answer, detail: "" };
  if (text.includes("data: [DONE]"))
    return { reported: "success", charged: null, answer: joinChunks(text), detail: "" };
  return { reported: "nothing", charged: null, answer: "", detail: text.slice(-300) };
}

/** The words of an answer, however it was cut into chunks. */
function joinChunks(text: string): string {
  const chunks = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json ?? "{}"));
  return chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? "").join("");
}

function readToolReply({ status, text, json }: TestReply): Outcome {
  const result = json?.result;
  if (status !== 200 || !result) return error(text.slice(0, 300));
  const charged = Number(result._meta?.credits_charged ?? 0);
  if (result.isError) return { ...error(JSON.stringify(result.content)), charged };
  return { reported: "success", charged, answer: JSON.stringify(result.content), detail: "" };
}
