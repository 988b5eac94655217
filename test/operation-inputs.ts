import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { saveRecord } from "../src/features/access/oauth/store.ts";
import { openSession } from "../src/features/accounts/index.ts";
import { insertArtifact } from "../src/features/agents/artifacts/store.ts";
import { insertRun } from "../src/features/agents/runs/store.ts";
import { recordEvent } from "../src/features/events/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import type { CallOptions, TestApp, TestReply } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { addPerson } from "./person.ts";
import { waitUntilDigested } from "./wait-for-reports.ts";

type Fields = Record<string, unknown>;
type AgentType = "data" | "report";

/** A company of the demo data, and the shortest of its reports. */
const COMPANY = { svc_entity_id: "ent_qpi4neyotut5", name: "Tessandral Instruments" };
const SHORT_PDF = "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf";
/** Lists take no id; this names the kind of thing that each must find. */
const LISTED: Readonly<Record<string, string>> = {
  "agents.list": "agent_id",
  "events.list": "delivery_id",
  "events.webhooks": "webhook_id",
  "keys.list": "key_id",
  "members.list": "member_id",
  "sessions.list": "session_id",
  "clients.list": "grant_id",
  "search.saved": "search_id",
  "tasks.list": "task_id",
  "threads.list": "thread_id",
  "watchlists.list": "watchlist_id",
  "watchlists.updates": "watchlist_id",
};
const WAIT_MILLISECONDS = 180_000;

/** The owner of everything the inputs name. Its key may belong to a person or only to the account. */
export interface InputOwner {
  accountId: string;
  key: string;
  /** The person whose sessions and applications are named. */
  memberId?: string;
}

export interface InputOptions {
  /** Appears in every text that the owner can choose, so that a test recognises what leaked. */
  mark?: string;
  /** Reads name a report that the owner uploaded instead of one of the demo. */
  ownReports?: boolean;
}

export interface OperationInputs {
  /**
   * A valid input for one call: an example of the operation (the first, unless another is given) in which every id names
   * something of the owner. Writes get things made for this call alone, reads share theirs.
   */
  prepare: (operation: AnyOperation, example?: unknown) => Promise<Fields>;
}

/** Needs an app with the demo data. */
export function openOperationInputs(
  app: TestApp,
  owner: InputOwner,
  options: InputOptions = {},
): OperationInputs {
  const things = new OwnedThings(app, owner, options.mark ?? "");
  return {
    async prepare(operation, example = operation.examples[0]?.input) {
      if (example === undefined) throw new Error(`${operation.id} has no example`);
      const listed = LISTED[operation.id];
      if (listed !== undefined) await things.find(listed, operation);
      const input: Fields = {};
      for (const [name, value] of Object.entries(example as Fields))
        input[name] = await fill(operation, name, value);
      return input;
    },
  };

  async function fill(operation: AnyOperation, name: string, value: unknown): Promise<unknown> {
    // An address belongs to one member.
    if (name === "email") return `${makeId("usr")}@example.com`;
    if (name === "file") return things.copyPdf(String(value));
    if (name === "report_id") return reportFor(operation, value);
    if (name.endsWith("_id") && name !== "svc_entity_id") return things.find(name, operation);
    const isFreeText = operation.effect === "write" && /name|title|description/.test(name);
    return isFreeText ? `${value} ${options.mark ?? ""}`.trim() : value;
  }

  async function reportFor(operation: AnyOperation, value: unknown): Promise<unknown> {
    if (operation.effect === "write") return things.upload();
    if (options.ownReports !== true) {
      for (const id of [value].flat()) await waitUntilDigested(app, String(id));
      return value;
    }
    const reportId = await things.find("report_id", operation);
    return Array.isArray(value) ? [reportId] : reportId;
  }
}

/** Things of one owner, created through the API where it offers that. */
class OwnedThings {
  readonly #app: TestApp;
  readonly #owner: InputOwner;
  readonly #mark: string;
  readonly #shared = new Map<string, Promise<string>>();

  constructor(app: TestApp, owner: InputOwner, mark: string) {
    this.#app = app;
    this.#owner = owner;
    this.#mark = mark;
  }

  find(field: string, { id, effect }: AnyOperation): Promise<string> {
    const make = this.#makers[field];
    if (!make) throw new Error(`${id}: no test knows how to make a ${field}`);
    if (effect === "write") return make(id);
    const known = this.#shared.get(field) ?? make(id);
    this.#shared.set(field, known);
    return known;
  }

  readonly #makers: Readonly<Record<string, (operationId: string) => Promise<string>>> = {
    agent_id: () => this.#addBuilder(),
    ag_sub_id: async () => this.#addSubscription(await this.#addBuilder()),
    run_id: () => this.#addRun(),
    artifact_id: async (operationId) =>
      this.#addArtifact(await this.#addBuilder(), operationId === "agents.revoke" ? "report" : "data"),
    account_id: async () => this.#owner.accountId,
    key_id: () => this.#addKey(),
    session_id: () => this.#addSession(),
    grant_id: () => this.#addGrant(),
    member_id: async () =>
      (await addPerson(this.#app, { accountId: this.#owner.accountId, role: "member" })).memberId,
    webhook_id: () => this.#addWebhook(),
    thread_id: () => this.#addThread(),
    watchlist_id: () => this.#addWatchlist(),
    delivery_id: () => this.#addDelivery(),
    job_id: () => this.#addParsedJob(),
    task_id: () => this.#addParsedJob(),
    search_id: () => this.#addSearch(),
    passage_id: async () => `${await waitUntilIndexed(this.#app, await this.upload())}#0`,
    report_id: async () => {
      const reportId = await this.upload();
      await waitUntilDigested(this.#app, reportId);
      return reportId;
    },
  };

  async #post(url: string, body: Fields): Promise<Fields> {
    const reply = await this.#app.call("POST", url, { key: this.#owner.key, body });
    if (reply.status !== 200) throw new Error(`${url}: ${reply.status} ${reply.text}`);
    return reply.json.data;
  }

  /** With artifacts and a subscription, so that there is something to list. */
  async #addBuilder(): Promise<string> {
    const builder = await this.#post("/v1/agent_builder/create", {
      name: `Builder ${this.#mark}`.trim(),
      template: "income_statement",
      svc_entity_id_list: [COMPANY.svc_entity_id],
    });
    const builderId = String(builder["id"]);
    await this.#addArtifact(builderId, "data");
    await this.#addArtifact(builderId, "report");
    await this.#addSubscription(builderId);
    return builderId;
  }

  async #addSubscription(builderId: string): Promise<string> {
    const made = await this.#post("/v1/agent_builder/subscription/create", {
      agent_id: builderId,
      agent_category: "AgentBuilder-Data",
      subscription_name: `Yearly ${this.#mark}`.trim(),
      schedule_cron_expression: "0 0 29 2 *",
    });
    return String(made["ag_sub_id"]);
  }

  /** Stored but not queued: a run that a worker has finished could not be cancelled. */
  async #addRun(): Promise<string> {
    const run_id = makeId("run");
    await insertRun(this.#app.db, {
      run_id,
      builder_id: await this.#addBuilder(),
      account_id: this.#owner.accountId,
      key_id: null,
      requested_by: null,
      subscription_id: null,
      due_at: null,
      agent_type: "data",
      everything: false,
    });
    return run_id;
  }

  async #addArtifact(builderId: string, agentType: AgentType): Promise<string> {
    const artifact_id = makeId("out");
    await insertArtifact(this.#app.db, {
      artifact_id,
      builder_id: builderId,
      run_id: null,
      agent_type: agentType,
      svc_entity_id: agentType === "data" ? COMPANY.svc_entity_id : null,
      company_list: [COMPANY],
      publish_date: "2025-06-30",
      extract_json: agentType === "data" ? { Note: { text: this.#mark } } : null,
      evidence: [],
      difference: null,
      provenance: {
        engine: "test",
        engine_versions: {},
        builder_name: this.#mark,
        field_mapping: { Note: { text: { label: "Note", type: "text" } } },
        documents: [],
        company_list: [COMPANY],
        made_at: "2025-06-30T00:00:00Z",
      },
      content_sha256: "0".repeat(64),
      public_word: agentType === "report" ? artifact_id.slice(4) : null,
    });
    return artifact_id;
  }

  async #addWebhook(): Promise<string> {
    const made = await this.#post("/v1/webhook/create", {
      url: "https://hooks.example.invalid/florin",
      description: this.#mark,
    });
    return String(made["webhook_id"]);
  }

  async #addSearch(): Promise<string> {
    const made = await this.#post("/v1/search/saved/create", {
      name: `Search ${this.#mark}`.trim(),
      query: "sales",
    });
    return String(made["search_id"]);
  }

  /** With a question and an answer, so that there is something to show. */
  async #addThread(): Promise<string> {
    const made = await this.#post("/v1/chat/thread/create", { title: `Thread ${this.#mark}`.trim() });
    await this.#post("/v1/chat/thread/ask", {
      thread_id: made["thread_id"],
      question: `Hello ${this.#mark}`.trim(),
    });
    return String(made["thread_id"]);
  }

  async #addWatchlist(): Promise<string> {
    const made = await this.#post("/v1/watchlist/create", {
      name: `Watchlist ${this.#mark}`.trim(),
      svc_entity_id_list: [COMPANY.svc_entity_id],
    });
    return String(made["watchlist_id"]);
  }

  /** By the owner's own key: a key manages only those that it created. */
  async #addKey(): Promise<string> {
    const name = `Key ${this.#mark}`.trim();
    const made = await this.#post("/v1/account/key/create", { name, scopes: ["reference:read"] });
    return String(made["key_id"]);
  }

  async #addSession(): Promise<string> {
    const { memberId = "" } = this.#owner;
    const device = { methods: ["pwd"], address: "127.0.0.1", userAgent: this.#mark, replaces: undefined };
    return (await openSession(this.#app.db, { memberId, ...device })).sessionId;
  }

  async #addGrant(): Promise<string> {
    const id = makeId("art");
    const about = { grantId: null, uid: null, clientId: "client", personId: this.#owner.memberId ?? null };
    const payload = { resources: { [this.#app.baseUrl]: "companies:read" }, name: this.#mark };
    await saveRecord(this.#app.db, { model: "Grant", id, payload, ...about, ttlSeconds: 3_600 });
    return id;
  }

  async #addDelivery(): Promise<string> {
    const webhookId = await this.#addWebhook();
    const builderId = await this.#addBuilder();
    await inTransaction(this.#app.db, (sql) =>
      recordEvent(sql, this.#app.tools.jobs, {
        type: "run.failed",
        accountId: this.#owner.accountId,
        builderId,
        data: { reason: this.#mark },
      }),
    );
    const [row] = await this.#app.db<{ delivery_id: string }>`
      select delivery_id from webhook_delivery where webhook_id = ${webhookId}`;
    if (!row) throw new Error("the event is delivered to no webhook");
    return row.delivery_id;
  }

  /** Its result was not fetched yet. The file is read once; later jobs share what was read. */
  async #addParsedJob(): Promise<string> {
    const known = this.#shared.get("parsed") ?? this.#parse();
    this.#shared.set("parsed", known);
    const job_id = makeId("job");
    await this.#app.db`
      insert into parse_job (job_id, account_id, requested_by, file_name, pdf_url, file_sha256, state, page_count, pages_done,
        extract_sha256, package_sha256, certificate)
      select ${job_id}, account_id, requested_by, file_name, pdf_url, file_sha256, state, page_count, pages_done, extract_sha256,
        package_sha256, certificate
      from parse_job where job_id = ${await known}`;
    return job_id;
  }

  async #parse(): Promise<string> {
    const form = new FormData();
    form.set("file", new Blob([readFileSync(this.copyPdf(SHORT_PDF))]), `${this.#mark}.pdf`);
    const reply = await this.#app.call("POST", "/v1/parser/pdf", { key: this.#owner.key, form });
    const { job_id } = reply.json.data as { job_id: string };
    await waitUntil(async () => {
      const [job] = await this.#app.db<{ state: string; reason: string }>`
        select state, reason from parse_job where job_id = ${job_id}`;
      if (job?.state === "failed") throw new Error(`the PDF was not read: ${job.reason}`);
      return job?.state === "ready";
    });
    return job_id;
  }

  async upload(): Promise<string> {
    const form = new FormData();
    form.set("title", `Report ${this.#mark}`.trim());
    form.set("file", new Blob([readFileSync(this.copyPdf(SHORT_PDF))]), `${this.#mark}.pdf`);
    const reply = await this.#app.call("POST", "/v1/company_report/upload", { key: this.#owner.key, form });
    if (reply.status !== 200) throw new Error(`upload: ${reply.status} ${reply.text}`);
    return reply.json.data.report_id;
  }

  /** A PDF with unique bytes: the same bytes twice would be one report. */
  copyPdf(file: string): string {
    const folder = mkdtempSync(path.join(os.tmpdir(), "florin-input-"));
    onTestFileEnd(() => rmSync(folder, { recursive: true, force: true }));
    const copy = path.join(folder, path.basename(file));
    const note = Buffer.from(`\n% ${this.#mark} ${makeId("rep")}\n`);
    writeFileSync(copy, Buffer.concat([readFileSync(file), note]));
    return copy;
  }
}

async function waitUntilIndexed(app: TestApp, reportId: string): Promise<string> {
  await waitUntil(async () => {
    const found = await app.db`select from passage_report where report_id = ${reportId}`;
    return found.length > 0;
  });
  return reportId;
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + WAIT_MILLISECONDS;
  while (!(await holds())) {
    if (Date.now() > endsAt) throw new Error("waited too long");
    await sleep(100);
  }
}

/** Calls an operation by REST as its definition says: path, query, JSON body or form. A `file` is sent as its bytes. */
export function sendOperation(
  app: TestApp,
  operation: AnyOperation,
  input: unknown,
  credential: Pick<CallOptions, "key" | "headers" | "signal"> = {},
): Promise<TestReply> {
  const { method, body } = operation.rest;
  const fields = new Map(Object.entries((input ?? {}) as Fields));
  const url = operation.rest.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields.get(name) ?? "none";
    fields.delete(name);
    return encodeURIComponent(toText(value).toWellFormed());
  });
  if (method === "POST" && body === "multipart")
    return app.call(method, url, { ...credential, form: toForm([...fields]) });
  if (method === "POST") return app.call(method, url, { ...credential, body: input });
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, toText(value)]));
  return app.call(method, query.size > 0 ? `${url}?${query}` : url, credential);
}

const toText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function toForm(fields: [string, unknown][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    const isFile =
      name === "file" && typeof value === "string" && value.endsWith(".pdf") && existsSync(value);
    if (isFile) form.set(name, new Blob([readFileSync(value)]), "example.pdf");
    else form.set(name, toText(value));
  }
  return form;
}
