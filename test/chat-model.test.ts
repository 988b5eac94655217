import { beforeAll, describe, expect, it } from "vitest";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";
import { type Step, startScriptedModel } from "./scripted-model.ts";
import { startStopwatch } from "./stopwatch.ts";

const provider = await startScriptedModel();
const app = await startTestApp({
  demo: true,
  rate_factor: 1_000,
  language_model: "scripted",
  language_model_url: provider.url,
  language_model_seconds_max: 3,
});
const account = await app.addAccount({ credits: 5_000 });
const MODEL = "openai-compatible:scripted";
const REPORT = "rep_vujzjgh7sqyi";
const QUESTION = "Tell me about the union of Tessandral Instruments";
const NEWS_SENTENCE = "The union represents 760 employees of Tessandral Instruments in Duluth.";
const PRICE_SENTENCE = "Tessandral Instruments closed at $54.49 on 2024-01-03.";

const available = async () => (await findBalance(app.db, account.accountId))?.available ?? 0;
const post = async (path: string, body: object, steps: Step[]) => {
  provider.script(...steps);
  const before = await available();
  const { json } = await app.call("POST", path, { key: account.key, body });
  return { ...json.data, charged: before - (await available()) };
};
const ask = (steps: Step[], more: object = {}) =>
  post("/v1/chat/query", { question: QUESTION, ...more }, steps);
/** The step of the tool that was called last; the built-in planner's come before it. */
const write =
  (sentence: string): ((step: number) => Step) =>
  (step) => ({ say: JSON.stringify({ sentence, steps: [step] }) });
const dates = { start_date: "2024-01-01", end_date: "2025-12-31" };
const searchNews: Step = {
  calls: [{ name: "news_search", input: { keywords: "Tessandral", ...dates, language: "en", limit: 5 } }],
};
const findPrices: Step = {
  calls: [
    { name: "prices_eod_price", input: { ticker: "TSDL", start_date: "2024-01-01", end_date: "2024-01-05" } },
  ],
};

let builtIn: { answer: string; steps: unknown[] };
/** The number of the first step that the model adds. */
let first: number;

beforeAll(async () => {
  builtIn = await ask([{ say: "NOT_FOUND" }]);
  const [, material] = provider.requests.at(-1).messages;
  first = JSON.parse(material.content).steps.length + 1;
});

describe("the general chat with a language model", () => {
  it("runs the tools that the model asks for and shows each step with its cost", async () => {
    const data = await ask([searchNews, write(NEWS_SENTENCE)(first)]);
    expect(data.answer).toBe(NEWS_SENTENCE);
    expect(data).toMatchObject({ outcome: "answered", withheld: 0, model: { name: MODEL, is_local: true } });
    expect(data.engine).toContain(MODEL);
    expect(data.steps.slice(-2)).toMatchObject([
      { operation_id: "news.search", credits: 2, outcome: "done" },
      { operation_id: "language_model", about: MODEL, credits: 5, outcome: "done" },
    ]);
    expect(data.sources.map(({ kind }: { kind: string }) => kind)).toContain("news");
    expect(data.credits_used).toBe(data.charged);
    expect(data.quote.credits).toBeGreaterThanOrEqual(data.charged);
  });

  it("spends no more on tools than was quoted, and says what it charged", async () => {
    const many: Step = {
      calls: Array.from({ length: 8 }, () => searchNews.calls?.[0]).flatMap((one) => one ?? []),
    };
    const question = "What was the price of Tessandral Instruments on 2024-01-03?";
    const data = await ask([many, many, { say: "NOT_FOUND" }], { question });
    expect(data.steps.map(({ outcome }: { outcome: string }) => outcome)).toContain("over_budget");
    expect(data.credits_used).toBe(data.charged);
    expect(data.quote.credits).toBeGreaterThanOrEqual(data.credits_used);
  });

  it("withholds what no step says, and answers itself then, without a charge for the model", async () => {
    const wrong = PRICE_SENTENCE.replace("01-03", "01-04");
    const data = await ask([findPrices, write(wrong)(first)]);
    expect(data.answer).toBe(builtIn.answer);
    expect(data.withheld).toBe(1);
    expect(data.engine).toContain("could not be used");
    expect(data.steps.at(-1)).toMatchObject({
      operation_id: "language_model",
      credits: 0,
      outcome: "failed",
    });
    const right = await ask([findPrices, write(PRICE_SENTENCE)(first)]);
    expect(right.answer).toBe(PRICE_SENTENCE);
  });

  it("asks the model once for a question about the news, and the news without one", async () => {
    const before = provider.requests.length;
    await ask([{ say: "NOT_FOUND" }], { question: "Why did the union of Tessandral open talks? (news)" });
    expect(provider.requests.length - before).toBe(1);
  });

  it("offers only tools that read, and runs no others", async () => {
    const data = await ask([
      { calls: [{ name: "reports_delete", input: { report_id: REPORT } }] },
      { say: "NOT_FOUND" },
    ]);
    const offered = provider.requests
      .at(-1)
      .tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(offered.toSorted()).toEqual([
      "answers_chat_report",
      "companies_search",
      "companies_search_batch",
      "financials_screen",
      "news_search",
      "prices_eod_price",
      "prices_market_cap",
      "reports_search",
      "search_passages",
    ]);
    expect(JSON.stringify(provider.requests.at(-1).messages)).toContain("there is no tool reports_delete");
    expect(data.answer).toBe(builtIn.answer);
  });

  it("never spends more than max_credits, whatever the model asks for", async () => {
    const data = await ask([searchNews, searchNews, searchNews, write(NEWS_SENTENCE)(first)], {
      max_credits: 22,
    });
    expect(data.charged).toBeLessThanOrEqual(22);
    const before = provider.requests.length;
    const poor = await ask([searchNews], { max_credits: 5 });
    expect(provider.requests.length).toBe(before);
    expect(poor.charged).toBeLessThanOrEqual(5);
  });

  it.each<[string, Step, string]>([
    ["down", { status: 401 }, "language model: unavailable"],
    ["slow", { hang: true }, "language model: time-out"],
    ["lying", write("Tessandral Instruments went bankrupt.")(1), "could not be used"],
    ["calling tools without end", searchNews, "did not come to an answer"],
  ])("answers itself within the time limit when the provider is %s, and says so", async (_, step, reason) => {
    const readMilliseconds = startStopwatch();
    const data = await ask([step]);
    expect(readMilliseconds()).toBeLessThan(10_000);
    expect(data.answer).toBe(builtIn.answer);
    expect(data.engine).toContain(reason);
  });
});

describe("the general chat with a language model, streamed", () => {
  const stream = async (path: string, body: object, steps: Step[]) => {
    provider.script(...steps);
    const before = await available();
    const { text } = await app.call("POST", path, {
      key: account.key,
      body,
      headers: { accept: "text/event-stream" },
    });
    const events = text
      .split("\n\n")
      .filter((block) => block.includes("data: "))
      .map((block) => ({
        event: /^event: (.*)$/m.exec(block)?.[1] ?? "chunk",
        data: /^data: (.*)$/m.exec(block)?.[1] ?? "",
      }));
    return { events, charged: before - (await available()) };
  };
  const partsOf = (events: { event: string; data: string }[]) =>
    events.filter(({ event }) => event === "part").map(({ data }) => JSON.parse(data).text);
  const answerOf = (events: { event: string; data: string }[]) =>
    JSON.parse(events.find(({ event }) => event === "answer")?.data ?? "{}").data;
  const lines = (...sentences: [string, number][]) => ({
    say: sentences.map(([sentence, step]) => JSON.stringify({ sentence, steps: [step] })).join("\n"),
  });
  const CLOSED = "Tessandral Instruments closed at $54.49 on 2024-01-03.";
  const WRONG = "Tessandral Instruments closed at $99.99 on 2024-01-03.";

  it("sends each sentence once it is verified, and never one that is not", async () => {
    const steps = [searchNews, findPrices];
    const said = lines([NEWS_SENTENCE, first], [WRONG, first + 1], [CLOSED, first + 1]);
    const { events, charged } = await stream("/v1/chat/query", { question: QUESTION }, [...steps, said]);
    expect(partsOf(events)).toEqual([NEWS_SENTENCE, ` ${CLOSED}`]);
    expect(answerOf(events).answer).toBe(partsOf(events).join(""));
    expect(events.map(({ data }) => data).join("")).not.toContain("99.99");
    expect(answerOf(events)).toMatchObject({ withheld: 1, credits_used: charged });
  });

  it("keeps what it has sent as the answer when the provider breaks off, and charges for it", async () => {
    const half: Step = { ...lines([NEWS_SENTENCE, first], [CLOSED, first]), breakOff: true };
    const { events, charged } = await stream("/v1/chat/query", { question: QUESTION }, [searchNews, half]);
    expect(partsOf(events)).toEqual([NEWS_SENTENCE]);
    expect(answerOf(events)).toMatchObject({ answer: NEWS_SENTENCE, credits_used: charged });
  });

  it("sends the built-in answer when nothing of the model's could be verified", async () => {
    const { events } = await stream("/v1/chat/query", { question: QUESTION }, [lines([WRONG, 1])]);
    expect(partsOf(events)).toEqual([builtIn.answer]);
  });

  it("streams the same sentences in the format of chat completions", async () => {
    const body = { messages: [{ role: "user", content: QUESTION }], stream: true };
    const steps = [searchNews, lines([NEWS_SENTENCE, first], [WRONG, first])];
    const { events } = await stream("/v1/chat/completions", body, steps);
    const chunks = events.filter(({ data }) => data.startsWith("{")).map(({ data }) => JSON.parse(data));
    const text = chunks.map(({ choices: [choice] }) => choice.delta.content ?? "").join("");
    expect(text).toBe(NEWS_SENTENCE);
    expect(chunks.at(-1).florin.answer).toBe(NEWS_SENTENCE);
  });

  it("is paid for when the caller hangs up after the first sentence", async () => {
    provider.script(searchNews, { ...lines([NEWS_SENTENCE, first]), pieces: 1 });
    const balance = () => findBalance(app.db, account.accountId);
    const spent = (await balance())?.spent ?? 0;
    const leaving = new AbortController();
    const response = await fetch(`${app.baseUrl}/v1/chat/query`, {
      method: "POST",
      headers: {
        "x-api-key": account.key,
        "content-type": "application/json",
        accept: "text/event-stream",
      },
      body: JSON.stringify({ question: QUESTION }),
      signal: leaving.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ""; !seen.includes("event: part"); ) seen += (await reader?.read())?.value ?? "";
    leaving.abort();
    await expect.poll(async () => (await balance())?.held).toBe(0);
    expect(((await balance())?.spent ?? 0) - spent).toBeGreaterThanOrEqual(7);
  });
});

describe("a question to one report with max_credits", () => {
  const askReport = (steps: Step[], max_credits?: number) =>
    post(
      "/v1/chat/chat_report",
      { report_id: REPORT, question: "What does the union do?", max_credits },
      steps,
    );

  it("lets the model look elsewhere within the credits left, and says what it did", async () => {
    const data = await askReport([findPrices, write(PRICE_SENTENCE)(1)], 12);
    expect(data.answer).toBe(PRICE_SENTENCE);
    expect(data.steps).toMatchObject([{ operation_id: "prices.eod_price", credits: 1, outcome: "done" }]);
    expect(data.model.pages_sent.length).toBeGreaterThan(0);
    expect(data.charged).toBeLessThanOrEqual(12);
  });

  it("offers no priced tool without max_credits, and asks no model when its words do not fit", async () => {
    const data = await askReport([findPrices, { say: "NOT_IN_REPORT" }]);
    expect(data.steps).toBeUndefined();
    const before = provider.requests.length;
    const { engine } = await askReport([{ say: "NOT_IN_REPORT" }], 7);
    expect([engine.startsWith("built-in-reader"), provider.requests.length]).toEqual([true, before]);
  });
});

describe("a question to the news with a language model", () => {
  const askNews = (steps: Step[]) =>
    post(
      "/v1/news/web_news_chat",
      {
        keywords: "Tessandral union",
        ...dates,
        language: "en",
        searchQuestion: "How many employees has the union?",
      },
      steps,
    );
  /** The article with the number, as the model counts it. */
  const findArticle = (): number => {
    const [, material] = provider.requests.at(-1).messages;
    const { articles } = JSON.parse(material.content);
    return articles.findIndex((one: object) => JSON.stringify(one).includes("760 employees")) + 1;
  };

  it("is answered by sentences that were verified in the articles they cite, and by the built-in reader otherwise", async () => {
    const own = await askNews([{ say: "NOT_FOUND" }]);
    expect(own).toMatchObject({ withheld: 0, model: { name: MODEL } });
    const article = findArticle();
    const said = await askNews([write("The union represents 760 employees in Duluth.")(article)]);
    expect(said.answer).toBe("The union represents 760 employees in Duluth. [1]");
    expect(said.claims).toEqual([
      { sentence: "The union represents 760 employees in Duluth.", sources: [1] },
    ]);
    expect(said.sources).toHaveLength(1);
    const wrong = await askNews([write("The union represents 790 employees in Duluth.")(article)]);
    expect(wrong).toMatchObject({ answer: own.answer, withheld: 1 });
    expect((await askNews([{ status: 401 }])).answer).toBe(own.answer);
  });
});
