import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface InstantModel {
  url: string;
  /** Milliseconds from each request's arrival to the end of its answer, all together. */
  spent: number;
  /** Characters received. */
  received: number;
  stop: () => void;
}

/**
 * A provider that answers immediately, as a model would: it first looks up rows, then writes sentences about rows of
 * the material and one that is false, and leaves that one out when it is sent back.
 */
export async function startInstantModel(): Promise<InstantModel> {
  const server = createServer(async (request, response) => {
    const startedAt = performance.now();
    let body = "";
    for await (const piece of request) body += String(piece);
    model.received += body.length;
    response.writeHead(200, { "content-type": "text/event-stream" });
    const deltas = answer(body);
    for (const delta of deltas) response.write(`data: ${JSON.stringify(chunk(delta))}\n\n`);
    const reason = deltas.some((delta) => "tool_calls" in delta) ? "tool_calls" : "stop";
    response.write(`data: ${JSON.stringify(chunk({}, reason))}\n\n`);
    response.end("data: [DONE]\n\n", () => {
      model.spent += performance.now() - startedAt;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  const model: InstantModel = {
    url: `http://127.0.0.1:${port}/v1`,
    spent: 0,
    received: 0,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

const FALSE_SENTENCE = JSON.stringify({ sentence: "Directors embezzled the pension assets.", pages: [1] });

function answer(body: string): object[] {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: unknown }[] };
  const turn = messages.filter(({ role }) => role === "assistant").length;
  if (turn === 0) return [{ tool_calls: [call("find_rows", { label: "revenue" })] }];
  if (turn === 2) return [{ content: "NONE" }];
  const sentences = rowsOf(JSON.stringify(messages[1]?.content)).map(({ page, row, label }) =>
    JSON.stringify({ sentence: `${label} amounted to {p${page}r${row}c1}.`, pages: [page] }),
  );
  return [...sentences, FALSE_SENTENCE].map((line) => ({ content: `${line}\n` }));
}

const ROWS = 3;

/** The first rows of the material: "r3 Revenue | 12 | 11" on the page before it. */
function rowsOf(material: string): { page: number; row: number; label: string }[] {
  const pages = material.split(/\\?"page\\?":/).slice(1);
  return pages
    .flatMap((text) => {
      const [, row, label] = /\bn?r(\d+) ([A-Z][a-z ]+) \|\s*\$?\s*\d/.exec(text) ?? [];
      return row && label ? [{ page: Number.parseInt(text, 10), row: Number(row), label }] : [];
    })
    .slice(0, ROWS);
}

const call = (name: string, input: object) => ({
  index: 0,
  id: "call_1",
  type: "function",
  function: { name, arguments: JSON.stringify(input) },
});

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: "1",
  object: "chat.completion.chunk",
  created: 1,
  model: "instant",
  choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason }],
});
