import { describe, expect, it } from "vitest";
import { setLanguageModel } from "../src/features/accounts/index.ts";
import { findAccountModel } from "../src/features/answers/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson, PageVisitor } from "./person.ts";
import { startScriptedModel } from "./scripted-model.ts";

const provider = await startScriptedModel();
const app = await startTestApp({
  demo: true,
  rate_factor: 1_000,
  language_model: "scripted",
  language_model_url: provider.url,
  language_model_seconds_max: 3,
  language_model_tokens_per_day: 1_000_000,
});
const account = await app.addAccount({ credits: 5_000 });
const REPORT = "rep_vujzjgh7sqyi";
const DISABLED = "language model: disabled for this account";

/** A console that a member of the account is signed in to. */
async function openConsole(role: "owner" | "member"): Promise<PageVisitor> {
  const person = await addPerson(app, { accountId: account.accountId, role });
  const visitor = new PageVisitor(app.baseUrl);
  await visitor.signIn(person.email);
  return visitor;
}

const owner = await openConsole("owner");
const member = await openConsole("member");
const show = async () => (await member.call("language_model")).data;
const call = async (path: string, body: object, key = account.key) =>
  (await app.call("POST", path, { key, body })).json.data;
const askReport = (key?: string) =>
  call("/v1/chat/chat_report", { report_id: REPORT, question: "What are total assets for FY2024?" }, key);

describe("the health of the language model", () => {
  it("shows the last success, the last failure with its reason, and the tokens of the day", async () => {
    expect(await show()).toEqual({
      is_enabled: true,
      model: {
        name: "openai-compatible:scripted",
        is_local: true,
        tokens_per_day: 1_000_000,
        tokens_today: 0,
        last_success_at: null,
        last_failure_at: null,
        last_failure: null,
      },
    });
    provider.script({ say: "NOT_FOUND" });
    await askReport();
    const { model } = await show();
    expect(model).toMatchObject({ last_success_at: expect.any(String), last_failure_at: null });
    expect(model.tokens_today).toBeGreaterThan(0);
    provider.script({ status: 401 });
    await askReport();
    expect((await show()).model).toMatchObject({
      last_success_at: model.last_success_at,
      last_failure_at: expect.any(String),
      last_failure: "unavailable (HTTP 401)",
    });
  });
});

describe("the list of the provider's models", () => {
  it("comes from the provider, and is unknown when it fails or does not understand", async () => {
    const list = async () => (await member.call("language_model/list")).data;
    expect(await list()).toEqual({ models: ["another", "scripted"] });
    for (const step of [{ status: 404 }, { status: 200, body: "no list" }]) {
      provider.list(step);
      expect(await list()).toEqual({ models: null });
    }
  });
});

describe("an account that disables the language model", () => {
  it("needs an owner, and leaves an entry in the audit log", async () => {
    const countAudited = async () =>
      (await app.db`select from call_audit where operation_id like '%switch_language_model' and status = 200`)
        .length;
    const before = await countAudited();
    const refused = await member.call("language_model/switch", { is_enabled: false });
    expect([refused.status, refused.code]).toEqual([403, "owner_only"]);
    expect((await show()).is_enabled).toBe(true);
    expect((await owner.call("language_model/switch", { is_enabled: false })).status).toBe(200);
    expect((await show()).is_enabled).toBe(false);
    await expect.poll(countAudited).toBe(before + 1);
  });

  it("is answered by the built-in readers on every surface, which say so", async () => {
    const requests = provider.requests.length;
    const dates = { start_date: "2024-01-01", end_date: "2025-12-31" };
    const field_mapping = { People: { slogan: { label: "Slogan", type: "text" } } };
    const answers = {
      report: await askReport(),
      chat: await call("/v1/chat/query", { question: "Tell me about the union of Tessandral Instruments" }),
      news: await call("/v1/news/web_news_chat", {
        keywords: "Tessandral",
        ...dates,
        searchQuestion: "Whom does the union represent?",
      }),
      fields: await call("/v1/agent_builder/try", { report_id: REPORT, field_mapping }),
    };
    for (const { engine, model } of Object.values(answers))
      expect([engine, model]).toEqual([expect.stringMatching(`^built-in.*\\(${DISABLED}\\)$`), undefined]);
    expect(provider.requests.length).toBe(requests);
  });

  it("does not disable it for other accounts", async () => {
    const other = await app.addAccount({ credits: 100 });
    provider.script({ say: "NOT_FOUND" });
    expect((await askReport(other.key)).engine).not.toContain(DISABLED);
  });

  it("sends nothing more of an answer that is being written when it is disabled", async () => {
    const { accountId } = account;
    await setLanguageModel(app.db, accountId, true);
    const { model } = await findAccountModel(app.tools, accountId);
    await setLanguageModel(app.db, accountId, false);
    const requests = provider.requests.length;
    const { signal } = new AbortController();
    await expect(model?.write({ instructions: "", material: "", signal })).rejects.toThrow(DISABLED);
    expect(provider.requests.length).toBe(requests);
  });

  it("gets the model's answers again once it is enabled", async () => {
    await owner.call("language_model/switch", { is_enabled: true });
    provider.script({ say: "NOT_FOUND" });
    expect((await askReport()).model).toMatchObject({ name: "openai-compatible:scripted" });
  });
});
