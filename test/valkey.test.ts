import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openSharedBuckets } from "../src/platform/limits/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";
import { startRedisServer } from "./redis-server.ts";
import { startStopwatch } from "./stopwatch.ts";

const redis = await startRedisServer();
onTestFileEnd(() => redis?.stop());
const url = redis?.url ?? "";

async function openNode() {
  const notices: string[] = [];
  const limiter = await openSharedBuckets(url, (text) => notices.push(text));
  onTestFileEnd(() => limiter.close());
  return { limiter, notices };
}

async function untilShared(
  { limiter }: Awaited<ReturnType<typeof openNode>>,
  wanted: boolean,
): Promise<void> {
  while (limiter.isShared() !== wanted) {
    await limiter.take("probe", 1_000);
    await sleep(50);
  }
}

/** A new node counts alone until it is connected. */
async function ready(node: Awaited<ReturnType<typeof openNode>>): Promise<void> {
  await sleep(200);
  await node.limiter.take("probe", 1_000);
  await sleep(1_100);
  await untilShared(node, true);
}

describe.runIf(redis !== null)("rate limits across nodes", () => {
  it("allow three nodes together exactly as many calls as one", async () => {
    const nodes = await Promise.all([openNode(), openNode(), openNode()]);
    for (const node of nodes) await ready(node);
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => nodes[index % 3]?.limiter.take("burst", 20)),
    );
    const seconds = (performance.now() - started) / 1_000;
    const allowed = answers.filter((answer) => answer?.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(20);
    expect(allowed).toBeLessThanOrEqual(20 + Math.ceil(seconds * 20));
    const refused = answers.find((answer) => answer?.allowed === false);
    expect(refused).toMatchObject({ remaining: 0, resetSeconds: 1, perSecond: 20 });
  });

  it("limit the same caller at two services as at one", async () => {
    const database_url = urlOf(await freshDatabaseAddress());
    const first = await startTestApp({ redis_url: url, database_url });
    const second = await startTestApp({ redis_url: url, database_url });
    const [{ key: other }, { key }] = [await first.addAccount(), await first.addAccount()];
    // Nodes connect while they start, and notice it at a call.
    for (const node of [first, second]) {
      const isShared = async () => {
        await node.call("GET", "/v1/account/usage", { key: other });
        return (await node.call("GET", "/metrics")).text.includes("florin_rate_limits_shared 1");
      };
      await expect.poll(isShared).toBe(true);
    }
    const started = performance.now();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? first : second).call("GET", "/v1/account/usage", { key }),
      ),
    );
    const seconds = (performance.now() - started) / 1_000;
    const answered = replies.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThanOrEqual(5);
    expect(answered).toBeLessThanOrEqual(5 + Math.ceil(seconds * 5));
  });

  it("are counted locally while the store is gone or hangs, with a warning, and then shared again", async () => {
    const node = await openNode();
    await ready(node);
    await redis?.stop();
    await untilShared(node, false);
    const alone = await Promise.all(Array.from({ length: 30 }, () => node.limiter.take("alone", 10)));
    expect(alone.filter(({ allowed }) => allowed)).toHaveLength(10);
    await redis?.startAgain();
    await untilShared(node, true);

    redis?.process.kill("SIGSTOP");
    const readMilliseconds = startStopwatch();
    expect((await node.limiter.take("hanging", 5)).allowed).toBe(true);
    expect(readMilliseconds()).toBeLessThan(1_000);
    redis?.process.kill("SIGCONT");
    await untilShared(node, true);
    const said = node.notices.join("\n");
    expect(said).toMatch(
      /unavailable[\s\S]*available again[\s\S]*unavailable \(no response in 250 ms\)[\s\S]*available again/,
    );
  });
});
