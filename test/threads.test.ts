import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import type { ChatReply } from "../src/features/answers/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { insertMessage } from "../src/features/threads/store.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp, type TestReply } from "./app.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { accountId } = await app.addAccount({ credits: 20_000 });
const ann = await addKeyOf("owner");
const bob = await addKeyOf("member");

async function addKeyOf(role: "owner" | "member") {
  const { memberId } = await addPerson(app, { accountId, role });
  return {
    memberId,
    ...(await createKey(app.db, { accountId, name: `Key of ${memberId}`, createdBy: memberId })),
  };
}

const post = (
  path: string,
  body: object,
  { key }: { key: string } = ann,
  headers: Record<string, string> = {},
) => app.call("POST", `/v1/chat/thread/${path}`, { key, body, headers });
const get = (path: string, { key }: { key: string } = ann) =>
  app.call("GET", `/v1/chat/thread/${path}`, { key });
const available = async () => (await findBalance(app.db, accountId))?.available ?? 0;
const start = async (title?: string): Promise<string> =>
  (await post("create", title === undefined ? {} : { title })).json.data.thread_id;
const ask = async (thread_id: string, question: string) =>
  (await post("ask", { thread_id, question })).json.data;

const REVENUE = "What was Tessandral's revenue in 2024?";

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

  it("stores and charges a question once, however often it is sent with one Idempotency-Key", async () => {
    const body = { thread_id: await start(), question: REVENUE };
    const before = await available();
    const send = () => post("ask", body, ann, { "idempotency-key": "thread-once" });
    const replies = [...(await Promise.all([send(), send()])), await send()];
    const ids = replies.flatMap(({ json }) => json.data?.message_id ?? []);
    expect(new Set(ids).size).toBe(1);
    expect(before - (await available())).toBe(replies.at(-1)?.json.data.credits_used);
    expect((await get(`get?thread_id=${body.thread_id}`)).json.data.messages).toBe(1);
  });

  it("charges nothing when the thread is deleted while the question is answered", async () => {
    const thread_id = await start();
    const before = await available();
    let asked: Promise<TestReply> | undefined;
    await inTransaction(app.db, async (sql) => {
      await sql`delete from chat_thread where thread_id = ${thread_id}`;
      asked = post("ask", { thread_id, question: REVENUE });
      await expect.poll(isWaitingForThread, { interval: 50 }).toBe(true);
    });
    expect([(await asked)?.status, await available()]).toEqual([404, before]);
  });

  it("charges for a streamed answer although its thread is deleted while it is read", async () => {
    const thread_id = await start();
    const before = await available();
    let asked: Promise<TestReply> | undefined;
    await inTransaction(app.db, async (sql) => {
      await sql`delete from chat_thread where thread_id = ${thread_id}`;
      asked = post("ask", { thread_id, question: REVENUE }, ann, { accept: "text/event-stream" });
      await expect.poll(isWaitingForThread, { interval: 50 }).toBe(true);
    });
    const text = (await asked)?.text ?? "";
    expect([text.includes("event: answer"), (await available()) < before]).toEqual([true, true]);
  });

  it.each(["what about 2012?", "And in 2012?", "and its margin in 2012?"])(
    "answers about no other year: %s",
    async (followUp) => {
      const thread = await start();
      await ask(thread, REVENUE);
      const { answer, outcome } = await ask(thread, followUp);
      expect([outcome, answer]).toEqual([
        "not_found",
        expect.stringMatching(/ no .+ for that period, only for /),
      ]);
    },
  );

  it("mentions a company that it does not know, in a follow-up too", async () => {
    const thread = await start();
    await ask(thread, REVENUE);
    for (const followUp of ["What about Zorvex Dynamics?", "Compare it with Zorvex Dynamics"])
      expect((await ask(thread, followUp)).answer).toContain("Zorvex Dynamics");
  });

  it("erases an answer whose report was deleted before it could be stored", async () => {
    const thread_id = await start();
    const reply = (
      await app.db<{ reply: ChatReply }>`
      select reply from chat_message where reply ->> 'outcome' = 'answered' limit 1`
    )[0]?.reply;
    if (!reply) throw new Error("no answer was stored before");
    const sources = reply.sources.map((source) => ({ ...source, report_id: "rep_deletedmeanwhile" }));
    const message = { thread_id, message_id: "msg_late", question: "?", scope: null };
    await insertMessage(app.db, { ...message, reply: { ...reply, sources }, considered: [], asked: [] });
    const { message_list } = (await get(`get?thread_id=${thread_id}`)).json.data;
    expect(message_list[0]).toMatchObject({ claims: [], sources: [], spans: [], outcome: "not_found" });
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

  it("show an answer only to a credential that may read what it was made from", async () => {
    const thread_id = await start("Scopes");
    const { answer } = await ask(thread_id, REVENUE);
    await post("update", { thread_id, visibility: "shared" });
    const less = await createKey(app.db, { accountId, name: "Only asks", scopes: ["answers:ask"] });
    const [message] = (await get(`get?thread_id=${thread_id}`, less)).json.data.message_list;
    expect(message).toMatchObject({ question: REVENUE, claims: [], sources: [], spans: [], steps: [] });
    expect(message.answer).toMatch(/^Missing scope: /);
    const { markdown } = (await get(`export?thread_id=${thread_id}`, less)).json.data;
    expect(markdown).not.toContain("2,136");
    const found = async (query: string) =>
      (await get(`list?query=${encodeURIComponent(query)}`, less)).json.data.threads.length;
    expect([await found(answer.slice(-40)), await found("Scopes")]).toEqual([0, 1]);
  });

  it("name no company to a credential that may not look companies up, and keep what they are about", async () => {
    const thread_id = await start("Names");
    await ask(thread_id, REVENUE);
    await ask(thread_id, "What was the revenue of Tesandrall Inc in 2024?");
    await post("update", { thread_id, visibility: "shared" });
    const less = await createKey(app.db, { accountId, name: "Only asks", scopes: ["answers:ask"] });
    const followUp = await post("ask", { thread_id, question: "And its margin?" }, less);
    const shown = (await get(`get?thread_id=${thread_id}`, less)).json.data;
    expect(shown).toMatchObject({ messages: 3, scope: null });
    const listed = await get("list?include_shared=true", less);
    for (const text of [followUp.text, JSON.stringify(shown), listed.text])
      expect(text).not.toMatch(/ent_|Tessandral Instruments, Inc\./);
    expect((await ask(thread_id, "And its margin?")).answer).toContain("11.7 %");
  });

  it("sign links for the reader alone, and leave links of articles as they are", async () => {
    const thread_id = await start("Links");
    const { message_id } = await ask(thread_id, REVENUE);
    const link = "https://news.example/c/clm_aaaaaaaaaaaaaaaa?for=acc_someoneelse";
    await app.db`
      update chat_message set reply = jsonb_set(jsonb_set(reply, '{sources,0}', (reply #> '{sources,0}') ||
        ${app.db.json({ kind: "news", link })}::jsonb), '{claims,0,link}', to_jsonb(${link}::text))
      where message_id = ${message_id}`;
    const [message] = (await get(`get?thread_id=${thread_id}`)).json.data.message_list;
    expect(message.sources[0].link).toBe(link);
    expect(new URL(message.claims[0].link).searchParams.get("for")).toBe(ann.memberId);
  });

  it("have titles on one line, without letters that change the direction of writing", async () => {
    for (const title of ["a\nb", "a\u202eb", "a\u0007"])
      expect((await post("create", { title })).status).toBe(422);
    const thread_id = await start();
    await ask(thread_id, `Hello\n\u202eworld ${"x".repeat(66)}🙂🙂🙂`);
    const { title } = (await get(`get?thread_id=${thread_id}`)).json.data;
    expect(title).toBe(`Hello world ${"x".repeat(66)}🙂🙂`);
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

/** The message of an answer waits for the row of its thread. */
async function isWaitingForThread(): Promise<boolean> {
  const rows = await app.db`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update chat_thread%'`;
  return rows.length > 0;
}

async function uploadReport(): Promise<string> {
  const form = new FormData();
  const file = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
  form.set("title", "An upload");
  form.set("file", new Blob([file, "\n% a thread's own\n"]), "upload.pdf");
  const reply = await app.call("POST", "/v1/company_report/upload", { key: ann.key, form });
  return reply.json.data.report_id;
}
