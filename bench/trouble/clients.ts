import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "../../src/features/access/index.ts";
import { createAccount } from "../../src/features/accounts/index.ts";
import { grantCredits } from "../../src/features/credits/index.ts";
import type { Database } from "../../src/platform/db/index.ts";
import { chooseCall, type PaidCall } from "./calls.ts";
import type { Node } from "./fleet.ts";

const GRANTED = 100_000_000;
const UPLOAD_CREDITS = 5;
const ANSWER_MILLISECONDS_MAX = 30_000;

export interface Tenant {
  accountId: string;
  key: string;
  /** Stands in every title of its own; in an answer to another tenant it is a leak. */
  mark: string;
  /** Calls that were acknowledged in the end, by their keys. */
  acknowledged: Map<string, Acknowledged>;
  reports: Set<string>;
}

export interface Acknowledged {
  operation: string;
  credits: number;
}

export async function addTenant(db: Database, number: number): Promise<Tenant> {
  const mark = `tenant${number}x${Math.random().toString(36).slice(2, 8)}`;
  const accountId = await createAccount(db, mark);
  await grantCredits(db, accountId, GRANTED);
  const { key } = await createKey(db, { accountId, name: mark });
  return { accountId, key, mark, acknowledged: new Map(), reports: new Set() };
}

/** Careful clients: every call is repeated under its Idempotency-Key, at any node, until it is acknowledged. */
export class Clients {
  readonly count = {
    acknowledged: 0,
    replayed: 0,
    refused: 0,
    unanswered: 0,
    probes: 0,
    own_seen: 0,
    leaks: 0,
  };
  readonly statuses: Record<string, number> = {};
  /** Calls that a killed node had begun: their claim runs out after half a minute, then they are asked again. */
  readonly stranded: { tenant: Tenant; key: string; call: PaidCall }[] = [];
  uploaded = 0;
  running = true;
  readonly #apis: readonly Node[];
  readonly #tenants: readonly Tenant[];
  readonly #pdf = shortestPdf();

  constructor(apis: readonly Node[], tenants: readonly Tenant[]) {
    this.#apis = apis;
    this.#tenants = tenants;
  }

  async charge(tenant: Tenant, number: number): Promise<void> {
    for (let turn = 0; this.running; turn++) {
      const key = `client-${number}-${turn}`;
      await this.settle({ tenant, key, call: chooseCall(tenant, turn) }, { mayWait: false });
    }
  }

  async settle(paid: { tenant: Tenant; key: string; call: PaidCall }, { mayWait }: { mayWait: boolean }) {
    const { tenant, key, call } = paid;
    for (let attempt = Math.floor(Math.random() * 3); ; attempt++) {
      const reply = await this.#send(attempt, call.path, {
        method: "POST",
        headers: { "x-api-key": tenant.key, "content-type": "application/json", "idempotency-key": key },
        body: call.body,
      });
      if (reply?.status === 200) {
        this.count.acknowledged++;
        if (reply.headers.get("idempotency-replayed")) this.count.replayed++;
        tenant.acknowledged.set(key, { operation: call.operation, credits: call.creditsOf(reply.text) });
        return;
      }
      // Not read yet: refused, so that nothing may be charged for it.
      if (reply?.text.includes('"report_not_ready"')) return;
      if (reply) expectPassing(call, reply);
      if (reply?.status === 409 && !mayWait) {
        this.stranded.push(paid);
        return;
      }
      await sleep(reply?.status === 409 ? 2_000 : 100);
    }
  }

  /** Every accepted upload is a job that must be done, once. */
  async upload(tenant: Tenant, { files, pauseMilliseconds }: { files: number; pauseMilliseconds: number }) {
    for (let index = 0; index < files; index++) {
      const name = `${tenant.mark}-${index}`;
      for (let attempt = Math.floor(Math.random() * 3); ; attempt++) {
        const form = new FormData();
        form.set("title", name);
        form.set("file", new Blob([Buffer.concat([this.#pdf, Buffer.from(`\n% ${name}\n`)])]), `${name}.pdf`);
        const headers = { "x-api-key": tenant.key, "idempotency-key": `upload-${index}` };
        const options = { method: "POST", headers, body: form };
        const reply = await this.#send(attempt, "/v1/company_report/upload", options);
        if (reply?.status === 200) {
          const { report_id, added } = JSON.parse(reply.text).data;
          tenant.reports.add(report_id);
          tenant.acknowledged.set(name, { operation: "reports.upload", credits: added ? UPLOAD_CREDITS : 0 });
          break;
        }
        await sleep(500);
      }
      this.uploaded++;
      await sleep(pauseMilliseconds);
    }
  }

  /** Asks as each tenant for what another one owns, and looks for another's mark in its own lists. */
  async probe(): Promise<void> {
    for (let turn = 0; this.running; turn++) {
      const tenant = this.#tenants[turn % this.#tenants.length];
      if (tenant) await this.#probeAs(tenant, turn);
      await sleep(200);
    }
  }

  async #probeAs(tenant: Tenant, turn: number): Promise<void> {
    const others = this.#tenants.filter((other) => other !== tenant);
    const stolen = others.flatMap(({ reports }) => [...reports]);
    const secrets = others.flatMap(({ mark, accountId }) => [mark, accountId]);
    for (const { url, body } of questionsFor(stolen[turn % Math.max(1, stolen.length)] ?? "rep_none")) {
      const reply = await this.#send(turn, url, {
        headers: { "x-api-key": tenant.key, "content-type": "application/json" },
        ...(body ? { method: "POST", body } : {}),
      });
      if (!reply) continue;
      this.count.probes++;
      if (reply.text.includes(tenant.mark)) this.count.own_seen++;
      const isStolen = url.includes("report_id=rep_") && reply.status === 200;
      if (isStolen || secrets.some((secret) => reply.text.includes(secret))) this.count.leaks++;
    }
  }

  async #send(attempt: number, url: string, options: RequestInit) {
    const node = this.#apis[attempt % this.#apis.length];
    try {
      const signal = AbortSignal.timeout(ANSWER_MILLISECONDS_MAX);
      const reply = await fetch(`${node?.url}${url}`, { ...options, signal });
      const text = await reply.text();
      this.statuses[reply.status] = (this.statuses[reply.status] ?? 0) + 1;
      if (reply.status >= 400) this.count.refused++;
      return { status: reply.status, headers: reply.headers, text };
    } catch {
      this.count.unanswered++;
      await sleep(50);
      return null;
    }
  }
}

/** A mistake of the bench would be repeated for ever. */
function expectPassing({ operation }: PaidCall, { status, text }: { status: number; text: string }): void {
  if ([400, 401, 403, 422].includes(status)) throw new Error(`${operation} is refused for good: ${text}`);
}

const questionsFor = (reportId: string): { url: string; body?: string }[] => [
  { url: `/v1/company_report/certificate?report_id=${reportId}` },
  { url: "/v1/company_report/report_search", body: '{"limit":100}' },
  { url: "/v1/account/audit" },
  { url: "/v1/account/balance" },
];

function shortestPdf(): Buffer {
  const reports = JSON.parse(readFileSync("demo/fictional/reports.json", "utf8")) as {
    file: string;
    page_count: number;
  }[];
  const shortest = reports.reduce((a, b) => (b.page_count < a.page_count ? b : a));
  return readFileSync(path.join("demo/fictional", shortest.file));
}
