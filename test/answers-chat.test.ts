import { describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";
import { startScriptedModel } from "./scripted-model.ts";

const provider = await startScriptedModel();
const app = await startTestApp({
  demo: true,
  rate_factor: 1_000,
  language_model: "scripted",
  language_model_url: provider.url,
  language_model_seconds_max: 5,
});
const account = await app.addAccount({ credits: 5_000 });
const REPORT = "rep_vujzjgh7sqyi";
const FIGURE = "What are total assets for FY2024?";

const post = (path: string, body: object, headers: Record<string, string> = {}, key = account.key) =>
  app.call("POST", path, { key, body, headers });
const query = (question: string, more: object = {}) => post("/v1/chat/query", { question, ...more });
const available = async () => (await findBalance(app.db, account.accountId))?.available ?? 0;

interface Event {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  data: any;
}

function eventsOf(text: string): Event[] {
  return text
    .split("\n\n")
    .filter((block) => block.includes("data: "))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? "",
      data: block.includes("[DONE]") ? "[DONE]" : JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null"),
    }));
}

describe("answers.chat_report with a language model", () => {
  it("200: names the model as the engine and charges for its tokens", async () => {
    const { json: plain } = await post("/v1/chat/chat_report", { report_id: REPORT, question: FIGURE });
    expect(plain.data.engine).toBe("openai-compatible:scripted");
    const before = await available();
    provider.script({ say: JSON.stringify({ sentence: "Total assets were {f1} in 2024.", pages: [] }) });
    const { json } = await post("/v1/chat/chat_report", { report_id: REPORT, question: FIGURE });
    expect(json.data.engine).toBe("openai-compatible:scripted");
    expect(json.data.answer).not.toContain("not found");
    expect(json.data.claims.every(({ verdict }: { verdict: string }) => verdict !== "not_found")).toBe(true);
    expect(before - (await available())).toBe(8);
  });

  it("200: answers with the built-in reader, and says so, when the provider is down", async () => {
    provider.script({ status: 401 });
    const before = await available();
    const { json } = await post("/v1/chat/chat_report", { report_id: REPORT, question: FIGURE });
    expect(json.data.engine).toMatch(/^built-in-reader-\d+ \(language model: unavailable\)$/);
    expect(json.data.claims).toHaveLength(1);
    expect(before - (await available())).toBe(3);
    provider.script({ say: "NOT_IN_REPORT" });
  });

  it("200: streams progress, then the same answer as without streaming", async () => {
    const body = { report_id: REPORT, question: FIGURE };
    const plain = await post("/v1/chat/chat_report", body);
    const streamed = await post("/v1/chat/chat_report", body, { accept: "text/event-stream" });
    expect(streamed.headers.get("content-type")).toContain("text/event-stream");
    const events = eventsOf(streamed.text);
    expect(events[0]?.event).toBe("progress");
    expect(events.at(-1)?.event).toBe("answer");
    expect(events.at(-1)?.data).toEqual(plain.json);
  });

  it("404: returns an ordinary error when it fails before the first event", async () => {
    const body = { report_id: "rep_none", question: FIGURE };
    const { status, json } = await post("/v1/chat/chat_report", body, { accept: "text/event-stream" });
    expect([status, json.code]).toEqual([404, "report_not_found"]);
  });
});

describe("answers.query", () => {
  it("200: answers with a company's figure, its claim and source, and the credits of each step", async () => {
    const before = await available();
    const { json } = await query("What was Tessandral's revenue in 2024?");
    const { data } = json;
    expect(data).toMatchObject({ shape: "figure", companies: [{ name: "Tessandral Instruments, Inc." }] });
    expect(data.claims[0]).toMatchObject({ verdict: "found", unit: "USD" });
    expect(data.sources[0]).toMatchObject({ kind: "report", report_id: REPORT, page: data.claims[0].page });
    const total = data.steps.reduce((sum: number, step: { credits: number }) => sum + step.credits, 0);
    expect(data.credits_used).toBe(total);
    expect(data.quote.credits).toBeGreaterThanOrEqual(total);
    expect(before - (await available())).toBe(total);
  });

  it("200: ranks a comparison", async () => {
    const { json } = await query(
      "Compare the operating margin of Tessandral Instruments and Haldrewick Water in 2024",
    );
    expect(json.data.shape).toBe("comparison");
    expect(json.data.companies).toHaveLength(2);
    const ranking =
      "Highest operating margin: Haldrewick Water plc, followed by Tessandral Instruments, Inc.";
    expect(json.data.answer.endsWith(ranking)).toBe(true);
  });

  it("200: does not rank numbers that only roughly match the question", async () => {
    const { data } = (
      await query(
        "Compare the research and development of Tessandral Instruments and Haldrewick Water in 2024",
      )
    ).json;
    expect(data.answer).toContain("Haldrewick Water plc: the figure was not found in its report.");
    expect(data.answer).not.toContain("Highest");
  });

  it.each([
    ["latest news on Tessandral", "news", "Latest news on"],
    ["What reports are available for Ostrellis Software?", "reports", "Annual Report"],
    ["Which companies are listed in Germany?", "screen", "companies match"],
    ["What is the share price of Tessandral Instruments?", "price", "closed at USD"],
    ["What is the market cap of Tessandral Instruments?", "market_cap", "billion"],
    ["What is the share price of Apple?", "price", "No prices of"],
    [
      "Compare the share prices of Tessandral and Ostrellis",
      "price",
      "Ostrellis Software, Inc. closed at USD",
    ],
    [
      "What was the highest price of Ostrellis in 2025?",
      "price",
      "from 2025-01-01 to 2025-06-30: USD 44.15 on",
    ],
    ["How did Tessandral's share perform in the first half of 2025?", "price", "on 2025-01-01"],
    ["What happened at Orvenkamp in March 2025?", "news", "March 20, 2025: Orvenkamp profit halves"],
    ["What is the ticker of Tessandral?", "screen", "ticker TSDL, ISIN ZZTSDL000011"],
    [
      "Compare revenue and net income of Tessandral and Ostrellis in 2024",
      "comparison",
      "net income, FY2024: -$13.31",
    ],
    ["Revenue of Ostrellis over the last two years", "figure", "revenue, FY2024: $498.22 million; FY2025"],
    ["What is the gross margin trend of Tessandral?", "figure", "FY2022: 43.4 %; FY2023"],
    ["What is the average revenue growth of Tessandral over the last three years?", "figure", "Not found"],
    [
      "Show me the balance sheet of Orvenkamp",
      "figure",
      "FY2024: cash and cash equivalents €137.10 million; total",
    ],
    ["Orvenkamp's balance sheet 2024", "figure", "main lines of the balance sheet, FY2024"],
    ["Income statement of Tessandral for Q1 2025", "figure", "Tessandral Instruments Reports First Quarter"],
    ["What is the largest item of the balance sheet of Orvenkamp?", "figure", "Not found"],
    ["Is Haldrewick more profitable than Tessandral?", "comparison", "Highest net margin: Tessandral"],
    ["What is new with Mervaléo?", "news", "Latest news on"],
    ["What was revenue per share of Tessandral in 2024?", "figure", "Not found"],
    ["When did Tessandral's revenue exceed 2 billion?", "figure", "Not found"],
    ["What is the company's revenue?", "unclear", "You can ask for"],
    ["Top 5 by market cap", "screen", "Microsoft"],
    ["Tessandral", "figure", "key figures, FY2024: revenue"],
    ["Vergleiche den Umsatz von Orvenkamp und Mervaléo 2024", "comparison", "Mervaléo SA: "],
    ["Tell me about Mervaléo", "figure", "key figures, FY2024: revenue €7,108 million; operating income"],
    ["In which sector is Tessandral?", "screen", "sector "],
    [
      "Was Tessandral's revenue above $2 billion in 2024?",
      "figure",
      "Yes. Tessandral Instruments, Inc.: revenue",
    ],
    [
      "Did the revenue of Ostrellis grow more than 20% in 2025?",
      "figure",
      "No. Ostrellis Software, Inc.: revenue rose",
    ],
    ["How did the net margin of Ostrellis change?", "figure", "rose by 9.0 percentage points in FY2025"],
    [
      "How did the net income of Pelorine change in 2024?",
      "figure",
      "from a loss no rate of change is computed",
    ],
    ["Which companies have more than $1 billion revenue?", "ranking", "Only amounts in USD are compared"],
    [
      "What were the revenues of Tessandral for 2022, 2023 and 2024?",
      "figure",
      "FY2022: $1,842 million; FY2023",
    ],
    ["How much did Tessandral's revenue grow from 2022 to 2024?", "figure", "16.0%"],
    ["How did the share price of Tessandral Instruments change over the last year?", "price", " % from USD "],
    ["List the sustainability reports of Haldrewick Water", "reports", "Sustainability Report 2024"],
    ["Which reports were published in March 2025?", "reports", " published in March 2025: "],
    ["List the prospectuses of Ostrellis Software", "reports", "No prospectus of"],
    ["Will the stock of Tessandral Instruments go up?", "opinion", "I do not predict"],
    ["companies with dividend yield over 3%", "screen", "I did not understand: dividend, yield"],
    [
      "What was the revenue of Nonexistent Zebra Corp in 2024?",
      "figure",
      "I could not find a company called Nonexistent Zebra Corp",
    ],
  ])("200: answers: %s", async (question, shape, part) => {
    const { status, json } = await query(question);
    expect([status, json.data.shape]).toEqual([200, shape]);
    expect(json.data.answer).toContain(part);
  });

  it.each([
    ["What is the share price of Tessandral Instruments?", "prices.eod_price"],
    ["How did the share price of Tessandral Instruments change over the last year?", "prices.eod_price"],
    ["What is the market cap of Tessandral Instruments?", "prices.market_cap"],
    ["latest news on Tessandral", "news.search"],
    ["Which companies are listed in Germany?", "companies.search_batch"],
  ])("200: links every number to a record: %s", async (question, operation) => {
    const { data } = (await query(question)).json;
    expect(data.record_claims.map(({ operation_id }: { operation_id: string }) => operation_id)).toContain(
      operation,
    );
    const traced = data.record_claims.map(({ text }: { text: string }) => text).join(" ");
    for (const [digits] of data.answer.matchAll(/\d+/g)) expect(traced).toContain(digits);
  });

  it("200: lists only the requested kind of report", async () => {
    const { data } = (await query("List the sustainability reports of Haldrewick Water")).json;
    expect(data.sources).toHaveLength(1);
  });

  it("200: quotes a price without running or charging anything", async () => {
    const before = await available();
    const { json } = await query("What was Tessandral's revenue in 2024?", { quote_only: true });
    expect(json.data.quote.credits).toBeGreaterThan(0);
    expect(json.data.steps).toEqual([]);
    expect(await available()).toBe(before);
  });

  it("200: stops before it exceeds max_credits", async () => {
    const before = await available();
    const { json } = await query("What was Tessandral's revenue in 2024?", { max_credits: 2 });
    expect(json.data.answer).toContain("more than the 2 credits");
    expect(json.data.steps.at(-1).outcome).toBe("over_budget");
    expect(before - (await available())).toBe(json.data.credits_used);
    expect(json.data.credits_used).toBeLessThanOrEqual(2);
  });

  it("200: skips steps that the key's scopes do not allow", async () => {
    const { key } = await app.addAccount({ scopes: ["answers:ask"] });
    const { json } = await post(
      "/v1/chat/query",
      { question: "What was Tessandral's revenue in 2024?" },
      {},
      key,
    );
    expect(json.data.answer).toContain("Missing scope: companies:read");
    expect(json.data.credits_used).toBe(0);
  });

  it("200: takes no company from earlier messages that the key may not look up", async () => {
    const { key } = await app.addAccount({ scopes: ["answers:ask"] });
    const messages = ["What was Tessandral's revenue in 2024?", "And its margin?"];
    const body = { messages: messages.map((content) => ({ role: "user", content })) };
    const { text } = await post("/v1/chat/completions", body, {}, key);
    expect(text).not.toMatch(/ent_|Tessandral Instruments/);
  });

  it("200: reports its progress", async () => {
    const { text } = await post(
      "/v1/chat/query",
      { question: "What was Tessandral's revenue in 2024?" },
      { accept: "text/event-stream" },
    );
    const steps = eventsOf(text).flatMap(({ event, data }) => (event === "progress" ? [data.step] : []));
    expect(steps).toEqual(["plan", "companies", "financials.series", "language_model"]);
    expect(eventsOf(text).at(-1)?.data.data.shape).toBe("figure");
  });

  it("200: writes one credit in the singular", async () => {
    const { json } = await query("What was the revenue of Tessandral in 2024?", { max_credits: 1 });
    expect(json.data.answer).toContain("more than the 1 credit allowed");
  });

  it("200: ranks all companies with reports by their stored statements", async () => {
    const { data } = (await query("Top 3 companies by net margin")).json;
    expect([data.shape, data.outcome]).toEqual(["ranking", "answered"]);
    expect(data.answer).toContain("1. Tarquessa Renovables, S.A. 18.2 %");
    expect(data.companies).toHaveLength(3);
    for (const { start, end, claim_id } of data.spans) {
      expect(data.answer.slice(start, end)).toMatch(/^[\d.]+ %$/);
      expect(data.claims.map((claim: { claim_id: string }) => claim.claim_id)).toContain(claim_id);
    }
    expect(data.spans).toHaveLength(3);
  });

  it("200: lists amounts in different currencies separately", async () => {
    const { data } = (await query("Rank the companies by revenue")).json;
    expect(data.answer).toMatch(/USD: 1\. Tessandral[^\n]*2\. Ostrellis/);
    expect(data.answer).toMatch(/EUR: 1\. Mervaléo/);
  });

  it("200: asks back, free of charge, when no company has the name", async () => {
    const before = await available();
    const { data } = (await query("What was Tessa Corporation's revenue in 2024?")).json;
    expect(data).toMatchObject({ outcome: "ask_back", companies: [], claims: [], credits_used: 0 });
    expect(data.did_you_mean[0].name).toBe("Tessa Corporation");
    expect(await available()).toBe(before);
  });

  it("200: never drops a name silently", async () => {
    const { data } = (await query("Compare the revenue of Tessandral and Zorvex Dynamics in 2024")).json;
    expect(data.outcome).toBe("partly_answered");
    expect(data.answer).toContain("I could not find a company called Zorvex Dynamics");
    expect(data.answer).toContain("2,136");
  });

  it("200: says which years there are instead of answering about another", async () => {
    const { data } = (await query("What was Tessandral's revenue in 2012?")).json;
    expect(data).toMatchObject({ outcome: "not_found", claims: [] });
    expect(data.answer).toContain("only for 2022, 2023, 2024");
  });

  it("200: suggests questions that the statements answer", async () => {
    const { data } = (await query("What was Tessandral's revenue in 2024?")).json;
    expect(data.follow_ups).toHaveLength(3);
    expect(data.follow_ups[2]).toMatch(/^What were the total assets of /);
    for (const question of data.follow_ups)
      expect((await query(question)).json.data.outcome).toBe("answered");
  });

  it("422: refuses an empty question", async () => {
    expect((await query("  ")).status).toBe(422);
  });
});

describe("answers.completions", () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "What was Tessandral's revenue in 2023?" },
    { role: "assistant", content: "…" },
    { role: "user", content: [{ type: "text", text: "And in 2024?" }] },
  ];

  it("200: answers in the shape of chat completions, and remembers the company of the thread", async () => {
    const { json } = await post("/v1/chat/completions", { model: "any", messages, temperature: 0.3 });
    expect(json).toMatchObject({
      object: "chat.completion",
      model: "any",
      choices: [{ index: 0, message: { role: "assistant" }, finish_reason: "stop" }],
    });
    expect(json.choices[0].message.content).toContain("FY2024");
    expect(json.florin.claims).toHaveLength(1);
  });

  it("200: streams chunks that make up the same text", async () => {
    const plain = await post("/v1/chat/completions", { messages });
    const { text } = await post("/v1/chat/completions", { messages, stream: true });
    const events = eventsOf(text);
    expect(events.at(-1)?.data).toBe("[DONE]");
    const chunks = events.slice(0, -1).map(({ data }) => data);
    expect(chunks.every(({ object }) => object === "chat.completion.chunk")).toBe(true);
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? "").join("")).toBe(
      plain.json.choices[0].message.content,
    );
    expect(chunks.at(-1).choices[0].finish_reason).toBe("stop");
  });

  it("200: replays a repeated stream in full without charging again", async () => {
    const once = { "idempotency-key": "streamed-once" };
    const ask = () => post("/v1/chat/completions", { messages, stream: true }, once);
    const textOf = ({ text }: { text: string }) =>
      eventsOf(text)
        .slice(0, -1)
        .map(({ data }) => data.choices[0].delta.content ?? "")
        .join("");
    const first = await ask();
    const left = await available();
    const again = await ask();
    expect(textOf(again)).toBe(textOf(first));
    const [chunk, done] = eventsOf(again.text);
    expect(chunk?.data).toMatchObject({
      object: "chat.completion.chunk",
      choices: [{ finish_reason: "stop" }],
    });
    expect([done?.data, await available()]).toEqual(["[DONE]", left]);
  });

  it("422: refuses a request without a question", async () => {
    expect(
      (await post("/v1/chat/completions", { messages: [{ role: "system", content: "x" }] })).status,
    ).toBe(422);
  });
});
