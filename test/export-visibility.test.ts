import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { openSession } from "../src/features/accounts/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

/*
 * Ann is a member and Olga an owner. Olga's export of the account has what Olga may read by other operations, and nothing
 * that is Ann's alone; the operator's has everything.
 */
const app = await startTestApp({ rate_factor: 1_000 });
const { accountId } = await app.addAccount();
const join = async (role: "owner" | "member") => {
  const { memberId } = await addPerson(app, { accountId, role });
  const input = { accountId, name: role, createdBy: memberId };
  return { memberId, ...(await createKey(app.db, input)) };
};
const olga = await join("owner");
const ann = await join("member");
const browser = { methods: ["pwd"], address: "::1", userAgent: "test", replaces: undefined };
const field_mapping = { People: { staff: { label: "Staff", type: "number" } } };

const post = async (path: string, body: object) => {
  const { json } = await app.call("POST", `/v1/${path}`, { key: ann.key, body });
  expect(json.status_code, path).toBe(200);
  return json.data;
};

type Tables = Record<string, Record<string, unknown>[]>;
const exportFor = async (key: string): Promise<Tables> =>
  (await app.call("GET", "/v1/account/export", { key })).json.data.tables;

/** Everything of Ann's that can be private or shared, named by a word. */
async function create(word: string, visibility: "private" | "shared") {
  const { thread_id } = await post("chat/thread/create", { title: `${word} thread`, visibility });
  await post("chat/thread/ask", { thread_id, question: `Is ${word} there?` });
  const builder = { name: `${word} builder`, field_mapping, svc_entity_id_list: [], visibility };
  const { id } = await post("agent_builder/create", builder);
  await app.db`
    insert into agent_run (run_id, builder_id, account_id, agent_type, everything, state, reason)
    values (${makeId("run")}, ${id}, ${accountId}, 'data', true, 'failed', ${`${word} run`})`;
  await app.db`
    insert into event (event_id, account_id, builder_id, type, data)
    values (${makeId("evt")}, ${accountId}, ${id}, 'run.failed', ${app.db.json({ about: word })})`;
  await post("search/saved/create", { name: `${word} search`, query: word, visibility });
  await post("watchlist/create", { name: `${word} list`, visibility });
  await post("webhook/create", { url: "https://hooks.example.invalid/x", description: word, visibility });
}

async function upload(title: string, shared_with: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([`<!doctype html><html><p>${title}</p></html>`]), `${title}.html`);
  form.set("title", title);
  form.set("shared_with", shared_with);
  const { json } = await app.call("POST", "/v1/company_report/upload", { key: ann.key, form });
  return json.data.report_id;
}

describe("an owner's export of the account", () => {
  it("has what members share, and nothing that is private to one of them", async () => {
    await create("Kestrel", "private");
    await create("Dunlin", "shared");
    const tables = await exportFor(olga.key);
    const tablesWith = (word: string) =>
      Object.keys(tables).filter((name) => JSON.stringify(tables[name]).includes(word));
    expect(tablesWith("Kestrel")).toEqual([]);
    expect(tablesWith("Dunlin").sort()).toEqual([
      "agent_builder",
      "agent_run",
      "chat_message",
      "chat_thread",
      "event",
      "saved_search",
      "watchlist",
      "webhook",
    ]);
    const own = (await app.call("GET", "/v1/account/person/export", { key: ann.key })).text;
    expect(own).toContain("Kestrel thread");
  });

  it("has of a report that is kept from the owner what its sharing shows", async () => {
    const kept = await upload("Merlin", "uploader");
    const open = await upload("Osprey", "account");
    const { report: reports = [] } = await exportFor(olga.key);
    const columnsOf = (id: string) => Object.keys(reports.find(({ report_id }) => report_id === id) ?? {});
    expect(columnsOf(kept).sort()).toEqual([
      "account_id",
      "created_at",
      "file_title",
      "readers",
      "report_id",
      "sharing_changed_at",
      "uploaded_by",
    ]);
    expect(columnsOf(open)).toContain("file_sha256");
    const thread = await post("chat/thread/create", { title: "Birds", visibility: "shared" });
    await app.db`update chat_thread set scope = '{"report_id": "x"}' where thread_id = ${thread.thread_id}`;
    const scope = async () =>
      (await exportFor(olga.key))["chat_thread"]?.find(({ thread_id }) => thread_id === thread.thread_id);
    expect(await scope()).toHaveProperty("scope");
    await app.db`
      insert into chat_message (thread_id, message_no, message_id, question, answer, reply)
      values (${thread.thread_id}, 1, ${makeId("msg")}, '?', '', '{}')`;
    await app.db`insert into chat_message_report values (${thread.thread_id}, 1, ${kept}, false)`;
    expect(await scope()).not.toHaveProperty("scope");
  });

  it("has the keys and calls of everyone, and the devices of the owner alone", async () => {
    for (const memberId of [olga.memberId, ann.memberId]) await openSession(app.db, { ...browser, memberId });
    const tables = await exportFor(olga.key);
    const people = (table: string, column: string) => [
      ...new Set(tables[table]?.map((row) => row[column]).filter((id) => id !== null)),
    ];
    expect(people("member_session", "member_id")).toEqual([olga.memberId]);
    expect(people("api_key", "created_by").sort()).toEqual([olga.memberId, ann.memberId].sort());
    await expect
      .poll(async () => JSON.stringify((await exportFor(olga.key))["call_audit"]))
      .toContain(ann.keyId);
  });
});
