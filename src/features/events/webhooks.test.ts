import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startTestApp } from "../../../test/app.ts";
import { onTestFileEnd } from "../../../test/cleanup.ts";
import { startStopwatch } from "../../../test/stopwatch.ts";
import { makeId } from "../../kernel/ids.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { makeGuardedFetch } from "../../platform/fetch/index.ts";
import { recordEvent } from "./index.ts";
import { DeliveryPump } from "./webhooks/delivery-pump.ts";

const app = await startTestApp({ rate_factor: 1_000, work: false });
const account = await app.addAccount();
const { key, accountId } = account;
const BUILDER = await addBuilder(accountId);

async function addBuilder(accountId: string): Promise<string> {
  const id = makeId("bld");
  await app.db`
    insert into agent_builder (builder_id, account_id, owner_id, visibility, name, field_mapping)
    values (${id}, ${accountId}, ${accountId}, 'shared', 'Test & <co>', '{}')`;
  return id;
}

/** A receiver on this machine; what it answers is decided by the test. */
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  received.push({ headers: request.headers, body });
  response.writeHead(status).end("thanks");
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
onTestFileEnd(() => {
  receiver.close();
});
const RECEIVER = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

/** Takes connections and answers none. */
let silentCalls = 0;
const silent = createServer(() => {
  silentCalls += 1;
});
silent.listen(0, "127.0.0.1");
await once(silent, "listening");
onTestFileEnd(() => {
  silent.closeAllConnections();
  silent.close();
});
const SILENT = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/hook`;

const DAY = 86_400_000;
let clock = Date.now();
const guarded = makeGuardedFetch({ userAgent: "test" });
const local = makeGuardedFetch({ userAgent: "test", allowLocal: true });
const makePump = (fetch = local) =>
  new DeliveryPump({ db: app.db, jobs: app.tools.jobs, fetch, now: () => new Date(clock) });
const deliver = (fetch = local) => makePump(fetch).run(AbortSignal.timeout(20_000));
const recordTestEvent = (data: Record<string, unknown> = { artifact_id: "out_1" }) =>
  inTransaction(app.db, (sql) =>
    recordEvent(sql, app.tools.jobs, { type: "artifact.created", accountId, builderId: BUILDER, data }),
  );
const post = async (path: string, body: object) =>
  (await app.call("POST", `/v1/webhook/${path}`, { key, body })).json;
const deliveries = async (id: string) =>
  (await app.call("GET", `/v1/webhook/deliveries?webhook_id=${id}`, { key })).json.data.deliveries;

const show = async (id: string) =>
  (await app.call("GET", "/v1/webhook/list", { key })).json.data.webhooks.find(
    ({ webhook_id }: { webhook_id: string }) => webhook_id === id,
  );
const disabledEvents = async (id: string) =>
  (await app.call("GET", "/v1/events?type=webhook.disabled&limit=500", { key })).json.data.events
    .map(({ data }: { data: { webhook_id: string } }) => data)
    .filter(({ webhook_id }: { webhook_id: string }) => webhook_id === id);

async function addWebhook(): Promise<{ webhook_id: string; secret: string }> {
  await app.db`update webhook set active = false where account_id = ${accountId}`;
  const { data } = await post("create", { url: "https://example.com/hook" });
  // The door refuses addresses on this machine, so the test moves it there behind the door.
  await app.db`update webhook set url = ${RECEIVER} where webhook_id = ${data.webhook_id}`;
  received.length = 0;
  status = 200;
  clock = Date.now() + 1_000;
  return data;
}

/** How many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const [row] = await app.db<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

function isSigned({ headers, body }: (typeof received)[number], secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

describe("a webhook", () => {
  it("receives a signed event once, and the log shows it", async () => {
    const { webhook_id, secret } = await addWebhook();
    await recordTestEvent();
    await deliver();
    await deliver();
    expect(received).toHaveLength(1);
    expect(received[0] && isSigned(received[0], secret)).toBe(true);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      type: "artifact.created",
      data: { artifact_id: "out_1" },
    });
    expect(await deliveries(webhook_id)).toMatchObject([
      { state: "delivered", attempts: 1, response_status: 200 },
    ]);
  });

  it("is retried with growing delays until it has failed, and can be repeated by hand", async () => {
    const { webhook_id } = await addWebhook();
    status = 500;
    await recordTestEvent();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver();
      expect(received).toHaveLength(attempt);
      const [log] = await deliveries(webhook_id);
      if (log.state === "failed") break;
      waits.push(Date.parse(log.next_attempt_at) - clock);
      clock = Date.parse(log.next_attempt_at) + 1;
    }
    expect(waits).toHaveLength(9);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    const [failed] = await deliveries(webhook_id);
    expect(failed).toMatchObject({
      state: "failed",
      attempts: 10,
      reason: "The receiver responded with status 500.",
    });
    status = 204;
    await post("redeliver", { delivery_id: failed.delivery_id });
    clock = Math.max(clock, Date.now() + 1_000);
    await deliver();
    expect((await deliveries(webhook_id))[0]).toMatchObject({ state: "delivered", attempts: 1 });
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("also signs with the old secret during a rotation", async () => {
    const { webhook_id, secret } = await addWebhook();
    const { data } = await post("rotate", { webhook_id });
    await recordTestEvent();
    await deliver();
    expect([secret, data.secret].map((one) => received[0] && isSigned(received[0], one))).toEqual([
      true,
      true,
    ]);
  });

  it("is disabled when its receiver answers 410 Gone, and the list and an event say so", async () => {
    const { webhook_id } = await addWebhook();
    status = 410;
    await recordTestEvent();
    await deliver();
    const reason = "The endpoint responded with 410 Gone.";
    expect(await show(webhook_id)).toMatchObject({ active: false, disabled_reason: reason });
    expect(await disabledEvents(webhook_id)).toMatchObject([{ reason, url: RECEIVER }]);
  });

  it("is disabled after five days without a delivery, and the list and an event say so", async () => {
    const { webhook_id } = await addWebhook();
    status = 500;
    await recordTestEvent();
    await deliver();
    expect(await show(webhook_id)).toMatchObject({ active: true, disabled_at: null });
    const since = Date.parse((await show(webhook_id)).failing_since);
    clock = since + 5 * DAY - 1;
    await deliver();
    expect((await show(webhook_id)).active).toBe(true);
    clock = since + 6 * DAY;
    await deliver();
    const reason = "Every delivery failed for 5 days.";
    expect(await show(webhook_id)).toMatchObject({ active: false, disabled_reason: reason });
    expect(await disabledEvents(webhook_id)).toMatchObject([
      { reason, last_failure: "The receiver responded with status 500." },
    ]);

    await post("update", { webhook_id, active: true });
    expect(await show(webhook_id)).toMatchObject({
      active: true,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    });
  });

  it("stays enabled when a delivery succeeds now and then", async () => {
    const { webhook_id } = await addWebhook();
    status = 500;
    await recordTestEvent();
    await deliver();
    clock += 4 * DAY;
    status = 200;
    await deliver();
    expect((await show(webhook_id)).failing_since).toBeNull();
    clock += 4 * DAY;
    status = 500;
    await recordTestEvent();
    await deliver();
    expect((await show(webhook_id)).active).toBe(true);
  });

  it("delays no other webhook, however many of its deliveries hang", async () => {
    const dead = await addWebhook();
    for (let event = 0; event < 40; event++) await recordTestEvent({ event });
    await app.db`update webhook set url = ${SILENT} where webhook_id = ${dead.webhook_id}`;
    const other = await app.addAccount();
    const created = await app.call("POST", "/v1/webhook/create", {
      key: other.key,
      body: { url: "https://example.com/hook" },
    });
    const { webhook_id } = created.json.data;
    const builderId = await addBuilder(other.accountId);
    await app.db`update webhook set url = ${RECEIVER} where webhook_id = ${webhook_id}`;
    clock = Date.now() + 60_000;
    const pump = makePump();
    const stop = new AbortController();
    const pumping = pump.run(stop.signal);
    await expect.poll(() => silentCalls).toBe(4);
    // The event arrives while every place of the dead endpoint is taken.
    received.length = 0;
    await inTransaction(app.db, (sql) =>
      recordEvent(sql, app.tools.jobs, {
        type: "artifact.created",
        accountId: other.accountId,
        builderId,
        data: { artifact_id: "out_2" },
      }),
    );
    const readMilliseconds = startStopwatch();
    await pump.run(stop.signal);
    await expect.poll(() => received.length, { interval: 10 }).toBe(1);
    expect(readMilliseconds()).toBeLessThan(5_000);
    expect(silentCalls).toBe(4);
    stop.abort();
    await pumping;
  });

  // Whoever changes a webhook locks it first and then withdraws deliveries, so an attempt must lock in this order too.
  it("loses its deliveries to a change while an attempt is being recorded", async () => {
    const { webhook_id } = await addWebhook();
    await recordTestEvent();
    const { delivering } = await inTransaction(app.db, async (sql) => {
      // In a deadlock the change, not the attempt, would be the one that fails.
      await sql`set local deadlock_timeout = '10ms'`;
      await sql`select from webhook where webhook_id = ${webhook_id} for update`;
      const delivering = Promise.allSettled([deliver()]);
      await expect.poll(countWaiting).toBe(1);
      await sql`delete from webhook_delivery where webhook_id = ${webhook_id}`;
      return { delivering };
    });
    expect(await delivering).toEqual([{ status: "fulfilled", value: undefined }]);
    expect(await deliveries(webhook_id)).toEqual([]);
  });

  it("never reaches a private address, by name or by number, and is visible only to its account", async () => {
    for (const url of [
      "http://127.0.0.1/x",
      "http://[::1]/",
      "http://10.0.0.1/",
      "http://localhost/",
      "ftp://a.example/",
    ]) {
      const reply = await post("create", { url });
      expect([url, reply.message]).toEqual([url, "Validation error"]);
    }
    const { webhook_id } = await addWebhook();
    await recordTestEvent();
    await deliver(guarded);
    expect(received).toHaveLength(0);
    expect((await deliveries(webhook_id))[0].reason).toContain("not a public address");
    const other = await app.addAccount();
    const stolen = await app.call("POST", "/v1/webhook/rotate", { key: other.key, body: { webhook_id } });
    expect([stolen.status, stolen.json.message]).toEqual([404, "Webhook not found"]);
  });
});

describe("events", () => {
  it("are read by cursor, each once, and only by their account", async () => {
    const list = async (query: string, as = key) =>
      (await app.call("GET", `/v1/events${query}`, { key: as })).json.data;
    const before = await list("?limit=500");
    await recordTestEvent({ number: 1 });
    await recordTestEvent({ number: 2 });
    const first = await list(`?cursor=${before.cursor}&limit=1`);
    expect([first.events[0].data, first.has_more]).toEqual([{ number: 1 }, true]);
    const second = await list(`?cursor=${first.cursor}`);
    expect(second.events.map(({ data }: { data: unknown }) => data)).toEqual([{ number: 2 }]);
    expect((await list("?limit=500", (await app.addAccount()).key)).events).toEqual([]);
  });

  it("are streamed as they happen, and the stream resumes after the last one seen", async () => {
    const { cursor } = (await app.call("GET", "/v1/events?limit=500", { key })).json.data;
    const ended = new AbortController();
    const stream = await fetch(`${app.baseUrl}/v1/events`, {
      headers: { "x-api-key": key, accept: "text/event-stream", "last-event-id": cursor },
      signal: ended.signal,
    });
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    await recordTestEvent({ live: true });
    let text = "";
    for await (const part of stream.body ?? []) {
      text += Buffer.from(part).toString();
      if (text.includes('"live":true')) break;
    }
    ended.abort();
    expect(text).toMatch(/id: \d+\nevent: event\ndata: \{.*"live":true/);
    expect(text.match(/event: event/g)).toHaveLength(1);
  });

  it("appear in the feed of the builder for anyone who has its address", async () => {
    const { url } = (await app.call("GET", `/v1/agent_builder/feed?agent_id=${BUILDER}`, { key })).json.data;
    const feed = await fetch(url);
    const text = await feed.text();
    expect(feed.headers.get("content-type")).toContain("application/atom+xml");
    expect(text).toContain("<title>Test &amp; &lt;co&gt;</title>");
    expect(text.match(/<entry>/g)?.length).toBeGreaterThan(2);
    expect((await fetch(`${url}x`)).status).toBe(403);
  });
});
