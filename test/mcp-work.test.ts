import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { findBalance } from "../src/features/credits/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import { startTestApp } from "./app.ts";
import { addPerson } from "./person.ts";

/* Long work over MCP: tasks of protocol 2025-11-25, and of the extension of 2026-07-28. */
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const team = await app.addAccount({ credits: 10_000 });
const ann = await join();
const bob = await join();
const BUILDER = { name: "Work", template: "income_statement", svc_entity_id_list: ["ent_qpi4neyotut5"] };
const EXTENSION = "io.modelcontextprotocol/tasks";

async function join() {
  const { memberId } = await addPerson(app, { accountId: team.accountId, role: "member" });
  const options = { accountId: team.accountId, name: "Key", createdBy: memberId };
  return { memberId, ...(await createKey(app.db, options)) };
}

async function send(key: string, body: object, headers: Record<string, string>) {
  const accept = "application/json, text/event-stream";
  const { text } = await app.call("POST", "/mcp", { key, headers: { accept, ...headers }, body });
  const [message = "{}"] = text.match(/\{"[^\n]*\}(?=\s*$)/) ?? [];
  const { result, error } = JSON.parse(message);
  return result ?? { error };
}

const legacy = (key: string, method: string, params: object) =>
  send(key, { jsonrpc: "2.0", id: 1, method, params }, { "mcp-protocol-version": "2025-11-25" });

function modern(key: string, method: string, params: Record<string, unknown>, knows = true) {
  const revision = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": knows ? { extensions: { [EXTENSION]: {} } } : {},
  };
  const name = params["name"] ?? params["taskId"];
  const headers = {
    "mcp-protocol-version": revision,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
  return send(key, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers);
}

const available = async () => (await findBalance(app.db, team.accountId))?.available ?? 0;

/** A file of Ann's that is being parsed; a model cannot send a file, only a URL. */
async function parse(key = ann.key): Promise<string> {
  const form = new FormData();
  const pdf = readFileSync("demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf");
  form.set("file", new Blob([pdf, Buffer.from(`\n% ${makeId("job")}\n`)]), "release.pdf");
  return (await app.call("POST", "/v1/parser/pdf", { key, form })).json.data.job_id;
}

const addBuilder = async () =>
  (await app.call("POST", "/v1/agent_builder/create", { key: ann.key, body: BUILDER })).json.data
    .id as string;

describe("tasks of 2025-11-25", () => {
  it("are declared, with the tools that can run as one", async () => {
    const client = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    };
    const { capabilities } = await legacy(ann.key, "initialize", client);
    expect(capabilities.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
    const { tools } = await legacy(ann.key, "tools/list", {});
    const optional = tools.filter((tool: { execution?: object }) => tool.execution);
    expect(optional.map(({ name }: { name: string }) => name).sort()).toEqual(["parse_pdf", "run_agent"]);
  });

  it("are not declared to clients of earlier versions", async () => {
    for (const protocolVersion of ["2025-03-26", "2025-06-18"]) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } };
      const initialized = await legacy(ann.key, "initialize", params);
      expect([initialized.protocolVersion, initialized.capabilities.tasks]).toEqual([
        protocolVersion,
        undefined,
      ]);
    }
  });

  it("run an agent builder, and give its result when it is done, charged once", async () => {
    const agent_id = await addBuilder();
    const before = await available();
    const args = { agent_id, agent_type: "data", everything: true };
    const { task } = await legacy(ann.key, "tools/call", { name: "run_agent", arguments: args, task: {} });
    expect(task).toMatchObject({ status: "working", ttl: null });
    const { taskId } = task;
    const result = await legacy(ann.key, "tasks/result", { taskId });
    expect(result._meta["io.modelcontextprotocol/related-task"]).toEqual({ taskId });
    expect(result.structuredContent.data).toMatchObject({ run_id: taskId, state: "done" });
    const charged = before - (await available());
    expect(charged).toBe(result.structuredContent.data.charged_credits);
    expect(charged).toBeGreaterThan(0);
    await legacy(ann.key, "tasks/result", { taskId });
    expect(before - (await available())).toBe(charged);
  });

  it("parse a file: looking is free, the first result is paid, and another is not", async () => {
    const taskId = await parse();
    await expect
      .poll(async () => (await legacy(ann.key, "tasks/get", { taskId })).status, { timeout: 120_000 })
      .toBe("completed");
    const before = await available();
    expect((await legacy(ann.key, "tasks/get", { taskId })).status).toBe("completed");
    expect(await available()).toBe(before);
    for (let call = 0; call < 2; call++) {
      const { structuredContent } = await legacy(ann.key, "tasks/result", { taskId });
      expect(JSON.stringify(structuredContent)).toContain("Tessandral");
    }
    expect(before - (await available())).toBe(10);
  });

  it("belong to the caller who started them", async () => {
    const taskId = await parse();
    const listed = async (key: string) =>
      (await legacy(key, "tasks/list", {})).tasks.map((task: { taskId: string }) => task.taskId);
    expect(await listed(ann.key)).toContain(taskId);
    expect(await listed(bob.key)).toEqual([]);
    expect(await listed(team.key)).toEqual([]);
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
      expect([method, (await legacy(bob.key, method, { taskId })).error.code]).toEqual([method, -32_602]);
    expect((await app.call("GET", `/v1/task/get?task_id=${taskId}`, { key: bob.key })).status).toBe(404);
  });

  it("need no more scopes than the work itself", async () => {
    const scopes = ["reports:read", "reports:write"] as const;
    const own = await createKey(app.db, { accountId: team.accountId, name: "Parse", scopes });
    const taskId = await parse(own.key);
    expect((await legacy(own.key, "tasks/get", { taskId })).taskId).toBe(taskId);
    const listed = await legacy(own.key, "tasks/list", {});
    expect(listed.tasks.map((task: { taskId: string }) => task.taskId)).toEqual([taskId]);
    const reader = await createKey(app.db, {
      accountId: team.accountId,
      name: "News",
      scopes: ["news:read"],
    });
    expect((await legacy(reader.key, "tasks/get", { taskId })).error.code).toBe(-32_602);
  });

  it("are not cancelled at an address that only reads", async () => {
    const taskId = await parse();
    const body = { jsonrpc: "2.0", id: 1, method: "tasks/cancel", params: { taskId } };
    const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };
    for (const path of ["/mcp/readonly", "/mcp/x/companies"]) {
      const { text } = await app.call("POST", path, { key: ann.key, headers, body });
      expect([path, text]).toEqual([path, expect.stringContaining("-32601")]);
    }
    expect((await legacy(ann.key, "tasks/get", { taskId })).status).not.toBe("cancelled");
  });

  it("are cancelled without a charge, once", async () => {
    const taskId = makeId("job");
    await app.db`
      insert into parse_job (job_id, account_id, requested_by, file_name, pdf_url, state)
      values (${taskId}, ${team.accountId}, ${ann.memberId}, 'x.pdf', 'https://x.example/x.pdf', 'reading')`;
    const before = await available();
    expect((await legacy(ann.key, "tasks/cancel", { taskId })).status).toBe("cancelled");
    expect((await legacy(ann.key, "tasks/cancel", { taskId })).error.code).toBe(-32_602);
    expect((await legacy(ann.key, "tasks/result", { taskId })).isError).toBe(true);
    expect(await available()).toBe(before);
    const agent_id = await addBuilder();
    const args = { agent_id, agent_type: "data", everything: true };
    const { task } = await legacy(ann.key, "tools/call", { name: "run_agent", arguments: args, task: {} });
    const { status, error } = await legacy(ann.key, "tasks/cancel", { taskId: task.taskId });
    // A short run may have ended before, or at the same moment.
    expect(["cancelled", -32_602]).toContain(status ?? error.code);
    if (status === "cancelled") expect(await available()).toBe(before);
  });

  it("are refused for tools that answer at once", async () => {
    const params = { name: "find_company", arguments: { name: "Tessandral" }, task: {} };
    expect((await legacy(ann.key, "tools/call", params)).error.code).toBe(-32_601);
  });
});

describe("tasks of the extension of 2026-07-28", () => {
  const run = async (knows: boolean) => {
    const args = { agent_id: await addBuilder(), agent_type: "data", everything: true };
    return modern(ann.key, "tools/call", { name: "run_agent", arguments: args }, knows);
  };

  it("are returned to clients that declare them, and carry the result when they are done", async () => {
    const { resultType, taskId, status } = await run(true);
    expect([resultType, status, taskId.startsWith("run_")]).toEqual(["task", "working", true]);
    const get = () => modern(ann.key, "tasks/get", { taskId });
    await expect.poll(async () => (await get()).status, { timeout: 120_000 }).toBe("completed");
    const { result } = await get();
    expect(result.structuredContent.data).toMatchObject({ run_id: taskId, state: "done" });
    expect(await modern(ann.key, "tasks/cancel", { taskId })).toMatchObject({ resultType: "complete" });
    expect((await get()).status).toBe("completed");
  });

  it("are not forced on others: they get the plain answer, and an error for asking", async () => {
    const { resultType, structuredContent } = await run(false);
    expect([resultType, structuredContent.data.state]).toEqual([
      "complete",
      expect.stringMatching(/waiting|running|done/),
    ]);
    const taskId = structuredContent.data.run_id;
    expect((await modern(ann.key, "tasks/get", { taskId }, false)).error.code).toBe(-32_021);
    expect((await modern(ann.key, "tasks/result", { taskId })).error.code).toBe(-32_601);
  });
});
