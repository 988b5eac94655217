import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { buildCatalog } from "../src/catalog.ts";
import { createKey } from "../src/features/access/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { ALL_SCOPES, COMMON_SCOPES, KEY_SCOPES } from "../src/kernel/scopes.ts";
import { AnswerExamples } from "./answer-examples.ts";
import { startTestApp, type TestReply } from "./app.ts";
import { openOperationInputs, sendOperation } from "./operation-inputs.ts";
import { addPerson, addSession } from "./person.ts";

// Runs for every operation: one that is added to the catalog is tested without a line here.
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const operations: readonly AnyOperation[] = buildCatalog(app.tools);
/** What is refused before any statement runs is the same on every server. */
const isFirstServer = process.env.FLORIN_TEST_SERVER === "embedded";

const recorded = new AnswerExamples(app.baseUrl);
afterAll(() => recorded.save());

const send = (operation: AnyOperation, input: unknown, key?: string): Promise<TestReply> =>
  sendOperation(app, operation, input, key === undefined ? {} : { key });

/** Some operations are only for a person in the console. */
const isForKeys = ({ scope }: AnyOperation) => KEY_SCOPES.includes(scope);

/** What concerns a person, or only owners may do, is called with the key of one. */
const isForPeople = ({ scope }: AnyOperation) => scope === "account:write" || !COMMON_SCOPES.includes(scope);

async function addCaller(operation: AnyOperation) {
  if (!isForPeople(operation)) {
    const account = await app.addAccount();
    return { ...account, credential: { key: account.key } };
  }
  const { accountId, memberId } = await addPerson(app);
  const options = { accountId, name: "Key", createdBy: memberId, scopes: KEY_SCOPES };
  const { key } = await createKey(app.db, options);
  const credential = isForKeys(operation) ? { key } : { headers: await addSession(app, { memberId }) };
  return { accountId, memberId, key, credential };
}

/** Fields that name a day or a moment. */
function listDayFields({ input }: AnyOperation): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return Object.keys(properties).filter((name) => /"format":"date"/.test(JSON.stringify(properties[name])));
}

describe.each(operations.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  it("200: answers each of its examples in its declared shape and charges its price", async () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    const account = await addCaller(operation);
    const { accountId, credential } = account;
    const inputs = openOperationInputs(app, account);
    for (const example of operation.examples) {
      const input = await inputs.prepare(operation, example.input);
      const before = (await findBalance(app.db, accountId))?.available ?? 0;
      const reply = await sendOperation(app, operation, input, credential);
      expect([reply.status, reply.json.detail ?? null]).toEqual([200, null]);
      const answer = operation.rest.reply === "raw" ? reply.json : reply.json.data;
      expect(operation.output.safeParse(answer).error).toBeUndefined();
      const charged = before - ((await findBalance(app.db, accountId))?.available ?? 0);
      expect(String(charged)).toBe(reply.headers.get("x-credits-charged"));
      if (typeof operation.price === "number") expect(charged).toBe(operation.price);
      if (example === operation.examples[0] && isFirstServer)
        expect(recorded.compare(operation, answer)).toEqual([]);
    }
  });

  const otherPaths = operation.rest.also ?? [];
  if (otherPaths.length > 0)
    it("answers the same at each of its paths", async () => {
      const account = await app.addAccount();
      const input = await openOperationInputs(app, account).prepare(operation);
      const first = await send(operation, input, account.key);
      for (const path of otherPaths) {
        const other = await send({ ...operation, rest: { ...operation.rest, path } }, input, account.key);
        expect(other.json.data).toEqual(first.json.data);
      }
    });

  if (!isFirstServer) return;

  it("401: refuses a call without a credential", async () => {
    const reply = await send(operation, operation.examples[0]?.input);
    expect([reply.status, reply.json.message]).toEqual([401, "Unauthorized access. Invalid API key."]);
  });

  it("403: refuses a key that has every scope but its own", async () => {
    const { key } = await app.addAccount({ scopes: ALL_SCOPES.filter((scope) => scope !== operation.scope) });
    expect((await send(operation, operation.examples[0]?.input, key)).status).toBe(403);
  });

  it("422: refuses an unknown field, and charges nothing", async () => {
    const { accountId, credential } = await addCaller(operation);
    const input = { ...(operation.examples[0]?.input as object), no_such_field: "1" };
    const reply = await sendOperation(app, operation, input, credential);
    expect([reply.status, reply.json.message]).toEqual([422, "Validation error"]);
    expect(reply.json.detail).toContain("no_such_field");
    expect((await findBalance(app.db, accountId))?.spent).toBe(0);
  });

  const costs = typeof operation.price !== "number" || operation.price > 0;
  if (costs)
    it("400: refuses a call with an empty balance", async () => {
      const { key, accountId } = await app.addAccount({ credits: 1 });
      await app.db`update credit_balance set granted = 0, available = 0 where account_id = ${accountId}`;
      const reply = await send(operation, operation.examples[0]?.input, key);
      expect([reply.status, reply.json.message]).toEqual([400, "Insufficient user balance."]);
    });

  const days = listDayFields(operation);
  if (days.length > 0)
    it("accepts any day, or says which days it accepts", async () => {
      const { key } = await app.addAccount({ credits: 1_000_000 });
      for (const name of days)
        for (const day of ["0000-01-01", "0001-01-01", "1000-01-01", "9999-12-31"]) {
          const reply = await send(
            operation,
            { ...(operation.examples[0]?.input as object), [name]: day },
            key,
          );
          expect({ name, day, status: reply.status }).not.toMatchObject({ status: 500 });
          if (day < "1000")
            expect([reply.status, reply.json.detail]).toEqual([422, expect.stringContaining(name)]);
        }
    });
});

describe("the examples", () => {
  // Ids that exist only after a caller has created something.
  const isPlaceholder = (input: unknown) => /_a{12,}"/.test(JSON.stringify(input));

  it("work unchanged for the demo account, wherever the demo has what they name", async () => {
    const key = app.demoKey?.key;
    // What is for a person is left out: the demo's key belongs to none.
    for (const operation of operations.filter((one) => !isForPeople(one)))
      for (const { input } of operation.examples) {
        if (operation.effect === "write" || isPlaceholder(input)) continue;
        const { status, json } = await send(operation, input, key ?? "");
        expect([operation.id, status, json.detail ?? null]).toEqual([operation.id, 200, null]);
      }
  });
});

describe("the rate limit", () => {
  it("429: refuses calls over the rate with Retry-After, separately for each caller", async () => {
    const slow = await startTestApp();
    const [first, second] = [await slow.addAccount(), await slow.addAccount()];
    const burst = (key: string) => slow.call("GET", "/v1/account/usage", { key });
    const replies = await Promise.all(Array.from({ length: 12 }, () => burst(first.key)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await burst(second.key)).status).toBe(200);
  });
});

describe("the price list", () => {
  it("states the charged prices, and OpenAPI states the same", async () => {
    const { key } = await app.addAccount();
    const listed = (await app.call("GET", "/v1/constant/credit_costs", { key })).json.data.credit_costs;
    const openApi = (await app.call("GET", "/openapi.json")).json;
    expect(listed).toHaveLength(operations.length);
    for (const cost of listed) {
      const entry = openApi.paths[cost.path][cost.method.toLowerCase()];
      expect(entry["x-credits"]).toEqual(cost.credits ?? { about: cost.about });
    }
  });

  it("answers 304 to a caller who already has it", async () => {
    const { key } = await app.addAccount();
    const first = await app.call("GET", "/v1/constant/credit_costs", { key });
    const etag = first.headers.get("etag") ?? "";
    const again = await app.call("GET", "/v1/constant/credit_costs", {
      key,
      headers: { "if-none-match": etag },
    });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});
