import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { replayArtifact } from "../src/features/agents/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { writeFacts } from "../src/features/facts/index.ts";
import { findSeriousFaults } from "./accessibility.ts";
import { startTestApp, type TestAccount, type TestReply } from "./app.ts";
import { browserOptions, hasBrowser } from "./browser.ts";
import { onTestFileEnd } from "./cleanup.ts";

const app = await startTestApp({ demo: true, rate_factor: 1_000 });
/** Both report in English, one for calendar years, one in dollars for years that end in January. */
const COMPANIES = ["ent_qpi4neyotut5", "ent_2ltowocmh7a2"];

const post = (account: TestAccount, path: string, body: object): Promise<TestReply> =>
  app.call("POST", `/v1/agent_builder/${path}`, { key: account.key, body });
const get = (account: TestAccount, path: string): Promise<TestReply> =>
  app.call("GET", `/v1/agent_builder/${path}`, { key: account.key });

async function run(account: TestAccount, body: object) {
  const started = (await post(account, "run", body)).json.data;
  for (;;) {
    const { data } = (await get(account, `run?run_id=${started.run_id}`)).json;
    if (!["waiting", "running"].includes(data.state)) return data;
    await sleep(200);
  }
}

async function addBuilder(account: TestAccount, input: object = { template: "income_statement" }) {
  const body = { name: "Test <b>& co</b>", svc_entity_id_list: COMPANIES, ...input };
  return (await post(account, "create", body)).json.data;
}

const outputs = async (account: TestAccount, agent_id: string, agent_type: "data" | "report") =>
  (await post(account, "outputs", { agent_id, agent_type, limit: 50, offset: 0 })).json.data;

describe("a data run", () => {
  it("reads each company, verifies, publishes, and charges the quoted price", async () => {
    const account = await app.addAccount();
    const builder = await addBuilder(account);
    const quote = (await post(account, "quote", { agent_id: builder.id, agent_type: "data" })).json.data;
    expect(quote).toMatchObject({ companies: 2, fields: 16, credits: 4 });
    const done = await run(account, { agent_id: builder.id, agent_type: "data" });
    expect(done).toMatchObject({ state: "done", companies_done: 2, charged_credits: 4, reason: null });
    expect((await findBalance(app.db, account.accountId))?.spent).toBe(4);
    const artifacts = await outputs(account, builder.id, "data");
    expect(artifacts).toHaveLength(2);
    for (const { id, extract_json } of artifacts) {
      expect(extract_json["Income statement"].revenue).toBeGreaterThan(1e6);
      const { evidence } = (await get(account, `outputs/${id}/evidence`)).json.data;
      expect(evidence).toHaveLength(16);
      for (const one of evidence) {
        if (one.value === null) expect(one.reason).toBeTruthy();
        else
          expect(one).toMatchObject({
            reason: null,
            page: expect.any(Number),
            report_id: expect.any(String),
          });
        const [claim] = one.claim_ids;
        expect(one.link).toBe(claim === undefined ? null : `${app.baseUrl}/c/${claim}`);
      }
      const { link } = evidence.find((one: { link: string | null }) => one.link !== null);
      expect((await fetch(link)).status).toBe(200);
    }
  });

  it("does not read unchanged reports again, and says what changed", async () => {
    const account = await app.addAccount();
    const builder = await addBuilder(account);
    await run(account, { agent_id: builder.id, agent_type: "data" });
    const idle = await run(account, { agent_id: builder.id, agent_type: "data" });
    expect(idle).toMatchObject({ state: "done", companies_total: 0, charged_credits: 0 });
    const mapping = { Extra: { net: { label: "Net income", type: "money" } } };
    await post(account, "update", { agent_id: builder.id, field_mapping: mapping });
    await run(account, { agent_id: builder.id, agent_type: "data" });
    const [latest] = await outputs(account, builder.id, "data");
    const { difference } = (await get(account, `outputs/${latest.id}/evidence`)).json.data;
    expect(difference).toContainEqual({
      group: "Extra",
      field: "net",
      old: null,
      new: latest.extract_json.Extra.net,
    });
  });

  it("fails without charge when the balance is too low, and shows the reason", async () => {
    const account = await app.addAccount({ credits: 1 });
    const builder = await addBuilder(account);
    const failed = await run(account, { agent_id: builder.id, agent_type: "data" });
    expect(failed).toMatchObject({
      state: "failed",
      charged_credits: 0,
      reason: "Insufficient user balance.",
    });
    expect((await get(account, `runs?agent_id=${builder.id}`)).json.data.runs).toHaveLength(1);
    expect((await findBalance(app.db, account.accountId))?.spent).toBe(0);
    const { events } = (await app.call("GET", "/v1/events?type=run.failed", { key: account.key })).json.data;
    expect(events).toMatchObject([{ agent_id: builder.id, data: { run_id: failed.run_id } }]);
  });

  it("leaves out a value in another currency, with the reason", async () => {
    const account = await app.addAccount();
    const field_mapping = {
      Wrong: { revenue: { label: "Total revenue", type: "money", unit: "CHF million" } },
    };
    const builder = await addBuilder(account, { field_mapping });
    await run(account, { agent_id: builder.id, agent_type: "data" });
    for (const { id, extract_json } of await outputs(account, builder.id, "data")) {
      expect(extract_json).toEqual({ Wrong: { revenue: null } });
      const { evidence } = (await get(account, `outputs/${id}/evidence`)).json.data;
      expect(evidence[0].reason).toContain("not in CHF");
    }
  });
});

describe("POST /v1/agent_builder/try", () => {
  const field_mapping = {
    Income: {
      revenue: { label: "Total revenue", type: "money" },
      margin: { label: "Gross margin", type: "percent" },
    },
    Other: { moons: { label: "Moons of Saturn", type: "number" } },
  };
  const newestAnnual = async () => {
    const [row] = await app.db<{ report_id: string }>`
      select report_id from report where svc_entity_id = ${COMPANIES[0]} and fiscal_period = 'FY'
      order by publish_date desc limit 1`;
    return row?.report_id ?? "";
  };
  const spent = async ({ accountId }: TestAccount) => (await findBalance(app.db, accountId))?.spent;

  it("200: reads what a run reads, keeps nothing, and costs what one company costs", async () => {
    const account = await app.addAccount();
    const report_id = await newestAnnual();
    const count = async () => {
      const [row] = await app.db<{ kept: number }>`
        select (select count(*) from claim) + (select count(*) from agent_artifact) as kept`;
      return Number(row?.kept);
    };
    const before = await count();
    const { status, json } = await post(account, "try", { field_mapping, report_id });
    expect(status).toBe(200);
    expect([await spent(account), await count()]).toEqual([1, before]);
    expect(json.data).toMatchObject({ report_id, extract_json: { Other: { moons: null } } });
    const builder = await addBuilder(account, { field_mapping, svc_entity_id_list: COMPANIES.slice(0, 1) });
    await run(account, { agent_id: builder.id, agent_type: "data" });
    const [artifact] = await outputs(account, builder.id, "data");
    expect(artifact.extract_json).toEqual(json.data.extract_json);
    const { evidence } = (await get(account, `outputs/${artifact.id}/evidence`)).json.data;
    const unlinked = evidence.map((one: object) => ({ ...one, claim_ids: [], link: null }));
    expect(json.data.evidence).toEqual(unlinked);
    expect(json.data.evidence[0]).toMatchObject({ verdict: "found", report_id, page: expect.any(Number) });
  });

  it("200: says whether the company's own XBRL tags agree, as a run's evidence does, and leaves the artifact unchanged", async () => {
    const account = await app.addAccount();
    const [company = ""] = COMPANIES;
    const report_id = await newestAnnual();
    const builder = await addBuilder(account, { field_mapping, svc_entity_id_list: [company] });
    await run(account, { agent_id: builder.id, agent_type: "data" });
    const [artifact] = await outputs(account, builder.id, "data");
    const verdicts = async () => {
      const read = await get(account, `outputs/${artifact.id}/evidence`);
      const whole = await get(account, `artifact?artifact_id=${artifact.id}`);
      const tried = await post(account, "try", { field_mapping, report_id });
      return [read, whole, tried].map(({ json }) =>
        json.data.evidence.map(({ tagged }: { tagged?: string }) => tagged ?? null),
      );
    };
    const tag = (value: number, concept = "Revenues") =>
      writeFacts(app.db, { source: "test", reference: "", licence: "" }, [
        {
          svc_entity_id: company,
          taxonomy: "us-gaap",
          concept,
          unit: "USD",
          period_start: "2024-01-01",
          period_end: "2024-12-31",
          value,
          fiscal_year: 2024,
          fiscal_period: "FY",
          form: "10-K",
          accession: "0000000000-25-000002",
          filed: "2025-02-01",
        },
      ]);
    const same = (...of: (string | null)[]) => [of, of, of];
    expect(await verdicts()).toEqual(same(null, null, null));
    await tag(1, "Assets");
    expect(await verdicts()).toEqual(same("not_tagged", null, null));
    await tag(1);
    expect(await verdicts()).toEqual(same("differs", null, null));
    await tag(artifact.extract_json.Income.revenue);
    expect(await verdicts()).toEqual(same("match", null, null));
    expect(await replayArtifact(app.tools, artifact.id)).toMatchObject({ identical: true });
    await app.db`delete from fact where source = 'test'`;
  });

  it("200: returns a table as printed, and null where there is none", async () => {
    const account = await app.addAccount();
    const fields = {
      quarters: { label: "Quarterly review", type: "table" },
      moons: { label: "Moons of Saturn", type: "table" },
    };
    const body = { field_mapping: { Tables: fields }, report_id: await newestAnnual() };
    const { Tables } = (await post(account, "try", body)).json.data.extract_json;
    expect(Tables.quarters[0]).toMatchObject({ label: "Net sales", "Q4 24": 569 });
    expect(Tables.moons).toBeNull();
  });

  it("404, 409, 422: says what is wrong, and charges nothing", async () => {
    const [account, other] = [await app.addAccount(), await app.addAccount()];
    await app.db`
      insert into report (report_id, account_id, svc_entity_id, file_title, file_title_en, report_type_id,
        report_type_confidence, file_name, content_type, file_sha256, file_bytes, source, digest_state)
      values ('rep_trynotread', ${account.accountId}, null, 'Own', 'Own', 'annual_report', 1, 'own.pdf', 'application/pdf',
        ${"e".repeat(64)}, 1, 'upload', 'reading')`;
    const attempt = async (who: TestAccount, body: object) => {
      const { status, json } = await post(who, "try", { field_mapping, ...body });
      return [status, json.code];
    };
    expect(await attempt(account, { report_id: "rep_unknown" })).toEqual([404, "report_not_found"]);
    expect(await attempt(other, { report_id: "rep_trynotread" })).toEqual([404, "report_not_found"]);
    expect(await attempt(account, { report_id: "rep_trynotread" })).toEqual([409, "report_not_ready"]);
    const bad = {
      report_id: await newestAnnual(),
      field_mapping: { Income: { revenue: { type: "colour" } } },
    };
    expect(await attempt(account, bad)).toEqual([422, "invalid_input"]);
    expect([await spent(account), await spent(other)]).toEqual([0, 0]);
  });
});

describe("a replay", () => {
  it("gives identical bytes, for data and for a page, or says what differs", async () => {
    const account = await app.addAccount();
    const builder = await addBuilder(account);
    for (const agent_type of ["data", "report"] as const) {
      await run(account, { agent_id: builder.id, agent_type });
      for (const { id } of await outputs(account, builder.id, agent_type))
        expect(await replayArtifact(app.tools, id)).toMatchObject({ identical: true });
    }
    const [data] = await outputs(account, builder.id, "data");
    await app.db`
      update agent_artifact set content_sha256 = ${"0".repeat(64)},
        provenance = jsonb_set(provenance::jsonb, '{engine_versions,extraction}', '"extraction-0"')::json
      where artifact_id = ${data.id}`;
    const replay = await replayArtifact(app.tools, data.id);
    expect(replay).toMatchObject({ identical: false });
    expect("reasons" in replay && replay.reasons.join()).toContain("extraction was extraction-0");
  });
});

describe("an HTML report", () => {
  it.runIf(hasBrowser)(
    "opens in a real browser without scripts or outside requests, is accessible and printable, and can be withdrawn",
    async () => {
      const account = await app.addAccount();
      const currency = { label: "Currency risk", type: "text", period: "latest" };
      const all = { label: "Principal risks", type: "list", period: "latest" };
      const { field_mapping } = (await get(account, "templates")).json.data.templates[0];
      const builder = await addBuilder(account, {
        field_mapping: { ...field_mapping, Risks: { currency, all } },
      });
      await run(account, { agent_id: builder.id, agent_type: "report" });
      const [artifact] = await outputs(account, builder.id, "report");
      const answer = await fetch(artifact.url);
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'; style-src 'sha256-/);
      const browser = await chromium.launch(browserOptions);
      onTestFileEnd(() => browser.close());
      const page = await browser.newPage();
      const requests: string[] = [];
      const errors: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(artifact.url);
      expect(await page.locator("h1").textContent()).toBe("Test <b>& co</b>");
      // As text, since the types of this project's programs know no fonts.
      const fonts = "document.fonts.ready.then((fonts) => [...fonts].map(({ status }) => status))";
      expect(await page.evaluate(fonts)).toEqual(["loaded"]);
      expect(await page.locator("svg").count()).toBeGreaterThan(2);
      expect(await page.locator('a[href^="/c/clm_"]').count()).toBeGreaterThan(10);
      expect(await page.locator("blockquote").count()).toBeGreaterThan(0);
      expect(await page.locator("blockquote li a").count()).toBeGreaterThan(2);
      expect(await findSeriousFaults(page)).toEqual([]);
      expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
      expect([requests, errors]).toEqual([[artifact.url], []]);
      const cited = await page.locator('a[href^="/c/clm_"]').first().getAttribute("href");
      expect((await page.goto(app.baseUrl + cited))?.status()).toBe(200);
      await page.close();
      await post(account, "artifact/revoke", { artifact_id: artifact.id });
      expect((await fetch(artifact.url)).status).toBe(404);
    },
  );
});
