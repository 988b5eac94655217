import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFileEnd } from "./cleanup.ts";

/** What the scripted provider does with one request. */
export type Step =
  | { say: string; finish?: "stop" | "length" | "content_filter"; pieces?: number }
  | { status: number; body?: string; location?: string }
  | { hang: true }
  | { raw: string }
  | { say: string; breakOff: true }
  | { calls: { name: string; input: object }[] };

export interface ScriptedModel {
  url: string;
  /** The bodies received, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  requests: any[];
  /** What to do next; the last step is repeated. */
  script: (...steps: Step[]) => void;
  /** How to answer when asked for the models. */
  list: (step: Step) => void;
}

/** An OpenAI-compatible provider with scripted answers. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: unknown[] = [];
  let steps: Step[] = [{ say: "NOT_IN_REPORT" }];
  let models: Step = { status: 200, body: JSON.stringify({ data: [{ id: "scripted" }, { id: "another" }] }) };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const piece of request) body += String(piece);
    if (request.url?.endsWith("/models")) {
      perform(models, response);
      return;
    }
    requests.push(JSON.parse(body));
    const [step = { hang: true as const }] = steps;
    if (steps.length > 1) steps = steps.slice(1);
    perform(step, response);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...next) => {
      steps = next;
    },
    list: (step) => {
      models = step;
    },
  };
}

function perform(step: Step, response: ServerResponse): void {
  if ("hang" in step) return;
  if ("status" in step) {
    const location = step.location === undefined ? {} : { location: step.location };
    response.writeHead(step.status, { "content-type": "application/json", ...location });
    response.end(step.body ?? JSON.stringify({ error: { message: "scripted", type: "scripted" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  if ("raw" in step) {
    response.end(step.raw);
    return;
  }
  if ("calls" in step) {
    const tool_calls = step.calls.map(({ name, input }, index) => ({
      index,
      id: `call_${++callCount}`,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    }));
    response.write(chunk({ tool_calls }, null));
    finish(response, "tool_calls");
    return;
  }
  const pieces = step.say.match(/[\s\S]{1,12}/g) ?? [];
  for (const content of pieces) response.write(chunk({ content }, null));
  if ("breakOff" in step) {
    // Only once the first pieces have left: otherwise there would be nothing to break off.
    setTimeout(() => response.destroy(), 100);
    return;
  }
  finish(response, step.finish ?? "stop");
}

let callCount = 0;

function finish(response: ServerResponse, reason: string): void {
  response.write(chunk({}, reason));
  response.write(
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

function chunk(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }];
  return `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}
