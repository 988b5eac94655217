import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildCatalog } from "../src/catalog.ts";
import { createKey } from "../src/features/access/index.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { KEY_SCOPES } from "../src/kernel/scopes.ts";
import { startTestApp } from "./app.ts";
import { openOperationInputs, sendOperation } from "./operation-inputs.ts";
import { addPerson, addSession } from "./person.ts";

// Runs for every operation of the catalog: data of one account must never reach another.
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const operations: readonly AnyOperation[] = buildCatalog(app.tools);

/** Appears in everything the owner creates; if anyone else sees it, something leaked. */
const MARK = `zebrawood${Math.random().toString(36).slice(2)}`;

const owner = await app.addAccount({ credits: 100_000 });
const ann = await addKeyOf("owner");
const bob = await addKeyOf("member");
const inputs = openOperationInputs(app, ann, { mark: MARK, ownReports: true });

/** A key of a person in the owner's account. */
async function addKeyOf(role: "owner" | "member") {
  const { memberId } = await addPerson(app, { accountId: owner.accountId, role });
  const options = {
    accountId: owner.accountId,
    name: `Key of ${memberId}`,
    createdBy: memberId,
    scopes: KEY_SCOPES,
  };
  return { ...options, memberId, ...(await createKey(app.db, options)) };
}

/** What only a person may do in the console is sent with a session of theirs. */
const send = async (operation: AnyOperation, input: Fields, { key, memberId }: Caller) =>
  sendOperation(
    app,
    operation,
    widen(operation, input),
    KEY_SCOPES.includes(operation.scope) ? { key } : { headers: await addSession(app, { memberId }) },
  );

interface Caller {
  key: string;
  memberId: string;
}

type Fields = Record<string, unknown>;

/** Asks for as many rows as the list allows: the leaked one may be the last. */
function widen({ input }: AnyOperation, fields: Fields): Fields {
  const { properties = {} } = z.toJSONSchema(input, { io: "output", unrepresentable: "any" });
  const most = (properties["limit"] as { maximum?: number } | undefined)?.maximum;
  return most === undefined ? fields : { ...fields, limit: most };
}

/** Whether an input names something that only its owner can see. */
const namesOwned = (input: Fields) =>
  Object.keys(input).some((name) => /_id$/.test(name) && name !== "svc_entity_id");

/** The same call with the owner's marker in each search field. */
function searches(operation: AnyOperation, input: Fields): Fields[] {
  const fields = "shape" in operation.input ? Object.keys(operation.input.shape as object) : [];
  return fields
    .filter((name) => /name|query|keyword|question|title/.test(name))
    .map((name) => ({ ...input, [name]: MARK }));
}

/** Owners may delete and remove what they name; of other accounts there is nothing. */
const isRefused = (status: number, { code, data }: { code?: string; data?: Fields }) =>
  status === 404 || code === "owner_only" || data?.["deleted"] === false || data?.["removed"] === false;

/**
 * One would erase the owner of everything here; `data-rights.test.ts` tests who may. An address that a stranger invites
 * cannot be invited again.
 */
const repeatable = operations.filter(({ id }) => id !== "account.erase" && id !== "members.invite");

describe.each(repeatable.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  it("refuses another account access to the owner's data, and changes nothing of it", async () => {
    // A new account for each operation: what an earlier call created with the marker would be its own.
    const account = await app.addAccount({ credits: 100_000, scopes: KEY_SCOPES });
    const stranger = { ...account, ...(await addPerson(app, account)) };
    const input = await inputs.prepare(operation);
    const requests = JSON.stringify(input);
    for (const attempt of [input, ...searches(operation, input)]) {
      const { status, text, json } = await send(operation, attempt, stranger);
      expect([requests, status < 500]).toEqual([requests, true]);
      // The answer may repeat what the caller sent.
      if (!JSON.stringify(attempt).includes(MARK))
        expect([requests, text.includes(MARK)]).toEqual([requests, false]);
      expect(text).not.toContain(owner.accountId);
      expect(text).not.toContain(ann.keyId);
      if (namesOwned(input) && operation.effect === "write")
        expect([requests, isRefused(status, json)]).toEqual([requests, true]);
    }
    // The owner's own call still works: the stranger changed nothing, and the refusal was about ownership.
    const own = await send(operation, input, ann);
    expect([requests, own.status, own.json.detail ?? null]).toEqual([requests, 200, null]);
    if (operation.id === "reports.delete") expect(own.json.data.deleted).toBe(true);
  });
});

/** Agents, threads and watchlists belong to a person; everything else of an account belongs to all of its members. */
const isPersonal = ({ id, scope }: AnyOperation) =>
  scope.startsWith("agents:") || /^(threads|watchlists|sessions|clients)\./.test(id);
/** Refused to Bob, who is not an owner. */
const OWNERS_ONLY = new Set([
  "account.audit",
  "account.export",
  "account.ledger",
  "account.switch_language_model",
  "keys.list",
  "members.invite",
  "members.change_role",
  "members.reset_link",
]);

const personal = operations.filter((operation) => isPersonal(operation) || OWNERS_ONLY.has(operation.id));

describe.each(personal.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  it("keeps a person's private data from another member, and changes nothing of it", async () => {
    const input = await inputs.prepare(operation);
    const requests = JSON.stringify(input);
    const { status, text } = await send(operation, input, bob);
    expect([requests, status < 500]).toEqual([requests, true]);
    if (OWNERS_ONLY.has(operation.id)) expect([requests, status]).toEqual([requests, 403]);
    if (!isPersonal(operation)) return;
    const names = Object.keys(input).filter((name) => /_id$/.test(name) && name !== "report_id");
    if (names.length > 0) expect([requests, status]).toEqual([requests, 404]);
    if (!requests.includes(MARK)) expect([requests, text.includes(MARK)]).toEqual([requests, false]);
    const own = await send(operation, input, ann);
    expect([requests, own.status, own.json.detail ?? null]).toEqual([requests, 200, null]);
  });
});

describe("the owner's view", () => {
  it("carries the marker in most reads, so that a leak would be recognised", async () => {
    const marked = new Set<string>();
    for (const operation of operations) {
      if (operation.effect !== "read") continue;
      const { text } = await send(operation, await inputs.prepare(operation), ann);
      if (text.includes(MARK)) marked.add(operation.id);
    }
    for (const id of [
      "reports.search",
      "reports.file_list",
      "agents.list",
      "agents.outputs",
      "agents.artifact",
    ])
      expect(marked).toContain(id);
    for (const id of ["agents.subscriptions", "events.list", "events.webhooks", "search.saved"])
      expect(marked).toContain(id);
    for (const id of ["threads.list", "threads.get", "threads.export", "watchlists.list", "watchlists.get"])
      expect(marked).toContain(id);
  });
});

describe("MCP resources", () => {
  const ask = async (key: string, method: string, params: object) =>
    app.call("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
      body: { jsonrpc: "2.0", id: 1, method, params },
    });

  it("show another account none of the owner's reports", async () => {
    const stranger = await app.addAccount({ credits: 100_000 });
    const certificate = operations.find(({ id }) => id === "reports.certificate") as AnyOperation;
    const { report_id } = await inputs.prepare(certificate);
    const uri = `florin://reports/${report_id}`;
    expect((await ask(ann.key, "resources/read", { uri })).text).toContain("certificate");
    expect((await ask(stranger.key, "resources/read", { uri })).text).not.toContain("certificate");
    expect((await ask(stranger.key, "resources/list", {})).text).not.toContain(MARK);
  });
});
