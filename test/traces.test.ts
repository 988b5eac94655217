import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { startScriptedModel } from "./scripted-model.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string; spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector that stores what it receives. */
async function startCollector() {
  const spans: Span[] = [];
  let received = "";
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const piece of request) body += piece;
    received += body;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    reply.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, received: () => received };
}

const collector = await startCollector();
const provider = await startScriptedModel();
const app = await startTestApp({
  otel_exporter_otlp_endpoint: collector.url,
  language_model: "secret-free",
  language_model_url: provider.url,
  language_model_api_key: "sk-very-secret",
  demo: true,
  rate_factor: 1_000,
});

/** A caller's trace context, as W3C defines it. */
function traceparent() {
  const traceId = randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

async function spansOf(traceId: string, root: string): Promise<Span[]> {
  const own = () => collector.spans.filter((span) => span.traceId === traceId);
  // The request's own span ends last, so the others have arrived with it.
  await expect.poll(() => own().some(({ name }) => name === root)).toBe(true);
  return own();
}

function ancestorsOf(span: Span, spans: Span[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return parent ? [...ancestorsOf(parent, spans), parent.name] : [];
}

describe("tracing", () => {
  it("makes a request one trace of its caller: request, gate, statements", async () => {
    const { key } = await app.addAccount();
    const { traceId, spanId, headers } = traceparent();
    const route = "POST /v1/company_report/company_search";
    const body = { isin: "US0378331005" };
    await app.call("POST", "/v1/company_report/company_search", { key, headers, body });
    const spans = await spansOf(traceId, route);
    const root = spans.find(({ name }) => name === route);
    expect(root?.parentSpanId).toBe(spanId);
    expect(spans.find(({ name }) => name === "gate companies.search")?.parentSpanId).toBe(root?.spanId);
    const statements = spans.filter(({ name }) => name.startsWith("SQL "));
    const inGate = statements.filter((span) => ancestorsOf(span, spans).includes("gate companies.search"));
    expect(inGate.length).toBeGreaterThanOrEqual(2);
    for (const span of statements) expect(ancestorsOf(span, spans)[0]).toBe(route);
    expect(JSON.stringify(inGate)).toContain("select");
  });

  it("makes a language model call a step of its request, whichever endpoint it came through", async () => {
    const { key } = await app.addAccount({ credits: 10_000 });
    const question = { report_id: "rep_vujzjgh7sqyi", question: "What are total assets for FY2024?" };
    const { traceId, headers } = traceparent();
    await app.call("POST", "/mcp", {
      key,
      headers: { ...headers, accept: "application/json, text/event-stream" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "ask_report", arguments: question },
      },
    });
    const spans = await spansOf(traceId, "POST /mcp");
    const model = spans.find(({ name }) => name === "language model");
    expect(model && ancestorsOf(model, spans)).toEqual(["POST /mcp", "gate answers.chat_report"]);
  });

  it("makes a job a trace of its own, with its statements and a link to the call that sent it", async () => {
    const { key } = await app.addAccount();
    const { traceId, headers } = traceparent();
    const form = new FormData();
    form.set("title", "A report to read");
    const file = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
    form.set("file", new Blob([file]), "report.pdf");
    expect((await app.call("POST", "/v1/company_report/upload", { key, form, headers })).status).toBe(200);
    const find = () => collector.spans.find(({ name }) => name === "job reports.digest");
    await expect.poll(find, { interval: 500 }).toBeDefined();
    const job = find();
    expect(job?.parentSpanId ?? "").toBe("");
    const sent = (await spansOf(traceId, "POST /v1/company_report/upload")).find(
      ({ name }) => name === "send reports.digest",
    );
    expect(job?.links).toMatchObject([{ traceId, spanId: sent?.spanId }]);
    expect(job?.attributes).toContainEqual({ key: "florin.job_attempt", value: { intValue: 1 } });
    const spans = collector.spans.filter(({ traceId }) => traceId === job?.traceId);
    const statements = spans.filter(({ name }) => name.startsWith("SQL "));
    expect(statements.length).toBeGreaterThan(0);
    for (const span of statements) expect(ancestorsOf(span, spans)[0]).toBe("job reports.digest");
  });

  it("records no key, header, value or address with its query", async () => {
    const { key } = await app.addAccount();
    const { traceId, headers } = traceparent();
    await app.call("GET", "/v1/constant/countries?secret=in-the-address", {
      key,
      headers: { ...headers, cookie: "florin_session=in-the-cookie" },
    });
    await spansOf(traceId, "GET /v1/constant/countries");
    const reported = collector.received();
    for (const secret of [
      key,
      key.slice(9),
      "US0378331005",
      "in-the-address",
      "in-the-cookie",
      "sk-very-secret",
    ])
      expect([secret, reported.includes(secret)]).toEqual([secret, false]);
  });

  it("costs nothing when it is off: only the sender loads the packages", () => {
    const files = ["index", "tracing", "metrics"].map((name) =>
      readFileSync(`src/platform/telemetry/${name}.ts`, "utf8"),
    );
    for (const text of files) expect(text).not.toMatch(/^(im|ex)port [^(]*(@opentelemetry|otlp-tracing)/m);
  });
});
