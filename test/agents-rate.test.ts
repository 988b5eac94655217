import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { startRedisServer } from "./redis-server.ts";

const PER_SECOND = 2;
const CALLS = 40;
const redis = await startRedisServer();
onTestFileEnd(() => redis?.stop());

async function startNodes(redis_url?: string): Promise<[TestApp, TestApp]> {
  const database_url = urlOf(await freshDatabaseAddress());
  const shared = redis_url === undefined ? {} : { redis_url };
  return [await startTestApp({ database_url, ...shared }), await startTestApp({ database_url, ...shared })];
}

/** Calls until the node counts together with the others: the first calls, before it is connected, it counts alone. */
async function untilShared(node: TestApp, key: string): Promise<void> {
  for (;;) {
    await node.call("GET", "/v1/account/balance", { key });
    if ((await node.call("GET", "/metrics")).text.includes("florin_rate_limits_shared 1")) return;
    await sleep(100);
  }
}

/** A new account calls both nodes at once. */
async function burst(nodes: readonly [TestApp, TestApp]) {
  const { accountId, key } = await nodes[0].addAccount();
  await nodes[0].db`
    insert into agent_builder (builder_id, account_id, owner_id, visibility, name, field_mapping)
    values (${`bld_${accountId}`}, ${accountId}, ${accountId}, 'shared', 'Test', '{"a":{"b":{"type":"text"}}}')`;
  const startedAt = performance.now();
  const replies = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      (index % 2 ? nodes[0] : nodes[1]).call("GET", "/v1/agent_builder/list", { key }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const answered = replies.filter(({ status }) => status === 200).length;
  const refused = replies.filter(({ status }) => status === 429);
  expect(answered + refused.length).toBe(CALLS);
  return { key, answered, refused, most: PER_SECOND + Math.ceil(seconds * PER_SECOND) };
}

describe("the limit of two requests per second and user", () => {
  it.runIf(redis !== null)("is shared by all nodes with one store", async () => {
    const nodes = await startNodes(redis?.url);
    const { key } = await nodes[0].addAccount();
    for (const node of nodes) await untilShared(node, key);
    // When the store answers late once, each node counts alone for a second. That is by design, so try again.
    for (let attempts = 1; ; attempts++) {
      const { answered, refused, most } = await burst(nodes);
      expect(answered).toBeGreaterThanOrEqual(PER_SECOND);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      if (answered <= most || attempts === 5) {
        expect(answered).toBeLessThanOrEqual(most);
        return;
      }
      for (const node of nodes) await untilShared(node, key);
    }
  });

  it("applies to each node and endpoint separately when no store is shared", async () => {
    const nodes = await startNodes();
    const { key, answered, refused, most } = await burst(nodes);
    expect(answered).toBeGreaterThanOrEqual(2 * PER_SECOND);
    expect(answered).toBeLessThanOrEqual(2 * most);
    expect(refused[0]?.json).toMatchObject({ code: "rate_limited" });
    const body = { agent_id: "bld_none", agent_type: "data", limit: 1, offset: 0 };
    const other = await nodes[0].call("POST", "/v1/agent_builder/outputs", { key, body });
    expect(other.status).toBe(404);
  });
});
