import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { recordEvent } from "../src/features/events/index.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

const app = await startTestApp({ rate_factor: 1_000 });

/** An account with two people and a key that no person made. */
async function addTeam() {
  const { accountId, key: machine } = await app.addAccount();
  const people = [];
  for (const role of ["owner", "member"] as const) {
    const { memberId } = await addPerson(app, { accountId, role });
    people.push({ memberId, ...(await createKey(app.db, { accountId, name: "Key", createdBy: memberId })) });
  }
  const [ann, bob] = people;
  if (!ann || !bob) throw new Error("no people");
  return { accountId, machine, ann, bob };
}

const post = async (key: string, path: string, body: object) =>
  app.call("POST", `/v1/${path}`, { key, body });
const make = async (key: string, more: object = {}) =>
  (await post(key, "agent_builder/create", { name: "Builder", template: "guidance", ...more })).json.data;

async function list(key: string, includeShared = false): Promise<string[]> {
  const query = includeShared ? "?include_shared=true" : "";
  const { json } = await app.call("GET", `/v1/agent_builder/list${query}`, { key });
  return (json.data ?? []).map(({ id }: { id: string }) => id).sort();
}

const recordTestEvent = (accountId: string, builderId: string) =>
  inTransaction(app.db, (sql) =>
    recordEvent(sql, app.tools.jobs, { type: "run.failed", accountId, builderId, data: { reason: "test" } }),
  );

const eventsOf = async (key: string): Promise<string[]> =>
  (await app.call("GET", "/v1/events?limit=500", { key })).json.data.events.map(
    ({ agent_id }: { agent_id: string }) => agent_id,
  );

describe("a builder", () => {
  it("is private to its creator, and is listed among shared ones only on request", async () => {
    const { ann, bob, machine } = await addTeam();
    const [secret, common, ours] = [
      await make(ann.key),
      await make(ann.key, { visibility: "shared" }),
      await make(machine),
    ];
    expect([secret.visibility, common.visibility, ours.visibility]).toEqual(["private", "shared", "shared"]);
    expect(await list(ann.key)).toEqual([secret.id, common.id].sort());
    expect(await list(ann.key, true)).toEqual([secret.id, common.id, ours.id].sort());
    expect(await list(bob.key)).toEqual([]);
    expect(await list(bob.key, true)).toEqual([common.id, ours.id].sort());
    expect(await list(machine)).toEqual([common.id, ours.id].sort());
  });

  it("changes visibility only by its owner: others cannot make a shared one private", async () => {
    const { ann, bob, machine } = await addTeam();
    const { id } = await make(ann.key, { visibility: "shared" });
    const change = (key: string, visibility: string) =>
      post(key, "agent_builder/update", { agent_id: id, visibility });
    expect((await change(bob.key, "private")).status).toBe(422);
    expect((await change(machine, "private")).status).toBe(422);
    expect((await change(ann.key, "private")).json.data.visibility).toBe("private");
    expect((await change(bob.key, "shared")).status).toBe(404);
    expect((await change(ann.key, "shared")).json.data.visibility).toBe("shared");
    expect((await post(bob.key, "agent_builder/update", { agent_id: id, name: "Ours" })).status).toBe(200);
  });

  it("cannot be made private by a key without a person", async () => {
    const { machine } = await addTeam();
    const body = { name: "Builder", template: "guidance", visibility: "private" };
    expect((await post(machine, "agent_builder/create", body)).status).toBe(422);
  });

  it("belongs to the person who copies it", async () => {
    const { ann, bob } = await addTeam();
    const { id } = await make(ann.key, { visibility: "shared" });
    const copy = (await post(bob.key, "agent_builder/copy", { agent_id: id })).json.data;
    expect(copy.visibility).toBe("private");
    expect(await list(ann.key, true)).toEqual([id]);
  });
});

describe("what its owner makes private", () => {
  const search = { input: { name: "Topic", query: "lanterns" }, change: { name: "Mine" } };
  const webhook = { input: { url: "https://hooks.example.com/x" }, change: { description: "Mine" } };
  const things = [
    { table: "saved_search", id: "search_id", path: "search/saved", ...search },
    { table: "webhook", id: "webhook_id", path: "webhook", ...webhook },
  ];
  const waitingFor = async (table: string) =>
    (
      await app.db`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
          and query like ${`%${table}%`}`
    ).length;

  it.each(things)(
    "stays private when another changes it at the same moment: $table",
    async ({ table, id, path, ...made }) => {
      const { ann, bob } = await addTeam();
      const { json } = await post(ann.key, `${path}/create`, { ...made.input, visibility: "shared" });
      const thing = { [id]: json.data[id] };
      const { changing } = await inTransaction(app.db, async (sql) => {
        const text = `update ${table} set visibility = 'private' where ${id} = $1`;
        await sql.run({ text, values: [json.data[id]] });
        const changing = post(bob.key, `${path}/update`, { ...thing, ...made.change });
        await expect.poll(() => waitingFor(table)).toBe(1);
        return { changing };
      });
      expect((await changing).status).toBe(404);
      const after = (await post(ann.key, `${path}/update`, thing)).json.data;
      expect(after).toMatchObject({ visibility: "private" });
      expect(after).not.toMatchObject(made.change);
    },
  );
});

describe("events", () => {
  it("reach those who may see the builder, and follow it when it is shared or made private", async () => {
    const { accountId, ann, bob, machine } = await addTeam();
    const { id } = await make(ann.key);
    await recordTestEvent(accountId, id);
    const seen = async () => [await eventsOf(ann.key), await eventsOf(bob.key), await eventsOf(machine)];
    expect(await seen()).toEqual([[id], [], []]);
    await post(ann.key, "agent_builder/update", { agent_id: id, visibility: "shared" });
    expect(await seen()).toEqual([[id], [id], [id]]);
    await post(ann.key, "agent_builder/update", { agent_id: id, visibility: "private" });
    expect(await seen()).toEqual([[id], [], []]);
  });

  it("are delivered to webhooks of those who may see the builder, and stop when it is made private", async () => {
    const { accountId, ann, bob, machine } = await addTeam();
    const hook = async (key: string) =>
      (await post(key, "webhook/create", { url: "https://hooks.example.invalid/x" })).json.data.webhook_id;
    const hooks = [await hook(ann.key), await hook(bob.key), await hook(machine)];
    const deliveries = async () => {
      const rows = await app.db<{ webhook_id: string }>`
        select webhook_id from webhook_delivery where webhook_id = any(${hooks})`;
      return hooks.map((id) => rows.filter(({ webhook_id }) => webhook_id === id).length);
    };
    const secret = await make(ann.key);
    await recordTestEvent(accountId, secret.id);
    expect(await deliveries()).toEqual([1, 0, 0]);
    await post(ann.key, "agent_builder/update", { agent_id: secret.id, visibility: "shared" });
    await recordTestEvent(accountId, secret.id);
    expect(await deliveries()).toEqual([2, 1, 1]);
    await post(ann.key, "agent_builder/update", { agent_id: secret.id, visibility: "private" });
    expect(await deliveries()).toEqual([2, 0, 0]);
    await post(ann.key, "webhook/update", { webhook_id: hooks[0], visibility: "shared" });
    expect(await deliveries()).toEqual([0, 0, 0]);
    // Bob can neither see nor redirect deliveries of Ann's private webhook; shared ones he can.
    const other = await hook(ann.key);
    const redirect = { webhook_id: other, url: "https://bob.example.invalid/x" };
    expect((await post(bob.key, "webhook/update", redirect)).status).toBe(404);
    expect((await post(bob.key, "webhook/update", { ...redirect, webhook_id: hooks[0] })).status).toBe(200);
  });

  it("about a disabled webhook reach those who may see the webhook", async () => {
    const { accountId, ann, bob } = await addTeam();
    const [own, common] = [
      (await post(ann.key, "webhook/create", { url: "https://hooks.example.invalid/x" })).json.data,
      (
        await post(ann.key, "webhook/create", {
          url: "https://hooks.example.invalid/y",
          visibility: "shared",
        })
      ).json.data,
    ];
    for (const { webhook_id } of [own, common])
      await inTransaction(app.db, (sql) =>
        recordEvent(sql, app.tools.jobs, {
          type: "webhook.disabled",
          accountId,
          builderId: null,
          webhookId: webhook_id,
          data: { webhook_id },
        }),
      );
    const seen = async (key: string) =>
      (await app.call("GET", "/v1/events?limit=500", { key })).json.data.events.map(
        ({ data }: { data: { webhook_id: string } }) => data.webhook_id,
      );
    expect(await seen(ann.key)).toEqual([own.webhook_id, common.webhook_id]);
    expect(await seen(bob.key)).toEqual([common.webhook_id]);
  });

  it("stay in a feed as long as the person who requested its address may see the builder", async () => {
    const { accountId, ann, bob } = await addTeam();
    const { id } = await make(ann.key, { visibility: "shared" });
    await recordTestEvent(accountId, id);
    const feedOf = async (key: string) => {
      const { url } = (await app.call("GET", `/v1/agent_builder/feed?agent_id=${id}`, { key })).json.data;
      return () => app.call("GET", new URL(url).pathname).then(({ status }) => status);
    };
    const [own, other] = [await feedOf(ann.key), await feedOf(bob.key)];
    expect([await own(), await other()]).toEqual([200, 200]);
    await post(ann.key, "agent_builder/update", { agent_id: id, visibility: "private" });
    expect([await own(), await other()]).toEqual([200, 404]);
    await post(ann.key, "agent_builder/update", { agent_id: id, visibility: "shared" });
    await app.db`update member set removed_at = now() where id = ${bob.memberId}`;
    expect([await own(), await other()]).toEqual([200, 404]);
  });
});

describe("derived data", () => {
  it("requires the scope of the data: exports are listed to those who may read the dataset", async () => {
    const { accountId, key } = await app.addAccount();
    await app.db`
      insert into export (export_id, account_id, dataset, format, filter)
      values ('exp_prices', ${accountId}, 'prices', 'csv', '{}'), ('exp_companies', ${accountId}, 'companies', 'csv', '{}')`;
    const listed = async (given: string) =>
      (await app.call("GET", "/v1/export/list", { key: given })).json.data.exports
        .map(({ dataset }: { dataset: string }) => dataset)
        .sort();
    const narrow = await createKey(app.db, { accountId, name: "Narrow", scopes: ["reference:read"] });
    const prices = await createKey(app.db, {
      accountId,
      name: "Prices",
      scopes: ["reference:read", "prices:read"],
    });
    expect(await listed(key)).toEqual(["companies", "prices"]);
    expect(await listed(narrow.key)).toEqual([]);
    expect(await listed(prices.key)).toEqual(["prices"]);
  });

  it("requires the scope of the data: a claim page shows a report to those who may read reports", async () => {
    const { key } = await app.addAccount({ scopes: ["companies:read"] });
    const reply = await app.call("GET", `/c/clm_${"0".repeat(24)}`, { key });
    expect([reply.status, reply.json.detail]).toEqual([403, "Missing scope: reports:read"]);
  });
});
