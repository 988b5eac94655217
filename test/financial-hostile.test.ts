import { setTimeout as wait } from "node:timers/promises";
import { unzipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { startTestApp } from "./app.ts";

const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const { key, accountId } = await app.addAccount({ credits: 10_000 });
const COMPANY = "ent_qpi4neyotut5";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FORMS = [
  "application/json",
  "text/csv",
  "application/x-ndjson",
  "application/vnd.apache.parquet",
  XLSX,
];
const CALLS = [
  ["statements", { svc_entity_id: COMPANY }, 3],
  ["series", { svc_entity_ids: [COMPANY], figures: ["revenue", "net_margin"] }, 3],
  ["screen", { where: "net_margin > 0" }, 5],
] as const;

const call = (operation: string, body: object, headers: Record<string, string> = {}, by = key) =>
  app.call("POST", `/v1/financial/${operation}`, { key: by, body, headers });

async function readCredits(of = accountId): Promise<{ held: number; spent: number }> {
  const [row] = await app.db<{ held: number; spent: number }>`
    select held::int as held, spent::int as spent from credit_balance where account_id = ${of}`;
  return row ?? { held: 0, spent: 0 };
}

describe("a caller who hangs up", () => {
  it.each(CALLS)("pays for %s once or not at all, in every form", async (operation, body, price) => {
    for (const accept of FORMS)
      for (const milliseconds of [0, 3, 15, 60]) {
        // An account each: what a call of before is charged late is not counted for this one.
        const caller = await app.addAccount({ credits: 100 });
        const asked = fetch(`${app.baseUrl}/v1/financial/${operation}`, {
          method: "POST",
          headers: { "x-api-key": caller.key, "content-type": "application/json", accept },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(milliseconds),
        });
        const isAnswered = await asked.then((reply) => reply.arrayBuffer()).then(Boolean, () => false);
        if (!isAnswered) await wait(50);
        const expected = isAnswered ? [price] : [0, price];
        await vi.waitFor(
          async () => {
            const { held, spent } = await readCredits(caller.accountId);
            expect([accept, held, expected]).toEqual([accept, 0, expect.arrayContaining([spent])]);
          },
          { timeout: 20_000 },
        );
      }
  });
});

describe("a key without the scope", () => {
  it.each(CALLS)("gets %s in no form, and pays nothing", async (operation, body) => {
    const other = await app.addAccount({ credits: 100, scopes: ["reference:read"] });
    for (const accept of FORMS) {
      const reply = await call(operation, body, { accept }, other.key);
      expect([accept, reply.status]).toEqual([accept, 403]);
    }
    const [row] = await app.db<{ spent: number }>`
      select spent::int as spent from credit_balance where account_id = ${other.accountId}`;
    expect(row?.spent).toBe(0);
  });
});

describe("a text that a spreadsheet would run", () => {
  const ATTACKS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "\r=1+1",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
  ];

  it.each(ATTACKS)("is no formula as the name of a company: %j", async (attack) => {
    const [before] = await app.db<{
      name: string;
    }>`select name from company where svc_entity_id = ${COMPANY}`;
    await app.db`update company set name = ${attack} where svc_entity_id = ${COMPANY}`;
    const csv = await call("screen", { where: "net_margin > -9" }, { accept: "text/csv" });
    await app.db`update company set name = ${before?.name ?? ""} where svc_entity_id = ${COMPANY}`;
    expect(csv.text).toContain(`'${attack}`);
  });

  it("is no formula in a workbook, whatever it begins with", async () => {
    const [stored] = await app.db<{ report_id: string }>`
      select report_id from report_statements join report using (report_id)
      where svc_entity_id = ${COMPANY} and jsonb_array_length(statements) > 0 limit 1`;
    const reportId = stored?.report_id ?? "";
    for (const [at, attack] of ATTACKS.entries())
      await app.db`
        update report_statements
        set statements = jsonb_set(statements, ${`{0,rows,${at},label}`}::text[], ${app.db.json(attack)}::jsonb)
        where report_id = ${reportId}`;
    const reply = await fetch(`${app.baseUrl}/v1/financial/statements`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", accept: XLSX },
      body: JSON.stringify({ report_id: reportId }),
    });
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const sheets = Object.entries(files).map(
      ([name, bytes]) => [name, Buffer.from(bytes).toString()] as const,
    );
    for (const [name, text] of sheets) expect([name, /<f[ >]/.test(text)]).toEqual([name, false]);
    expect(sheets.find(([name]) => name === "xl/sharedStrings.xml")?.[1]).toContain("=1+1");
  });
});

describe("an absurd request", () => {
  const nested = (depth: number) => `${"average(".repeat(depth)}revenue${")".repeat(depth)} > revenue`;

  it.each([
    ["an average of averages, which would double with each", nested(9)],
    ["brackets without end", `${"(".repeat(400)}revenue > 1`],
    ["a thousand letters", `revenue > ${"1".repeat(2_000)}`],
    ["a thousand words", `${"revenue + ".repeat(90)}revenue > revenue`],
    ["negations without end", `${"not ".repeat(100)}net_margin > 1`],
    ["a number that is none", "net_margin > NaN"],
    ["infinity", "net_margin > Infinity"],
    ["the name of a property", "constructor > 1"],
    ["a prototype", "__proto__ > 1"],
  ])("is refused at once and costs nothing: %s", async (_, where) => {
    const before = await readCredits();
    const reply = await call("screen", { where });
    expect([reply.status, reply.json.code]).toEqual([422, "invalid_input"]);
    expect(await readCredits()).toEqual(before);
  });

  it.each([
    [{ svc_entity_ids: Array(201).fill(COMPANY), figures: ["revenue"] }, 422],
    [{ svc_entity_ids: [COMPANY], figures: Array(31).fill("revenue") }, 422],
    [{ svc_entity_ids: makeIds(200), figures: ["revenue", "cash", "capex", "net_income"], periods: 30 }, 422],
    [{ svc_entity_ids: makeIds(200), figures: ["revenue"], periods: 30 }, 404],
    [{ svc_entity_ids: Array(200).fill(COMPANY), figures: Array(30).fill("revenue"), periods: 30 }, 200],
  ])("for series is held to its limits: %#", async (body, status) => {
    expect((await call("series", body)).status).toBe(status);
  });

  it("for series in a currency without rates has no value, and says why", async () => {
    const { status, json } = await call("series", {
      svc_entity_ids: [COMPANY],
      figures: ["revenue", "net_margin"],
      currency: "XQZ",
    });
    expect(status).toBe(200);
    const [revenue, margin] = json.data.series;
    expect(new Set(revenue.values)).toEqual(new Set([null]));
    expect(revenue.currency).toBeNull();
    expect(revenue.reasons.at(-1)).toMatch(/^no rate of [A-Z]{3} to XQZ is known for \d{4}-\d\d-\d\d$/);
    expect(margin.values.at(-1)).toEqual(expect.any(Number));
  });
});

function makeIds(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `ent_none${at}`);
}
