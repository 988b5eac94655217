import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const ann = await app.addAccount({ credits: 20_000 });
const { accountId } = ann;
const post = (path: string, body: object, { key }: { key: string } = ann) =>
  app.call("POST", `/v1/chat/thread/${path}`, { key, body });
const available = async () => (await findBalance(app.db, accountId))?.available ?? 0;
const start = async (): Promise<string> => (await post("create", {})).json.data.thread_id;
const TESSANDRAL = "ent_qpi4neyotut5";

async function findReport(query: object): Promise<string> {
  const { json } = await app.call("POST", "/v1/company_report/report_search", { key: ann.key, body: query });
  return json.data.reports[0].report_id;
}

async function findCompany(name: string): Promise<string> {
  const body = { name };
  const { json } = await app.call("POST", "/v1/company_report/company_search", { key: ann.key, body });
  return json.data[0].svc_entity_id;
}

describe("threads.ask about chosen companies, reports and dates", () => {
  it("answers for each chosen company, for the chosen period", async () => {
    const about = {
      svc_entity_id_list: [TESSANDRAL, await findCompany("Orvenkamp")],
      period: "2024",
    };
    const { json } = await post("ask", {
      thread_id: await start(),
      question: "What was the revenue?",
      about,
    });
    expect(json.data).toMatchObject({ outcome: "answered", shape: "comparison" });
    expect(json.data.companies).toHaveLength(2);
    expect(json.data.answer).toMatch(/Tessandral.*FY2024.*2,136.*Orvenkamp.*FY2024/s);
  });

  it("gives every year of a chosen range", async () => {
    const about = { svc_entity_id_list: [TESSANDRAL], period: "2022 to 2024" };
    const { json } = await post("ask", {
      thread_id: await start(),
      question: "What was the revenue?",
      about,
    });
    expect(json.data.answer).toMatch(/FY2023: \$1,978 million; FY2024: \$2,136 million\./);
    expect(json.data.spans.length).toBeGreaterThanOrEqual(2);
  });

  it("asks each company where the question has no figure to compare", async () => {
    const about = { svc_entity_id_list: [TESSANDRAL, await findCompany("Orvenkamp")] };
    const { json } = await post("ask", {
      thread_id: await start(),
      question: "What is the share price?",
      about,
    });
    expect(json.data.answer.split("\n\n")).toHaveLength(2);
    expect(json.data.answer).toContain("closed at USD 64.30");
  });

  it("reads the answer from each chosen report, also when a follow-up leaves the figure out", async () => {
    const of = (title: string) => findReport({ query: title, svc_entity_id: TESSANDRAL, limit: 1 });
    const about = { report_id_list: [await of("Annual Report 2024"), await of("Annual Report 2023")] };
    const thread_id = await start();
    const first = (await post("ask", { thread_id, question: "What were net sales?", about })).json.data;
    const asked = new Set(first.sources.map((source: { report_id: string }) => source.report_id));
    expect([...asked].sort()).toEqual(about.report_id_list.toSorted());
    expect(first.answer).toContain("2,136");
    const [one = ""] = about.report_id_list;
    const next = { thread_id, question: "and in 2023?", about: { report_id_list: [one] } };
    const second = (await post("ask", next)).json.data;
    expect(second.sources.every((source: { report_id: string }) => source.report_id === one)).toBe(true);
    expect(second).toMatchObject({ outcome: "answered" });
  });

  it("costs no more than is allowed, and refuses what does not exist free of charge", async () => {
    const thread_id = await start();
    const before = await available();
    const question = "What was the revenue?";
    const refuse = async (about: object) => (await post("ask", { thread_id, question, about })).status;
    expect(await refuse({ svc_entity_id_list: ["ent_none"] })).toBe(404);
    expect(await refuse({ report_id_list: ["rep_none"] })).toBe(404);
    expect(await refuse({ period: "some day" })).toBe(422);
    expect(await refuse({ svc_entity_id_list: Array.from({ length: 6 }, () => TESSANDRAL) })).toBe(422);
    const little = { thread_id, question, max_credits: 1, about: { svc_entity_id_list: [TESSANDRAL] } };
    expect((await post("ask", little)).json.data.outcome).toBe("not_found");
    expect(before - (await available())).toBeLessThanOrEqual(1);
  });

  it("reveals no company or report to a credential that may not read them", async () => {
    const less = await createKey(app.db, { accountId, name: "Only asks", scopes: ["answers:ask"] });
    const thread_id = await start();
    await post("update", { thread_id, visibility: "shared" });
    const input = { thread_id, question: "What was the revenue?" };
    const report_id_list = [await findReport({ svc_entity_id: TESSANDRAL, limit: 1 })];
    for (const about of [{ svc_entity_id_list: [TESSANDRAL] }, { report_id_list }])
      expect((await post("ask", { ...input, about }, less)).status).toBe(403);
  });
});
