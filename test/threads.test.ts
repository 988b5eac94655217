import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { accountId } = await app.addAccount({ credits: 20_000 });
const ann = await addKeyOf("owner");
const bob = await addKeyOf("member");

async function addKeyOf(role: "owner" | "member") {
  const { memberId } = await addPerson(app, { accountId, role });
  return createKey(app.db, { accountId, name: `Key of ${memberId}`, createdBy: memberId });
}

const post = (path: string, body: object, { key } = ann, headers: Record<string, string> = {}) =>
  app.call("POST", `/v1/chat/thread/${path}`, { key, body, headers });
const get = (path: string, { key } = ann) => app.call("GET", `/v1/chat/thread/${path}`, { key });
const available = async () => (await findBalance(app.db, accountId))?.available ?? 0;
const start = async (title?: string): Promise<string> =>
  (await post("create", title === undefined ? {} : { title })).json.data.thread_id;
const ask = async (thread_id: string, question: string) =>
  (await post("ask", { thread_id, question })).json.data;

const REVENUE = "What was Tessandral's revenue in 2024?";

/** Statements are read in the background. */
beforeAll(async () => {
  const body = { where: "revenue >= revenue" };
  for (let tries = 0; tries < 500; tries++) {
    const { json } = await app.call("POST", "/v1/financial/screen", { key: ann.key, body });
    if (json.data?.companies.length === 8) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 120_000);

describe("threads.ask", () => {
  it.each([
    ["How much did it grow?", "8.0 %"],
    ["and its margin?", "11.7 %"],
    ["what about 2023?", "1,978"],
    ["And the year before?", "1,978"],
    ["What about Ostrellis?", "498"],
  ])("keeps company, figure and period of the question before: %s", async (followUp, part) => {
    const thread = await start();
    await ask(thread, REVENUE);
    const message = await ask(thread, followUp);
    expect(message).toMatchObject({ outcome: "answered" });
    expect(message.answer).toContain(part);
  });

  it("means the best company of a ranking by `its`", async () => {
    const thread = await start();
    await ask(thread, "Which company has the highest net margin?");
    const message = await ask(thread, "And its revenue?");
    expect(message.companies).toEqual([
      { svc_entity_id: "ent_lc2dmqlumiwb", name: "Tarquessa Renovables, S.A." },
    ]);
    expect(message.answer).toContain("412.8");
  });

  it("stores the question with its answer, claims, spans, sources, steps and cost", async () => {
    const thread = await start();
    const before = await available();
    const asked = await ask(thread, REVENUE);
    const { data } = (await get(`get?thread_id=${thread}`)).json;
    expect(data.message_list).toEqual([{ ...asked, asked_at: expect.any(String) }]);
    const [{ start: from, end, claim_id }] = asked.spans;
    expect(asked.answer.slice(from, end)).toBe("$2,136 million");
    const claim = asked.claims.find((one: { claim_id: string }) => one.claim_id === claim_id);
    expect(claim).toMatchObject({ verdict: "found", page: expect.any(Number), box: expect.any(Array) });
    expect(asked.sources[0]).toMatchObject({ report_id: "rep_vujzjgh7sqyi", page: claim.page });
    expect(before - (await available())).toBe(asked.credits_used);
    expect(data).toMatchObject({
      title: REVENUE,
      messages: 1,
      scope: { figure_id: "revenue", period: "2024" },
    });
  });

  it("charges nothing for a question that is asked back, and stores it", async () => {
    const thread = await start();
    const before = await available();
    const message = await ask(thread, "What was the revenue of Zorvex Dynamics?");
    expect([message.outcome, await available()]).toEqual(["ask_back", before]);
    expect((await get(`get?thread_id=${thread}`)).json.data.messages).toBe(1);
  });

  it("streams its progress, then the message", async () => {
    const body = { thread_id: await start(), question: REVENUE };
    const { text } = await post("ask", body, ann, { accept: "text/event-stream" });
    expect(text).toMatch(/^event: progress/m);
    expect(text).toMatch(/^event: answer$/m);
  });

  it("numbers two questions that are asked at once", async () => {
    const thread = await start();
    await Promise.all([ask(thread, REVENUE), ask(thread, "Hello")]);
    expect((await get(`get?thread_id=${thread}`)).json.data.message_list).toHaveLength(2);
  });
});

describe("threads", () => {
  it("are private until shared, and only their owner can make them private again", async () => {
    const thread_id = await start("Margins of makers");
    expect((await get(`get?thread_id=${thread_id}`, bob)).status).toBe(404);
    expect((await post("update", { thread_id, visibility: "shared" }, bob)).status).toBe(404);
    await post("update", { thread_id, visibility: "shared", title: "Margins" });
    expect((await get(`get?thread_id=${thread_id}`, bob)).json.data).toMatchObject({
      title: "Margins",
      own: false,
    });
    const listed = (await get("list?include_shared=true", bob)).json.data.threads;
    expect(listed.map((one: { thread_id: string }) => one.thread_id)).toEqual([thread_id]);
    expect((await get("list", bob)).json.data.threads).toEqual([]);
    expect((await post("update", { thread_id, visibility: "private" }, bob)).status).toBe(422);
    expect((await post("update", { thread_id, visibility: "private" })).status).toBe(200);
  });

  it("are found by words of their title, questions and answers", async () => {
    const thread_id = await start("Quarterly oddities");
    await ask(thread_id, "What was the revenue of Haldrewick Water in FY2025?");
    for (const query of ["oddities", "haldrewick", "921.7"]) {
      const { threads } = (await get(`list?query=${query}`)).json.data;
      expect(threads.map((one: { thread_id: string }) => one.thread_id)).toContain(thread_id);
    }
    expect((await get("list?query=oddity%25")).json.data.threads).toEqual([]);
  });

  it("are exported as Markdown with a footnote and a link for every claimed number", async () => {
    const thread_id = await start("Export");
    await ask(thread_id, REVENUE);
    const { markdown } = (await get(`export?thread_id=${thread_id}`)).json.data;
    expect(markdown).toContain("# Export");
    expect(markdown).toContain("$2,136 million[^1-1]");
    expect(markdown).toMatch(/\[\^1-1\]: .*, page \d+ <http.*\/c\/clm_/);
  });

  it("are deleted with their messages", async () => {
    const thread_id = await start();
    const { message_id } = await ask(thread_id, REVENUE);
    expect((await post("delete", { thread_id })).json.data).toEqual({ thread_id, deleted: true });
    expect((await get(`get?thread_id=${thread_id}`)).status).toBe(404);
    expect((await post("ask", { thread_id, question: REVENUE })).status).toBe(404);
    const rows = await app.db`select from chat_message where message_id = ${message_id}`;
    expect(rows).toHaveLength(0);
  });

  it("lose an answer with the report it was read from", async () => {
    const thread_id = await start();
    const report_id = await uploadReport();
    const asked = await ask(thread_id, "How many submarines does Tessandral own?");
    // The answer is made to depend on the upload: which report is read first is not what this is about.
    await app.db`
      update chat_message set answer = 'secret', reply = reply || '{"answer": "secret", "claims": [{}]}'
      where message_id = ${asked.message_id}`;
    await app.db`insert into chat_message_report values (${thread_id}, 1, ${report_id})`;
    await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key: ann.key });
    const [message] = (await get(`get?thread_id=${thread_id}`)).json.data.message_list;
    expect(message).toMatchObject({ claims: [], spans: [], sources: [], outcome: "not_found" });
    expect(message.answer).toBe("The report this answer was read from was deleted.");
    expect((await get("list?query=secret")).json.data.threads).toEqual([]);
  });
});

async function uploadReport(): Promise<string> {
  const form = new FormData();
  const file = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
  form.set("title", "An upload");
  form.set("file", new Blob([file, "\n% a thread's own\n"]), "upload.pdf");
  const reply = await app.call("POST", "/v1/company_report/upload", { key: ann.key, form });
  return reply.json.data.report_id;
}
