import { beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { exportAccountRows, exportPersonRows } from "../src/features/accounts/index.ts";
import { type ArtifactRow, insertArtifact, listLatestData } from "../src/features/agents/artifacts/store.ts";
import { claimDelivery } from "../src/features/events/webhooks/store.ts";
import { insertMessage } from "../src/features/threads/store.ts";
import { makeId } from "../src/kernel/ids.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

/*
 * What is stored of an upload that Ann keeps to herself, and read again by something that acts for others: the export of
 * the account, the next run of a builder, a delivery that was recorded while she restricted it.
 */
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const COMPANY = "ent_qpi4neyotut5";
const SECRET = "Rosewood margin of 41.7 percent";
const { accountId } = await app.addAccount({ credits: 1_000 });
const olga = await join("owner");
const ann = await join("member");
const bob = await join("member");

async function join(role: "owner" | "member") {
  const { memberId } = await addPerson(app, { accountId, role });
  const { key } = await createKey(app.db, { accountId, name: role, createdBy: memberId });
  return { key, viewer: { accountId, userId: memberId } };
}

const post = async (key: string, path: string, body: object) =>
  (await app.call("POST", `/v1/${path}`, { key, body })).json.data;

async function upload(key: string, shared_with: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([`<!doctype html><p>${makeId("rep")}</p>`], { type: "text/html" }), "a.html");
  form.set("shared_with", shared_with);
  return (await app.call("POST", "/v1/company_report/upload", { key, form })).json.data.report_id;
}

let secret = "";
let builderId = "";
beforeAll(async () => {
  secret = await upload(ann.key, "uploader");
  const builder = { name: "Builder", template: "income_statement", svc_entity_id_list: [COMPANY] };
  builderId = (await post(ann.key, "agent_builder/create", { ...builder, visibility: "shared" })).id;
  await inTransaction(app.db, (sql) => insertArtifact(sql, makeArtifact()));
});

function makeArtifact(): Omit<ArtifactRow, "created_at"> {
  const company = { svc_entity_id: COMPANY, name: "Tessandral Instruments" };
  const unread = { publish_date: null, fiscal_year: null, fiscal_period: null };
  const hashes = { file_sha256: "0".repeat(64), extract_sha256: "0".repeat(64) };
  return {
    artifact_id: makeId("out"),
    builder_id: builderId,
    run_id: null,
    agent_type: "data",
    svc_entity_id: COMPANY,
    company_list: [company],
    publish_date: "2025-06-30",
    extract_json: { Note: { text: SECRET } },
    evidence: [],
    difference: null,
    provenance: {
      engine: "test",
      engine_versions: {},
      builder_name: "Builder",
      field_mapping: { Note: { text: { label: "Note", type: "text" } } },
      documents: [{ report_id: secret, svc_entity_id: COMPANY, title: "Report", ...unread, ...hashes }],
      company_list: [company],
      made_at: "2025-06-30T00:00:00Z",
    },
    content_sha256: "0".repeat(64),
    public_word: null,
  };
}

describe("what was made of a restricted report", () => {
  it("is not what the next run of a shared builder is compared with", async () => {
    const latest = async (viewer: typeof ann.viewer | { accountId: string; userId: null }) =>
      (await listLatestData(app.db, viewer, builderId)).map(({ extract_json }) => extract_json);
    expect(await latest(ann.viewer)).toEqual([{ Note: { text: SECRET } }]);
    expect(await latest({ accountId, userId: null })).toEqual([]);
  });

  it("keeps the run of a builder that was private from those who may not read its results", async () => {
    const run_id = makeId("run");
    await app.db`
      insert into agent_run (run_id, builder_id, account_id, agent_type, everything, state, quoted_credits)
      values (${run_id}, ${builderId}, ${accountId}, 'data', true, 'done', 41)`;
    await app.db`update agent_artifact set run_id = ${run_id} where builder_id = ${builderId}`;
    const failed = makeId("run");
    await app.db`
      insert into agent_run (run_id, builder_id, account_id, agent_type, everything, state, reason)
      values (${failed}, ${builderId}, ${accountId}, 'data', true, 'failed', ${`${secret}: not readable`})`;
    const seen = async (key: string) => {
      const { json } = await app.call("GET", `/v1/agent_builder/runs?agent_id=${builderId}`, { key });
      const one = await app.call("GET", `/v1/agent_builder/run?run_id=${run_id}`, { key });
      const ids = json.data.runs.map((run: { run_id: string }) => run.run_id).toSorted();
      return [ids, one.status];
    };
    expect(await seen(ann.key)).toEqual([[run_id, failed].toSorted(), 200]);
    expect(await seen(bob.key)).toEqual([[], 404]);
  });

  it("is not in the export of a node of the previous version, during an upgrade", async () => {
    const text = async (id: string, columns: string[]) =>
      JSON.stringify(await app.db`select name, rows from export_rows(${id}, ${columns}::text[], 100)`);
    expect(await text(accountId, ["account_id"])).toContain("agent_artifact");
    expect(await text(accountId, ["account_id"])).not.toContain(SECRET);
    expect(await text(ann.viewer.userId, ["member_id", "owner_id"])).toContain(ann.viewer.userId);
  });

  it("is exported without its content for those who may not read the report", async () => {
    const { thread_id } = await post(ann.key, "chat/thread/create", { visibility: "shared" });
    const asked = await post(ann.key, "chat/thread/ask", { thread_id, question: "Hello?" });
    const source = { kind: "report" as const, title: "Report", report_id: secret, page: 1 };
    const reply = { ...asked, answer: SECRET, sources: [{ ...source, link: null, date: null }] };
    const message = { thread_id, message_id: makeId("msg"), question: "Which margin?", scope: null };
    await inTransaction(app.db, (sql) =>
      insertMessage(sql, { ...message, reply, considered: [], asked: [] }),
    );
    await app.db`
      insert into event (event_id, account_id, builder_id, about_report_id, type, data)
      values (${makeId("evt")}, ${accountId}, ${builderId}, ${secret}, 'search.hit', ${app.db.json({ hits: [SECRET] })})`;
    const count = (tables: object) => JSON.stringify(tables).split(SECRET).length - 1;
    const forOwner = await exportAccountRows(app.db, accountId, olga.viewer);
    expect(count(forOwner)).toBe(0);
    expect(JSON.stringify(forOwner)).toContain("Which margin?");
    // The answer is there twice: as a text and in the reply.
    expect(count(await exportAccountRows(app.db, accountId, ann.viewer))).toBe(4);
    expect(count(await exportAccountRows(app.db, accountId, null))).toBe(4);
    expect(count(await exportPersonRows(app.db, ann.viewer))).toBe(4);
    expect(count(await exportPersonRows(app.db, bob.viewer))).toBe(0);
  });

  it("is not delivered by a webhook when it was restricted while the delivery was recorded", async () => {
    const report_id = await upload(ann.key, "account");
    const url = "https://hooks.example.invalid/x";
    const { webhook_id } = await post(bob.key, "webhook/create", { url });
    const deliver = async (about: string) => {
      const [event] = await app.db<{ event_no: number }>`
        insert into event (event_id, account_id, builder_id, about_report_id, type, data)
        values (${makeId("evt")}, ${accountId}, ${builderId}, ${about}, 'search.hit', '{}') returning event_no`;
      // Due later than the service's own sender looks.
      await app.db`
        insert into webhook_delivery (delivery_id, webhook_id, account_id, event_no, next_attempt_at)
        values (${makeId("dlv")}, ${webhook_id}, ${accountId}, ${event?.event_no}, now() + interval '1 hour')`;
      const now = new Date(Date.now() + 2 * 3_600_000);
      const found = await claimDelivery(app.db, { now, claimSeconds: 86_400, failing: false, except: [] });
      return found?.webhook_id;
    };
    expect(await deliver(report_id)).toBe(webhook_id);
    expect(await deliver(secret)).toBeUndefined();
  });
});

describe("deleting a report", () => {
  it("leaves stored answers alone when nothing was deleted", async () => {
    const body = { report_id: await upload(bob.key, "account"), shared_with: "account" };
    const headers = { "idempotency-key": "kept" };
    await app.call("POST", "/v1/company_report/share", { key: bob.key, body, headers });
    const stored = async () =>
      (await app.db`select from idempotent_call where account_id = ${accountId} and answer is not null`)
        .length;
    expect(await stored()).toBe(1);
    for (const id of [secret, "e", "report_id"]) {
      const path = `/v1/company_report/upload?report_id=${id}`;
      expect((await app.call("DELETE", path, { key: bob.key })).json.data.deleted).toBe(false);
    }
    expect(await stored()).toBe(1);
    const path = `/v1/company_report/upload?report_id=${body.report_id}`;
    expect((await app.call("DELETE", path, { key: bob.key })).json.data.deleted).toBe(true);
    expect(await stored()).toBe(0);
  });
});
