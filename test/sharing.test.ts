import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCatalog } from "../src/catalog.ts";
import { createKey } from "../src/features/access/index.ts";
import { keepMembers } from "../src/features/accounts/index.ts";
import { insertArtifact } from "../src/features/agents/artifacts/store.ts";
import { recordEvent } from "../src/features/events/index.ts";
import { saveSharing } from "../src/features/reports/sharing/store.ts";
import { removePerson } from "../src/features/rights/index.ts";
import { makeId } from "../src/kernel/ids.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { inTransaction } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { findEverywhere } from "./find-everywhere.ts";
import { sendOperation } from "./operation-inputs.ts";
import { addPerson } from "./person.ts";
import { waitUntilDigested, waitUntilJobsAreDone } from "./wait-for-reports.ts";

/*
 * Ann keeps an upload to herself. Whatever Bob of the same account and a key that no person created ask, they get what
 * someone of another account gets.
 */
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const operations: readonly AnyOperation[] = buildCatalog(app.tools);

/** Appears in the title, the file name and the text of Ann's upload. */
const MARK = `rosewood${Math.random().toString(36).slice(2, 10)}`;
const COMPANY = "ent_qpi4neyotut5";
const PDF = "demo/fictional/reports/tessandral-earnings-release-q1-2025.pdf";

interface Person {
  memberId: string;
  email: string;
  key: string;
}

const team = await app.addAccount({ credits: 1_000_000 });
const stranger = await app.addAccount({ credits: 1_000_000 });
const olga = await join("owner");
const ann = await join("member");
const bob = await join("member");

async function join(role: "owner" | "member"): Promise<Person> {
  const { memberId, email } = await addPerson(app, { accountId: team.accountId, role });
  const { key } = await createKey(app.db, { accountId: team.accountId, name: role, createdBy: memberId });
  return { memberId, email, key };
}

async function upload(key: string, fields: Record<string, string> = {}, note = makeId("rep")) {
  const form = new FormData();
  const given = { title: `Report ${MARK}`, svc_entity_id: COMPANY, publish_date: "2030-02-03", ...fields };
  for (const [name, value] of Object.entries(given)) form.set(name, value);
  form.set("file", new Blob([readFileSync(PDF), Buffer.from(`\n% ${note}\n`)]), `${MARK}.pdf`);
  const { status, json } = await app.call("POST", "/v1/company_report/upload", { key, form });
  expect([status, json.detail ?? null]).toEqual([200, null]);
  return json.data as { report_id: string; added: boolean };
}

const post = async (key: string, path: string, body: object) =>
  app.call("POST", `/v1/${path}`, { key, body });
const share = (key: string, report_id: string, wanted: object) =>
  post(key, "company_report/share", { report_id, ...wanted });
const certificate = async (key: string, report_id: string) =>
  (await app.call("GET", `/v1/company_report/certificate?report_id=${report_id}`, { key })).status;

/** Whether each of Ann, Bob, Olga and a key without a person may read it. */
const readers = async (report_id: string) =>
  Promise.all(
    [ann.key, bob.key, olga.key, team.key].map(async (key) => (await certificate(key, report_id)) === 200),
  );

let secret = "";
beforeAll(async () => {
  // The latest report of its company, which questions without a report are answered from.
  const latest = { publish_date: "2031-02-03" };
  secret = (await upload(ann.key, { ...latest, shared_with: "uploader" })).report_id;
  await waitUntilDigested(app, secret);
  await waitUntilJobsAreDone(app.db);
}, 300_000);

type Fields = Record<string, unknown>;

/** Every example, with the mark in each field of text, and with the upload wherever a report is named. */
function inputsOf(operation: AnyOperation): Fields[] {
  const examples = operation.examples.map(({ input }) => input as Fields);
  const names = "shape" in operation.input ? Object.keys(operation.input.shape as object) : [];
  const texts = names.filter((name) => /name|query|keyword|question|title|text/.test(name));
  const [first = {}] = examples;
  const replaced = examples.map((input) => ({ ...input, ...naming(input) }));
  const about = names.includes("svc_entity_id") ? [{ ...first, ...companyOf(first) }] : [];
  return [...examples, ...texts.map((name) => ({ ...first, [name]: MARK })), ...replaced, ...about];
}

const companyOf = ({ svc_entity_id }: Fields) => ({
  svc_entity_id: Array.isArray(svc_entity_id) ? [COMPANY] : COMPANY,
});

function naming(input: Fields): Fields {
  const named: Fields = {};
  if ("report_id" in input) named["report_id"] = Array.isArray(input["report_id"]) ? [secret] : secret;
  if ("passage_id" in input) named["passage_id"] = `${secret}#0`;
  if (String(input["id"]).startsWith("rep_")) named["id"] = `${secret}#0`;
  return named;
}

/** What differs between two calls that mean the same: times, request ids and the parts of signed links. */
const scrub = (text: string, caller: { accountId: string }) =>
  text
    .replaceAll(caller.accountId, "ACCOUNT")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/(expires|signature|X-Amz-\w+)=[\w%.-]+/g, "$1=")
    .replace(/"(request_id|id|created|next_cursor|elapsed_ms)":("[^"]*"|\d+)/g, '"$1":0');

/** About the account itself: its members differ in these. */
const OF_THE_ACCOUNT = /^(account|credits|usage)\./;
const reads = operations.filter(({ effect, id }) => effect === "read" && !OF_THE_ACCOUNT.test(id));

describe.each(reads.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
  it("answers other members like someone who has nothing to do with the account", async () => {
    for (const input of inputsOf(operation)) {
      const foreign = await sendOperation(app, operation, input, stranger);
      for (const key of [bob.key, team.key]) {
        const given = await sendOperation(app, operation, input, { key });
        const request = JSON.stringify(input);
        expect([request, given.status]).toEqual([request, foreign.status]);
        if (!request.includes(MARK)) expect(given.text).not.toContain(MARK);
        if (!request.includes(secret)) expect(given.text).not.toContain(secret);
        expect([request, scrub(given.text, team)]).toEqual([request, scrub(foreign.text, stranger)]);
      }
    }
  });
});

describe("the uploader's own view", () => {
  it("shows the report in most reads, so that a leak would be recognised", async () => {
    const marked = new Set<string>();
    for (const operation of reads)
      for (const input of inputsOf(operation)) {
        const { status, text } = await sendOperation(app, operation, input, { key: ann.key });
        if (status === 200 && (text.includes(secret) || text.includes(MARK))) marked.add(operation.id);
      }
    expect([...marked]).toEqual(
      expect.arrayContaining([
        "reports.search",
        "reports.file_list",
        "reports.pages",
        "reports.page_image",
        "reports.certificate",
        "reports.sharing",
        "search.passages",
        "search.changes",
        "search.fetch",
        "answers.chat_report",
        "answers.query",
        "agents.try",
        "financials.statements",
      ]),
    );
  });
});

describe("deleting and correcting an upload", () => {
  const correct = (key: string, report_id: string) =>
    post(key, "company_report/report_type", { report_id, report_type: "annual_report" });
  const remove = (key: string, report_id: string) =>
    app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key });

  it("is for its uploader and owners; others who read it may do neither", async () => {
    const { report_id } = await upload(ann.key);
    for (const key of [bob.key, team.key]) {
      expect((await correct(key, report_id)).json.code).toBe("owner_only");
      expect((await remove(key, report_id)).json.code).toBe("owner_only");
    }
    expect((await correct(stranger.key, report_id)).json.code).toBe("report_not_found");
    expect((await remove(stranger.key, report_id)).json.data.deleted).toBe(false);
    expect((await correct(olga.key, report_id)).status).toBe(200);
    expect((await correct(ann.key, report_id)).status).toBe(200);
    expect((await remove(ann.key, report_id)).json.data.deleted).toBe(true);
    expect((await remove(ann.key, report_id)).json.data.deleted).toBe(false);
    const other = await upload(bob.key);
    expect((await remove(olga.key, other.report_id)).json.data.deleted).toBe(true);
    const ofKey = await upload(team.key);
    expect((await remove(bob.key, ofKey.report_id)).json.code).toBe("owner_only");
    expect((await remove(team.key, ofKey.report_id)).json.data.deleted).toBe(true);
  });
});

describe("sharing an upload", () => {
  it("leaves no one among the readers who is removed at the same time", async () => {
    const { report_id } = await upload(ann.key);
    const eve = await join("member");
    const { promise: isShared, resolve: shared } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const sharing = inTransaction(app.db, async (sql) => {
      await keepMembers(sql, team.accountId);
      await saveSharing(sql, {
        report_id,
        uploaded_by: ann.memberId,
        readers: [ann.memberId, eve.memberId],
      });
      shared();
      await mayCommit;
    });
    await isShared;
    const removal = removePerson(app.tools, { accountId: team.accountId, memberId: eve.memberId });
    const isWaiting = async () =>
      (await app.db`select from pg_locks where locktype = 'advisory' and not granted`).length;
    await expect.poll(isWaiting).toBeGreaterThan(0);
    commit();
    await Promise.all([sharing, removal]);
    const [row] = await app.db<{ readers: string[] }>`
      select readers from report where report_id = ${report_id}`;
    expect(row?.readers).toEqual([ann.memberId]);
    const late = await share(ann.key, report_id, { shared_with: "members", members: [eve.memberId] });
    expect(late.json.code).toBe("invalid_input");
  });

  it("is with the account, the uploader or chosen members, at upload and later", async () => {
    const common = await upload(ann.key);
    expect(await readers(common.report_id)).toEqual([true, true, true, true]);
    const own = await upload(ann.key, { shared_with: "uploader" });
    expect(await readers(own.report_id)).toEqual([true, false, false, false]);
    const some = await upload(ann.key, { shared_with: "members", members: `${bob.email}, ${bob.memberId}` });
    expect(await readers(some.report_id)).toEqual([true, true, false, false]);
    expect((await share(ann.key, some.report_id, { shared_with: "uploader" })).status).toBe(200);
    expect(await readers(some.report_id)).toEqual([true, false, false, false]);
    const { json } = await share(ann.key, some.report_id, { shared_with: "members", members: [olga.email] });
    expect(json.data).toMatchObject({ shared_with: "members", may_change: true });
    expect(json.data.members.map(({ email }: Person) => email).sort()).toEqual(
      [ann.email, olga.email].sort(),
    );
    expect(await readers(some.report_id)).toEqual([true, false, true, false]);
    expect((await share(ann.key, some.report_id, { shared_with: "account" })).status).toBe(200);
    expect(await readers(some.report_id)).toEqual([true, true, true, true]);
  });

  it("is changed only by the uploader and owners, who see what there is to change", async () => {
    const { report_id } = await upload(ann.key);
    expect((await share(bob.key, report_id, { shared_with: "uploader" })).status).toBe(403);
    expect((await share(team.key, report_id, { shared_with: "uploader" })).status).toBe(403);
    expect((await share(stranger.key, report_id, { shared_with: "uploader" })).status).toBe(404);
    expect((await share(bob.key, secret, { shared_with: "account" })).status).toBe(404);
    const sharing = (key: string, query = "") =>
      app.call("GET", `/v1/company_report/sharing${query}`, { key });
    const listed = async (key: string) =>
      (await sharing(key)).json.data.uploads.map((one: { report_id: string }) => one.report_id);
    expect(await listed(olga.key)).toContain(secret);
    expect(await listed(bob.key)).not.toContain(secret);
    expect((await sharing(bob.key, `?report_id=${secret}`)).status).toBe(404);
    expect((await sharing(bob.key, `?report_id=${report_id}`)).json.data).toMatchObject({ people: [] });
    expect((await share(olga.key, report_id, { shared_with: "uploader" })).status).toBe(200);
    expect(await readers(report_id)).toEqual([true, false, false, false]);
  });

  it("refuses members who are not in the account, and a key without a person", async () => {
    const { report_id } = await upload(ann.key);
    const outside = await addPerson(app);
    for (const wanted of [
      { shared_with: "members", members: [outside.email] },
      { shared_with: "members" },
      { shared_with: "uploader", members: [bob.email] },
    ])
      expect([wanted, (await share(ann.key, report_id, wanted)).status]).toEqual([wanted, 422]);
    const form = new FormData();
    for (const [name, value] of [
      ["title", "X"],
      ["shared_with", "uploader"],
    ] as const)
      form.set(name, value);
    form.set("file", new Blob([readFileSync(PDF)]), "x.pdf");
    expect((await app.call("POST", "/v1/company_report/upload", { key: team.key, form })).status).toBe(422);
  });

  it("gives each member a report of their own for the same file, and the account only one", async () => {
    const note = makeId("rep");
    const first = await upload(ann.key, { shared_with: "uploader" }, note);
    const second = await upload(bob.key, { shared_with: "uploader" }, note);
    expect([first.added, second.added, first.report_id === second.report_id]).toEqual([true, true, false]);
    expect(await upload(ann.key, {}, note)).toEqual({ report_id: first.report_id, added: false });
    const common = await upload(olga.key, {}, note);
    expect(common.added).toBe(true);
    expect((await share(ann.key, first.report_id, { shared_with: "account" })).status).toBe(422);
    const again = await Promise.all(
      [1, 2, 3].map(() => upload(bob.key, { shared_with: "uploader" }, `${note} again`)),
    );
    expect([
      new Set(again.map(({ report_id }) => report_id)).size,
      again.filter(({ added }) => added).length,
    ]).toEqual([1, 1]);
  });

  it("cannot be undone by deleting or correcting what one may not read", async () => {
    const path = `/v1/company_report/upload?report_id=${secret}`;
    for (const key of [bob.key, olga.key, team.key])
      expect((await app.call("DELETE", path, { key })).json.data.deleted).toBe(false);
    const change = { report_id: secret, report_type: "annual_report" };
    expect((await post(bob.key, "company_report/report_type", change)).status).toBe(404);
    expect(await certificate(ann.key, secret)).toBe(200);
  });

  it("passes uploads of a member who leaves to an owner", async () => {
    const eve = await join("member");
    const [own, some] = [
      await upload(eve.key, { shared_with: "uploader" }),
      await upload(ann.key, { shared_with: "members", members: eve.email }),
    ];
    expect(await certificate(eve.key, some.report_id)).toBe(200);
    await removePerson(app.tools, { accountId: team.accountId, memberId: eve.memberId });
    expect(await readers(own.report_id)).toEqual([false, false, true, false]);
    expect(await readers(some.report_id)).toEqual([true, false, false, false]);
    const { uploads } = (await app.call("GET", `/v1/company_report/sharing?report_id=${own.report_id}`, olga))
      .json.data;
    expect(uploads[0]).toMatchObject({ shared_with: "uploader", uploaded_by: { member_id: olga.memberId } });
  });
});

describe("what was made of a report", () => {
  const question = "What were net sales in the first quarter of 2025?";
  const ask = async (key: string, report_id: string) =>
    post(key, "chat/chat_report", { report_id, question });

  it("hides answers in shared threads, also from searches of threads", async () => {
    const { thread_id } = (await post(ann.key, "chat/thread/create", { visibility: "shared" })).json.data;
    const asked = await post(ann.key, "chat/thread/ask", {
      thread_id,
      question: `What were net sales of Tessandral Instruments in the first quarter of 2025?`,
    });
    expect(asked.json.data.sources.map(({ report_id }: { report_id: string }) => report_id)).toContain(
      secret,
    );
    const answer = String(asked.json.data.answer);
    const seen = async (key: string) => {
      const { text } = await app.call("GET", `/v1/chat/thread/get?thread_id=${thread_id}`, { key });
      const { text: markdown } = await app.call("GET", `/v1/chat/thread/export?thread_id=${thread_id}`, {
        key,
      });
      const words = encodeURIComponent(answer.slice(0, 60));
      const list = await app.call("GET", `/v1/chat/thread/list?include_shared=true&query=${words}`, { key });
      return [
        JSON.parse(text).data.message_list[0].answer === answer,
        markdown.includes(MARK),
        list.json.data.threads.length,
      ];
    };
    expect(await seen(ann.key)).toEqual([true, true, 1]);
    expect(await seen(bob.key)).toEqual([false, false, 0]);
    expect(await seen(team.key)).toEqual([false, false, 0]);
  });

  it("keeps counts, suggestions and the subject of shared threads from those who may not read a report they come from", async () => {
    const create = async () =>
      (await post(ann.key, "chat/thread/create", { visibility: "shared" })).json.data.thread_id;
    const get = async (key: string, thread_id: string) =>
      (await app.call("GET", `/v1/chat/thread/get?thread_id=${thread_id}`, { key })).json.data;
    const talk = await create();
    const question = "List the reports of Tessandral Instruments";
    await post(ann.key, "chat/thread/ask", { thread_id: talk, question });
    const [mine, theirs] = [await get(ann.key, talk), await get(bob.key, talk)];
    expect(mine.message_list[0].outcome).toBe("answered");
    expect(mine.scope.companies).toHaveLength(1);
    expect(theirs.scope).toBeNull();
    expect(theirs.message_list[0]).toMatchObject({ outcome: "not_found", credits_used: 0, steps: [] });
    // A price has nothing to do with the report, but what to ask next is read from all statements.
    const price = await create();
    const about = "What is the share price of Tessandral Instruments?";
    await post(ann.key, "chat/thread/ask", { thread_id: price, question: about });
    const suggested = async (key: string) =>
      JSON.stringify((await get(key, price)).message_list[0].follow_ups);
    const stored = await app.db`select from chat_message where reply -> 'follow_ups' <> '[]'`;
    expect(stored).toEqual([]);
    expect(await suggested(ann.key)).toContain("What was the");
    const { report_id } = await upload(ann.key, { shared_with: "uploader" });
    await waitUntilDigested(app, report_id);
    await app.db`
      update financial_figure set fiscal_year = 2031, frequency = 'annual' where report_id = ${report_id}`;
    expect([await suggested(ann.key), await suggested(bob.key)]).toEqual([
      expect.stringContaining("2031"),
      expect.not.stringContaining("2031"),
    ]);
    await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key: ann.key });
  });

  it.each([
    ["has no answer", { question: "How many submarines were built?" }],
    ["could not be asked", { question: "What were net sales?", max_credits: 0 }],
  ])(
    "removes the title of a report that %s from a shared thread when the report is deleted",
    async (_why, input) => {
      const title = `Thornfield ${makeId("rep")}`;
      const { report_id } = await upload(ann.key, { title, shared_with: "uploader" });
      await waitUntilDigested(app, report_id);
      const { thread_id } = (await post(ann.key, "chat/thread/create", { visibility: "shared" })).json.data;
      const about = { svc_entity_id_list: [], report_id_list: [report_id] };
      const { json } = await post(ann.key, "chat/thread/ask", { thread_id, ...input, about });
      expect(json.data.sources).toEqual([]);
      const shows = async (key: string) =>
        (await app.call("GET", `/v1/chat/thread/get?thread_id=${thread_id}`, { key })).text.includes(title);
      expect([await shows(ann.key), await shows(bob.key)]).toEqual([true, false]);
      await app.call("DELETE", `/v1/company_report/upload?report_id=${report_id}`, { key: ann.key });
      expect([await shows(ann.key), await shows(bob.key)]).toEqual([false, false]);
      expect(await findEverywhere(app.db, title)).toEqual([]);
    },
  );

  it("closes a link to a claim when its receiver may no longer read the report", async () => {
    const { report_id } = await upload(ann.key);
    await waitUntilDigested(app, report_id);
    const linkFor = async (key: string) => {
      const { json } = await ask(key, report_id);
      const { pathname, search } = new URL(json.data.claims.find(({ link }: { link: string }) => link).link);
      return () => app.call("GET", `${pathname}${search}`).then(({ status }) => status);
    };
    const [annLink, bobLink] = [await linkFor(ann.key), await linkFor(bob.key)];
    expect([await annLink(), await bobLink()]).toEqual([200, 200]);
    await share(ann.key, report_id, { shared_with: "uploader" });
    expect([await annLink(), await bobLink()]).toEqual([200, 404]);
    const { json } = await ask(ann.key, secret);
    const [claim] = json.data.claims.filter(({ page }: { page: number | null }) => page !== null);
    expect((await app.call("GET", `/c/${claim.claim_id}`, { key: bob.key })).status).toBe(404);
    expect((await app.call("GET", `/c/${claim.claim_id}`, { key: ann.key })).status).toBe(200);
  });

  it("deletes stored answers of those who may no longer read it, and of no one else", async () => {
    const { report_id } = await upload(ann.key);
    await waitUntilDigested(app, report_id);
    const again = (key: string) =>
      app.call("POST", "/v1/company_report/pages", {
        key,
        headers: { "idempotency-key": "the-same" },
        body: { report_id, pages: "1" },
      });
    const charged = async (key: string) => Number((await again(key)).headers.get("x-credits-charged"));
    for (const key of [ann.key, bob.key, team.key]) expect((await again(key)).status).toBe(200);
    await share(ann.key, report_id, { shared_with: "uploader" });
    expect([(await again(bob.key)).status, (await again(team.key)).status]).toEqual([404, 404]);
    const before = await entriesOf();
    await charged(ann.key);
    expect(await entriesOf()).toBe(before);
  });

  it("deletes stored answers also when they name only claims", async () => {
    const { report_id } = await upload(ann.key);
    await waitUntilDigested(app, report_id);
    const { json } = await ask(bob.key, report_id);
    const { claim_id } = json.data.claims[0];
    const bobId = bob.memberId;
    await app.db`
      insert into idempotent_call (account_id, key, fingerprint, call_id, token, claimed_at, answer, credits)
      values (${team.accountId}, ${`${bobId} only-claims`}, decode('00', 'hex'), ${makeId("rep")}, 'token', now(),
        ${JSON.stringify({ claim_ids: [claim_id] })}, 0)`;
    const stored = async () =>
      (await app.db`select from idempotent_call where key = ${`${bobId} only-claims`}`).length;
    expect(await stored()).toBe(1);
    await share(ann.key, report_id, { shared_with: "uploader" });
    expect(await stored()).toBe(0);
  });

  it("shows what was parsed to those who may read the upload of the same file, and to who had it parsed", async () => {
    const note = makeId("rep");
    const parse = async (key: string) => {
      const form = new FormData();
      form.set("file", new Blob([readFileSync(PDF), Buffer.from(`\n% ${note}\n`)]), "file.pdf");
      return (await app.call("POST", "/v1/parser/pdf", { key, form })).json.data.job_id as string;
    };
    const jobs = { ann: await parse(ann.key), bob: await parse(bob.key) };
    const seen = async (key: string, job_id: string) =>
      (await post(key, "parser/result", { job_id })).status === 200;
    expect([await seen(bob.key, jobs.ann), await seen(team.key, jobs.ann)]).toEqual([true, true]);
    await upload(ann.key, { shared_with: "uploader" }, note);
    expect([await seen(ann.key, jobs.ann), await seen(bob.key, jobs.bob)]).toEqual([true, true]);
    expect([await seen(bob.key, jobs.ann), await seen(team.key, jobs.ann)]).toEqual([false, false]);
  });

  const entriesOf = async () =>
    (await app.db`select from credit_entry where account_id = ${team.accountId}`).length;

  it("hides artifacts, their events, deliveries, feeds and public pages", async () => {
    const made = await post(ann.key, "agent_builder/create", {
      name: "Builder",
      template: "income_statement",
      svc_entity_id_list: [COMPANY],
      visibility: "shared",
    });
    const builder_id = made.json.data.id as string;
    const hooks = new Map<string, string>();
    for (const { key } of [ann, bob])
      hooks.set(
        key,
        (await post(key, "webhook/create", { url: "https://hooks.example.invalid/x" })).json.data.webhook_id,
      );
    const { report_id } = await upload(ann.key);
    const artifact_id = await addArtifact(builder_id, report_id);
    const feeds = new Map<string, string>();
    for (const { key } of [ann, bob]) {
      const { url } = (await app.call("GET", `/v1/agent_builder/feed?agent_id=${builder_id}`, { key })).json
        .data;
      feeds.set(key, new URL(url).pathname);
    }
    const seen = async (key: string) => {
      const page = { agent_id: builder_id, agent_type: "report", limit: 10, offset: 0 };
      const outputs = await post(key, "agent_builder/outputs", page);
      const artifact = await app.call("GET", `/v1/agent_builder/artifact?artifact_id=${artifact_id}`, {
        key,
      });
      const events = await app.call("GET", "/v1/events?limit=500", { key });
      const feed = await app.call("GET", feeds.get(key) ?? "");
      const deliveries = await app.db`select from webhook_delivery where webhook_id = ${hooks.get(key)}`;
      return [
        outputs.text.includes(artifact_id),
        artifact.status === 200,
        events.text.includes(artifact_id),
        feed.text.includes(artifact_id),
        deliveries.length > 0,
      ];
    };
    const all = [true, true, true, true, true];
    expect([await seen(ann.key), await seen(bob.key)]).toEqual([all, all]);
    const publicPage = async () =>
      (await app.call("GET", `/r/${artifact_id.padEnd(32, "0").slice(0, 32)}`)).status;
    expect(await publicPage()).not.toBe(404);
    await share(ann.key, report_id, { shared_with: "uploader" });
    expect([await seen(ann.key), await seen(bob.key)]).toEqual([all, all.map(() => false)]);
    expect(await publicPage()).toBe(404);
  });

  async function addArtifact(builder_id: string, report_id: string): Promise<string> {
    const artifact_id = makeId("out");
    const company = { svc_entity_id: COMPANY, name: "Tessandral Instruments" };
    const document = {
      report_id,
      svc_entity_id: COMPANY,
      title: "Report",
      publish_date: null,
      fiscal_year: null,
      fiscal_period: null,
      file_sha256: "0".repeat(64),
      extract_sha256: "0".repeat(64),
    };
    const [{ sha256 } = { sha256: "" }] = await app.db<{ sha256: string }>`
      select extract_sha256 as sha256 from report where report_id = ${secret}`;
    await inTransaction(app.db, async (sql) => {
      await insertArtifact(sql, {
        artifact_id,
        builder_id,
        run_id: null,
        agent_type: "report",
        svc_entity_id: null,
        company_list: [company],
        publish_date: "2025-06-30",
        extract_json: null,
        evidence: [],
        difference: null,
        provenance: {
          engine: "test",
          engine_versions: {},
          builder_name: "Builder",
          field_mapping: { Note: { text: { label: "Note", type: "text" } } },
          documents: [document],
          company_list: [company],
          made_at: "2025-06-30T00:00:00Z",
        },
        content_sha256: sha256,
        public_word: artifact_id.padEnd(32, "0").slice(0, 32),
      });
      const data = { artifact_id, agent_id: builder_id };
      const about = { accountId: team.accountId, builderId: builder_id, data };
      await recordEvent(sql, app.tools.jobs, { type: "artifact.created", ...about });
    });
    return artifact_id;
  }

  it("lists an export of reports to whom requested it, until a report in it is kept from them", async () => {
    const { report_id } = await upload(ann.key);
    const create = async (key: string) =>
      (await post(key, "export/create", { dataset: "reports", format: "csv" })).json.data.export_id as string;
    const made = { ann: await create(ann.key), bob: await create(bob.key), team: await create(team.key) };
    const list = async (key: string) => {
      const { json } = await app.call("GET", "/v1/export/list", { key });
      return json.data.exports as { export_id: string; state: string; clickable_link: string }[];
    };
    const ids = async (key: string) => (await list(key)).map(({ export_id }) => export_id);
    await expect
      .poll(async () => (await list(bob.key)).every(({ state }) => state === "done"), { timeout: 60_000 })
      .toBe(true);
    await expect
      .poll(async () => (await list(ann.key)).every(({ state }) => state === "done"), { timeout: 60_000 })
      .toBe(true);
    expect(await ids(ann.key)).toEqual(expect.arrayContaining([made.ann, made.team]));
    expect(await ids(ann.key)).not.toContain(made.bob);
    expect(await ids(bob.key)).not.toContain(made.ann);
    const file = async (key: string, id: string) => {
      const link = (await list(key)).find(({ export_id }) => export_id === id)?.clickable_link ?? "";
      const { pathname, search } = new URL(link);
      return (await app.call("GET", `${pathname}${search}`)).text;
    };
    expect(await file(ann.key, made.ann)).toContain(secret);
    expect(await file(bob.key, made.bob)).not.toContain(secret);
    await share(ann.key, report_id, { shared_with: "uploader" });
    expect(await ids(bob.key)).toEqual([]);
    expect(await ids(ann.key)).toContain(made.ann);
  });
});

describe("other ways in", () => {
  const mcp = async (key: string, method: string, params: object) =>
    app.call("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
      body: { jsonrpc: "2.0", id: 1, method, params },
    });

  it("shows other members nothing over MCP: resources, tools and completions", async () => {
    const complete = {
      ref: { type: "ref/resource", uri: "florin://reports/{report_id}" },
      argument: { name: "report_id", value: MARK },
    };
    const calls: [string, object][] = [
      ["resources/read", { uri: `florin://reports/${secret}` }],
      ["tools/call", { name: "search_reports", arguments: { query: "Report", svc_entity_id: COMPANY } }],
      ["completion/complete", complete],
    ];
    for (const [method, params] of calls) {
      expect([method, (await mcp(ann.key, method, params)).text.includes(secret)]).toEqual([method, true]);
      const { text } = await mcp(bob.key, method, params);
      expect([method, text.includes(secret)]).toEqual([method, false]);
    }
  });
});
