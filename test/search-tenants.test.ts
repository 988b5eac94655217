import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createKey } from "../src/features/access/index.ts";
import { startTestApp } from "./app.ts";
import { addReadyReport } from "./made-up-reports.ts";
import { addPerson } from "./person.ts";

/*
 * Two accounts and the public share a corpus of few words; uploads of one account are shared with some of its members. What each caller finds, counts and is alerted of is compared
 * with what can be counted by hand from the reports that the caller may read.
 */
const app = await startTestApp({ rate_factor: 1_000 });
const { jobs, embedder } = app.tools;
const model = `${embedder.model}@${embedder.revision}`;
const WORDS = ["amber", "basalt", "cobalt", "dolomite", "emerald"];

const team = await app.addAccount({ credits: 1_000_000 });
const other = await app.addAccount({ credits: 1_000_000 });
const ann = await addKeyOf("owner");
const bob = await addKeyOf("member");
/** The key of the team was created by no person. */
const CALLERS: readonly Reader[] = [
  { accountId: team.accountId, memberId: ann.memberId, key: ann.key },
  { accountId: team.accountId, memberId: bob.memberId, key: bob.key },
  { accountId: team.accountId, memberId: null, key: team.key },
  { accountId: other.accountId, memberId: null, key: other.key },
];

interface Reader {
  accountId: string;
  memberId: string | null;
  key: string;
}

async function addKeyOf(role: "owner" | "member") {
  const { memberId } = await addPerson(app, { accountId: team.accountId, role });
  return {
    memberId,
    ...(await createKey(app.db, { accountId: team.accountId, name: role, createdBy: memberId })),
  };
}

interface Known {
  report_id: string;
  accountId: string | null;
  readers?: readonly string[] | null;
  texts: readonly string[];
}
const corpus: Known[] = [];

const mayRead =
  ({ accountId, memberId }: Pick<Reader, "accountId" | "memberId">) =>
  (report: Known) =>
    report.accountId === null ||
    (report.accountId === accountId && (report.readers?.includes(memberId ?? "") ?? true));
const hasAll = (text: string, words: readonly string[]) =>
  words.every((word) => text.split(" ").includes(word));

/** The same vector for the same text, of length 1. */
function vectorOf(text: string): Float32Array {
  const bytes = hash("sha512", text, "buffer");
  const vector = Float32Array.from({ length: 384 }, (_, at) => (bytes[at % 64] ?? 0) - 127.5 + (at % 7));
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

const find = async (key: string, body: object) => {
  const { status, json } = await app.call("POST", "/v1/search/passages", { key, body });
  expect([status, json.detail ?? null]).toEqual([200, null]);
  return json.data as {
    total: number | null;
    total_reports: number | null;
    hits: { report_id: string; also_in: string[] }[];
    facets: Record<string, { passages: number; reports: number }[]>;
  };
};

async function add(report: Omit<Known, "report_id">): Promise<void> {
  const vectors = { model, of: (index: number) => vectorOf(report.texts[index] ?? "") };
  const report_id = await addReadyReport({ db: app.db, jobs }, { ...report, vectors });
  corpus.push({ report_id, ...report });
  await expect.poll(() => openJobs(report_id), { interval: 20 }).toBe(0);
}

async function openJobs(reportId: string): Promise<number> {
  const rows = await app.db`
    select from jobs.job where singleton_key = ${reportId} and state in ('created', 'retry', 'active')`;
  return rows.length;
}

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(" "));
const READERS = [null, [ann.memberId], [bob.memberId], [ann.memberId, bob.memberId]];
const owner = fc.oneof(
  fc.constantFrom(null, team.accountId, other.accountId).map((accountId) => ({ accountId, readers: null })),
  fc.constantFrom(...READERS).map((readers) => ({ accountId: team.accountId, readers })),
);
const report = fc
  .record({
    texts: fc.array(sentence, { minLength: 1, maxLength: 4 }),
    owner,
  })
  .map(({ texts, owner }) => ({ texts, ...owner }));
const query = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 });

it("shows, counts and compares only passages of reports that the caller may read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 3 }), query, async (reports, words) => {
      for (const one of reports) await add(one);
      for (const caller of CALLERS) {
        const { key } = caller;
        const readable = corpus.filter(mayRead(caller));
        const ids = new Set(readable.map(({ report_id }) => report_id));
        const matching = readable.map(({ texts }) => texts.filter((text) => hasAll(text, words)).length);
        const total = matching.reduce((sum, count) => sum + count, 0);
        const found = await find(key, { query: words.map((word) => `"${word}"`).join(" "), limit: 50 });
        expect([found.total, found.total_reports]).toEqual([total, matching.filter(Boolean).length]);
        for (const name of ["section", "language", "report_type", "fiscal_year"])
          expect(found.facets[name]?.reduce((sum, { passages }) => sum + passages, 0) ?? 0).toBe(total);
        const near = await find(key, { query: words.join(" "), mode: "meaning", limit: 50 });
        expect(near.hits.length > 0).toBe(readable.length > 0);
        for (const { report_id, also_in } of [...found.hits, ...near.hits])
          expect([report_id, ...also_in].every((id) => ids.has(id))).toBe(true);
      }
    }),
    { numRuns: 8 },
  );
});

interface HitEvent {
  data: { search_id: string; report_id: string };
}

const hitsOf = async (key: string, searchId: string): Promise<string[]> => {
  const { json } = await app.call("GET", "/v1/events?type=search.hit&limit=500", { key });
  const events = json.data.events as HitEvent[];
  return events.filter(({ data }) => data.search_id === searchId).map(({ data }) => data.report_id);
};

it("alerts each caller of readable reports only, once, and forgets a deleted report altogether", async () => {
  const save = async (key: string, more: object = {}) => {
    const body = { name: "Search", query: "cobalt", ...more };
    return (await app.call("POST", "/v1/search/saved/create", { key, body })).json.data.search_id as string;
  };
  const secret = await save(ann.key);
  const common = await save(ann.key, { visibility: "shared" });
  const foreign = await save(other.key);
  const before = corpus.length;
  await fc.assert(
    fc.asyncProperty(report, (one) => add(one)),
    { numRuns: 12 },
  );
  await add({ accountId: team.accountId, texts: ["cobalt amber"] });
  await add({ accountId: team.accountId, readers: [ann.memberId], texts: ["cobalt emerald"] });
  await add({ accountId: team.accountId, readers: [bob.memberId], texts: ["cobalt dolomite"] });
  await add({ accountId: other.accountId, texts: ["cobalt basalt"] });
  const expected = (caller: Pick<Reader, "accountId" | "memberId">) =>
    corpus
      .slice(before)
      .filter(mayRead(caller))
      .filter(({ texts }) => texts.some((text) => hasAll(text, ["cobalt"])))
      .map(({ report_id }) => report_id)
      .sort();
  const seen = async (key: string, searchId: string) => (await hitsOf(key, searchId)).toSorted();
  const check = async () => {
    expect(await seen(ann.key, secret)).toEqual(
      expected({ accountId: team.accountId, memberId: ann.memberId }),
    );
    // A shared search finds what everyone in the account may read.
    expect(await seen(bob.key, common)).toEqual(expected({ accountId: team.accountId, memberId: null }));
    expect(await seen(other.key, foreign)).toEqual(expected({ accountId: other.accountId, memberId: null }));
    expect([await seen(bob.key, secret), await seen(other.key, common)]).toEqual([[], []]);
    expect(await seen(ann.key, foreign)).toEqual([]);
  };
  await check();

  const own = corpus.findLastIndex(
    ({ accountId, readers }) => accountId === team.accountId && readers?.[0] !== bob.memberId,
  );
  const [gone] = corpus.splice(own, 1);
  const path = `/v1/company_report/upload?report_id=${gone?.report_id}`;
  expect((await app.call("DELETE", path, { key: other.key })).json.data.deleted).toBe(false);
  expect((await app.call("DELETE", path, { key: ann.key })).json.data.deleted).toBe(true);
  await check();
  const { hits } = await find(ann.key, { query: "cobalt amber", mode: "meaning", limit: 50 });
  expect(hits.map(({ report_id }) => report_id)).not.toContain(gone?.report_id);
  const rows = await app.db`select from passage where report_id = ${gone?.report_id}`;
  expect(rows).toEqual([]);
});

it("hides hits from a credential that may not read reports", async () => {
  const { key } = await createKey(app.db, {
    accountId: other.accountId,
    name: "Agents only",
    scopes: ["agents:read", "agents:write"],
  });
  const { json } = await app.call("GET", "/v1/events?limit=500", { key });
  expect(json.data.events.filter(({ type }: { type: string }) => type === "search.hit")).toEqual([]);
  const body = { name: "Search", query: "cobalt" };
  expect((await app.call("POST", "/v1/search/saved/create", { key, body })).status).toBe(403);
});
