import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { startTestApp, type TestAccount } from "./app.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const MAPPING = { income: { revenue: { label: "Revenue", type: "money" } } };
/** Demo companies, in the order they are bound. */
const COMPANIES = ["ent_qpi4neyotut5", "ent_xy2zkocnqeao", "ent_cvb2rtsfkzxf"];

let made = 0;
async function addBuilder({ accountId }: TestAccount, companies = COMPANIES.slice(0, 2)): Promise<string> {
  const id = `bld_test${String(++made).padStart(12, "a")}`;
  await app.db`
    insert into agent_builder (builder_id, account_id, owner_id, visibility, name, field_mapping)
    values (${id}, ${accountId}, ${accountId}, 'shared', ${`Builder ${made}`}, ${app.db.json(MAPPING)})`;
  for (const [position, company] of companies.entries())
    await app.db`insert into agent_builder_company values (${id}, ${company}, ${position}, ${accountId})`;
  return id;
}

async function addArtifact(builder: string, type: "data" | "report", day: string, company = COMPANIES[0]) {
  const id = `out_test${String(++made).padStart(12, "a")}`;
  await app.db`
    insert into agent_artifact (artifact_id, builder_id, account_id, agent_type, svc_entity_id, company_list, publish_date,
      extract_json, evidence, provenance, content_sha256, public_word)
    values (${id}, ${builder}, (select account_id from agent_builder where builder_id = ${builder}), ${type}, ${type === "data" ? company : null}, '[]', ${day},
      ${type === "data" ? '{"income":{"revenue":7}}' : null}, '[]', '{}', ${"0".repeat(64)},
      ${type === "report" ? `word${id}` : null})`;
  return id;
}

describe("the limit of 500 builders", () => {
  it("holds for new builders and for copies", async () => {
    const account = await app.addAccount();
    const first = await addBuilder(account);
    await app.db`
      insert into agent_builder (builder_id, account_id, owner_id, visibility, name, field_mapping)
      select 'bld_many' || lpad(n::text, 12, 'a'), ${account.accountId}, ${account.accountId}, 'shared', 'Builder',
        ${app.db.json(MAPPING)}
      from generate_series(1, 499) n`;
    const post = (path: string, body: object) =>
      app.call("POST", `/v1/agent_builder/${path}`, { key: account.key, body });
    for (const refused of [
      await post("copy", { agent_id: first }),
      await post("create", { name: "One more", field_mapping: MAPPING }),
    ])
      expect([refused.status, refused.json.detail]).toEqual([422, "name: you already have 500 builders"]);
  });
});

const outputs = (key: string, body: object) =>
  app.call("POST", "/v1/agent_builder/outputs", { key, body: { limit: 10, offset: 0, ...body } });

describe("GET /v1/agent_builder/list", () => {
  it("404: says “Agent builder info not found” to a person without an active builder", async () => {
    const account = await app.addAccount();
    const first = await app.call("GET", "/v1/agent_builder/list", { key: account.key });
    expect([first.status, first.json.message]).toEqual([404, "Agent builder info not found"]);
    const builder = await addBuilder(account);
    await app.db`update agent_builder set active = false where builder_id = ${builder}`;
    expect((await app.call("GET", "/v1/agent_builder/list", { key: account.key })).status).toBe(404);
  });

  it("200: lists only the caller's active builders, latest first, wrapped only in `data`", async () => {
    const [own, other] = [await app.addAccount(), await app.addAccount()];
    const [first, second] = [await addBuilder(own), await addBuilder(own, [])];
    await addBuilder(other);
    await app.db`
      insert into agent_subscription (subscription_id, builder_id, account_id, agent_category, subscription_name,
        schedule_cron_expression, time_zone, next_due_at)
      values (${`sub_on${first}`}, ${first}, ${own.accountId}, 'AgentBuilder-Data', 'Mornings', '0 6 * * *', 'UTC', now()),
        (${`sub_off${first}`}, ${first}, ${own.accountId}, 'AgentBuilder-Data', 'Paused', '0 6 * * *', 'UTC', null)`;
    const reply = await app.call("GET", "/v1/agent_builder/list", { key: own.key });
    expect(Object.keys(reply.json)).toEqual(["data"]);
    expect(reply.json.data.map(({ id }: { id: string }) => id)).toEqual([second, first]);
    expect(reply.json.data[0]).toMatchObject({ company_list: [], subscriptions: [], description: null });
    expect(reply.json.data[1]).toMatchObject({
      field_mapping: MAPPING,
      company_list: [
        { svc_entity_id: COMPANIES[0], name: "Tessandral Instruments, Inc." },
        { svc_entity_id: COMPANIES[1], name: "Orvenkamp Antriebstechnik AG" },
      ],
      subscriptions: [
        {
          ag_sub_id: `sub_on${first}`,
          agent_category: "AgentBuilder-Data",
          subscription_name: "Mornings",
          schedule_cron_expression: "0 6 * * *",
        },
      ],
    });
  });
});

describe("a shared builder", () => {
  it("is listed to each member with include_shared, next to their private ones", async () => {
    const account = await app.addAccount();
    const shared = await addBuilder(account);
    await addArtifact(shared, "data", "2025-01-02");
    const { memberId } = await addPerson(app, account);
    const { key } = await createKey(app.db, { ...account, createdBy: memberId, name: "Own" });
    const list = async (who: string) => {
      const { json } = await app.call("GET", "/v1/agent_builder/list?include_shared=true", { key: who });
      return json.data.map(({ id }: { id: string }) => id);
    };
    expect(await list(key)).toEqual([shared]);
    expect((await outputs(key, { agent_id: shared, agent_type: "data" })).json.data).toHaveLength(1);
    const own = { name: "Own", field_mapping: MAPPING };
    const { json } = await app.call("POST", "/v1/agent_builder/create", { key, body: own });
    expect(await list(key)).toEqual([json.data.id, shared]);
    expect(await list(account.key)).toEqual([shared]);
  });
});

describe("POST /v1/agent_builder/outputs", () => {
  it("200: lists outputs of the requested type by publish date, latest first, in pages", async () => {
    const account = await app.addAccount();
    const builder = await addBuilder(account);
    const old = await addArtifact(builder, "data", "2026-01-01");
    const recent = await addArtifact(builder, "data", "2026-03-01", COMPANIES[1]);
    const middle = await addArtifact(builder, "data", "2026-02-01");
    const report = await addArtifact(builder, "report", "2026-02-02");
    const ids = async (body: object) => {
      const reply = await outputs(account.key, { agent_id: builder, agent_type: "data", ...body });
      expect([reply.status, Object.keys(reply.json)]).toEqual([200, ["data"]]);
      return reply.json.data.map(({ id }: { id: string }) => id);
    };
    expect(await ids({})).toEqual([recent, middle, old]);
    expect(await ids({ limit: 1, offset: 1 })).toEqual([middle]);
    expect(await ids({ offset: 9 })).toEqual([]);
    expect(await ids({ svc_entity_id_list: [COMPANIES[0]] })).toEqual([middle, old]);
    expect(await ids({ agent_type: "report", svc_entity_id_list: ["ent_stranger"] })).toEqual([report]);
    const [page] = (await outputs(account.key, { agent_id: builder, agent_type: "report" })).json.data;
    expect(page).toMatchObject({ url: `${app.baseUrl}/r/word${report}`, publish_date: "2026-02-02" });
    expect(page).not.toHaveProperty("extract_json");
  });

  it("404: says “Agent builder meta not found”, also for another account's builder", async () => {
    const [own, other] = [await app.addAccount(), await app.addAccount()];
    const builder = await addBuilder(own);
    await addArtifact(builder, "data", "2026-01-01");
    for (const [key, body] of [
      [own.key, { agent_id: builder, agent_type: "report" }],
      [own.key, { agent_id: "bld_nothing", agent_type: "data" }],
      [other.key, { agent_id: builder, agent_type: "data" }],
    ] as const) {
      const reply = await outputs(key, body);
      expect([reply.status, reply.json.message]).toEqual([404, "Agent builder meta not found"]);
    }
  });

  it("422: enforces limit, offset and type as specified, and refuses a company outside the builder", async () => {
    const account = await app.addAccount();
    const builder = await addBuilder(account);
    const good = { agent_id: builder, agent_type: "data", limit: 1, offset: 0 };
    await addArtifact(builder, "data", "2026-01-01");
    for (const [field, value] of [
      ["limit", 0],
      ["limit", 51],
      ["limit", undefined],
      ["offset", -1],
      ["offset", undefined],
      ["agent_type", "html"],
      ["svc_entity_id_list", [COMPANIES[2]]],
    ] as const) {
      const body = { ...good, [field]: value };
      const reply = await app.call("POST", "/v1/agent_builder/outputs", { key: account.key, body });
      expect([field, reply.status, reply.json.message]).toEqual([field, 422, "Validation error"]);
      expect(reply.json.detail).toContain(field === "svc_entity_id_list" ? COMPANIES[2] : field);
    }
  });
});

describe("an artifact", () => {
  it("is readable with its evidence only by its owner, and a report can be withdrawn", async () => {
    const [own, other] = [await app.addAccount(), await app.addAccount()];
    const builder = await addBuilder(own);
    const report = await addArtifact(builder, "report", "2026-01-01");
    const evidence = `/v1/agent_builder/outputs/${report}/evidence`;
    expect((await app.call("GET", evidence, { key: own.key })).json.data.evidence).toEqual([]);
    expect((await app.call("GET", evidence, { key: other.key })).status).toBe(404);
    const revoke = (key: string) =>
      app.call("POST", "/v1/agent_builder/artifact/revoke", { key, body: { artifact_id: report } });
    expect((await revoke(other.key)).status).toBe(404);
    expect((await revoke(own.key)).json.data).toEqual({ artifact_id: report, revoked: true });
    expect((await outputs(own.key, { agent_id: builder, agent_type: "report" })).status).toBe(404);
  });
});
