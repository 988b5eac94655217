import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fireDue } from "../src/features/agents/subscriptions/fire-due.ts";
import { loadCompanies } from "../src/features/companies/index.ts";
import { embedJob } from "../src/features/reports/digest/digest-jobs.ts";
import { startTestApp } from "./app.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { companiesOf } from "./made-up-companies.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

/*
 * What a change makes necessary (a job, an event, a delivery) is written in the transaction of the change. The tests
 * make the second write fail, as a process does that is killed between the two, and look for the first.
 */
const database_url = urlOf(await freshDatabaseAddress());
const app = await startTestApp({ database_url, rate_factor: 1_000, work: false });
const { key, accountId } = await app.addAccount();
const { jobs } = app.tools;
const PDF = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
const BUILDER = "bld_outboxtest";
const COMPANY = "ent_outboxtest";
await app.db`
  insert into agent_builder (builder_id, account_id, owner_id, visibility, name, field_mapping)
  values (${BUILDER}, ${accountId}, ${accountId}, 'shared', 'Outbox', '{}')`;

/** While the work runs, nothing can be inserted into the table. */
async function withoutInserts<T>(
  table: "jobs.job_common" | "event" | "webhook_delivery",
  work: () => Promise<T>,
) {
  const statement = (text: string) => app.db.run({ text, values: [] });
  await statement(`create or replace function refuse_insert() returns trigger language plpgsql
    as $$ begin raise exception 'refused by the test'; end $$`);
  await statement(`create trigger refuse_insert before insert on ${table} execute function refuse_insert()`);
  try {
    return await work();
  } finally {
    await statement(`drop trigger refuse_insert on ${table}`);
  }
}

async function count(table: "report" | "parse_job" | "agent_run" | "export"): Promise<number> {
  const [row] = (await app.db.run({ text: `select count(*) as rows from ${table}`, values: [] })) as {
    rows: number;
  }[];
  return row?.rows ?? Number.NaN;
}

async function jobsOf(id: string): Promise<string[]> {
  const rows = await app.db<{ name: string }>`
    select name from jobs.job where singleton_key = ${id} and state in ('created', 'retry', 'active')`;
  return rows.map(({ name }) => name);
}

function form(fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  // A comment after the end changes the file and its hash, but not its content.
  const file = Buffer.concat([PDF, Buffer.from(`\n% ${fields["title"]}\n`)]);
  body.set("file", new Blob([file]), "report.pdf");
  return body;
}

const CALLS = {
  report: {
    job: "reports.digest",
    id: "report_id",
    call: () => app.call("POST", "/v1/company_report/upload", { key, form: form({ title: "A report" }) }),
  },
  parse_job: {
    job: "parser.run",
    id: "job_id",
    call: () => app.call("POST", "/v1/parser/pdf", { key, form: form() }),
  },
  agent_run: {
    job: "agents.run",
    id: "run_id",
    call: () =>
      app.call("POST", "/v1/agent_builder/run", { key, body: { agent_id: BUILDER, agent_type: "data" } }),
  },
  export: {
    job: "exports.write",
    id: "export_id",
    call: () => app.call("POST", "/v1/export/create", { key, body: { dataset: "companies" } }),
  },
} as const;

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])("a row of %s", (table) => {
  const { call, id, job } = CALLS[table];

  it("is not stored when its job cannot be queued", async () => {
    const before = await count(table);
    const refused = await withoutInserts("jobs.job_common", call);
    expect([refused.status, await count(table)]).toEqual([500, before]);
  });

  it("is stored together with its job", async () => {
    const { status, json } = await call();
    expect([status, await jobsOf(json.data[id])]).toEqual([200, [job]]);
  });
});

it("fires a due subscription again when its run could not be queued", async () => {
  const due = "2026-03-02T06:00:00.000Z";
  await app.db`
    insert into agent_subscription (subscription_id, builder_id, account_id, agent_category, subscription_name,
      schedule_cron_expression, time_zone, next_due_at)
    values ('sub_outboxtest', ${BUILDER}, ${accountId}, 'AgentBuilder-Data', 'Daily', '0 6 * * *', 'UTC', ${due})`;
  const fire = () =>
    fireDue(
      {
        db: app.db,
        queueRun: (sql, run_id) => jobs.send(sql, embedJob, { report_id: run_id }, { key: run_id }),
      },
      new Date(due),
    );
  await expect(withoutInserts("jobs.job_common", fire)).rejects.toThrow("refused by the test");
  const started = await fire();
  expect(started).toHaveLength(1);
  expect(await fire()).toEqual([]);
  const runs = await app.db`select due_at from agent_run where subscription_id = 'sub_outboxtest'`;
  expect(runs).toEqual([{ due_at: due }]);
});

describe("a report", () => {
  it("is not ready before its events are written, is then announced once, and its events are deleted with it", async () => {
    const source = { name: "test", reference: "", licence: "own", source_date: "2025-01-01" };
    await loadCompanies(app.db, source, [
      companiesOf("GB", "XLON")("Outbox Ltd", { svc_entity_id: COMPANY }),
    ]);
    await app.db`
      insert into agent_builder_company (builder_id, account_id, svc_entity_id, position)
      values (${BUILDER}, ${accountId}, ${COMPANY}, 0)`;
    const node = await startTestApp({ database_url, rate_factor: 1_000 });
    const uploaded = await withoutInserts("event", async () => {
      const { json } = await node.call("POST", "/v1/company_report/upload", {
        key,
        form: form({ title: "Another report", svc_entity_id: COMPANY }),
      });
      const { report_id } = json.data;
      const tried = () =>
        app.db`select 1 from jobs.job where name = 'reports.embed' and singleton_key = ${report_id} and retry_count > 0`;
      await expect.poll(tried).toHaveLength(1);
      expect(await stateOf(report_id)).toBe("embedding");
      return report_id;
    });
    await waitUntilDigested(app, uploaded);
    const announced = async () => {
      const { events } = (await app.call("GET", "/v1/events?type=report.added", { key })).json.data;
      return events.map(({ data }: { data: { report_id: string } }) => data.report_id);
    };
    expect(await announced()).toEqual([uploaded]);
    const deleted = await app.call("DELETE", `/v1/company_report/upload?report_id=${uploaded}`, { key });
    expect([deleted.json.data.deleted, await announced()]).toEqual([true, []]);
  });
});

async function stateOf(reportId: string): Promise<string | undefined> {
  const [row] = await app.db<{ digest_state: string }>`
    select digest_state from report where report_id = ${reportId}`;
  return row?.digest_state;
}
