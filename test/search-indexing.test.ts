import { expect, it } from "vitest";
import { createAccount } from "../src/features/accounts/index.ts";
import { indexReport, reindexReports } from "../src/features/search/indexing/index-report.ts";
import { findMatches } from "../src/features/search/matching/find-matches.ts";
import { readQuery } from "../src/features/search/query/read-query.ts";
import { readScope } from "../src/features/search/query/read-scope.ts";
import { runOnReport } from "../src/features/search/saved/run-saved.ts";
import { readNow } from "../src/features/search/store.ts";
import { openDatabase } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabase, freshDatabaseAddress } from "./database.ts";
import { addReadyReport } from "./made-up-reports.ts";

const db = await freshDatabase();
const noJobs = { send: async () => {}, start: async () => {}, stop: async () => {} };
const viewer = { accountId: "none", userId: null };

const add = (...texts: string[]) =>
  addReadyReport({ db, jobs: noJobs }, { accountId: null, texts, heading: "Risk factors" });

/** How many passages have the words, of what was searchable then. */
async function count(words: string, indexedUntil: string): Promise<number> {
  const scope = readScope({}, { viewer, indexedUntil });
  return (await findMatches(db, scope, { words: readQuery(words).words, limit: 100 })).latest.length;
}

/** Begins to index and stops where rows of words are written or deleted, until `go` is called. */
async function pauseIndexing(reportId: string) {
  const blocker = await db.pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table passage_word in exclusive mode");
  const indexing = indexReport(db, reportId).then(
    () => "done",
    () => "failed",
  );
  const waiting = () => db<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%passage%' and pid <> pg_backend_pid()`;
  await expect.poll(waiting, { interval: 10 }).toHaveLength(1);
  const [worker] = await waiting();
  const go = async () => {
    await blocker.query("rollback");
    blocker.release();
    return indexing;
  };
  return { go, pid: worker?.pid ?? 0 };
}

async function countRows(reportId: string): Promise<Record<string, number>> {
  const [row] = await db<Record<string, number>>`
    select (select count(*)::int from passage where report_id = ${reportId}) as passages,
      (select count(*)::int from passage_report where report_id = ${reportId}) as reports,
      (select count(*)::int from passage_word w where lexeme !~ '^§' and not exists (
        select from passage_report i where i.revision = w.revision and i.report_id <> ${reportId})) as words`;
  return row ?? {};
}

it("leaves out of later pages a report that was still being indexed at the first", async () => {
  const { go } = await pauseIndexing(await add("onyx"));
  const firstPageAt = await readNow(db);
  expect(await go()).toBe("done");
  expect(await count("onyx", firstPageAt)).toBe(0);
  expect(await count("onyx", await readNow(db))).toBe(1);
});

it("keeps a report on later pages that is indexed again after the first", async () => {
  const reportId = await add("jasper", "jasper");
  await indexReport(db, reportId);
  const firstPageAt = await readNow(db);
  await db`update passage_report set version = '' where report_id = ${reportId}`;
  await indexReport(db, reportId);
  expect(await count("jasper", firstPageAt)).toBe(2);
});

it("finds a report by what it had before until it is indexed again", async () => {
  const reportId = await add("quartz");
  await indexReport(db, reportId);
  await db`update report_chunk set text = 'citrine' where report_id = ${reportId}`;
  await db`update passage_report set version = '' where report_id = ${reportId}`;
  const { go } = await pauseIndexing(reportId);
  const now = await readNow(db);
  expect([await count("quartz", now), await count("citrine", now)]).toEqual([1, 0]);
  await go();
  expect([await count("quartz", now), await count("citrine", now)]).toEqual([0, 1]);
});

it("indexes a report once that two workers index at the same time", async () => {
  const reportId = await add("agate beryl");
  await Promise.all([indexReport(db, reportId), indexReport(db, reportId)]);
  expect(await countRows(reportId)).toEqual({ passages: 1, reports: 1, words: 5 });
});

it("leaves nothing of an indexing whose connection broke, and indexes the report when it is repeated", async () => {
  const reportId = await add("zircon");
  const { go, pid } = await pauseIndexing(reportId);
  await db`select pg_terminate_backend(${pid}::int)`;
  expect(await go()).toBe("failed");
  expect(await countRows(reportId)).toEqual({ passages: 0, reports: 0, words: 0 });
  await indexReport(db, reportId);
  expect(await count("zircon", await readNow(db))).toBe(1);
});

it("leaves nothing of a report that is deleted while it is indexed", async () => {
  const reportId = await add("topaz");
  const { go } = await pauseIndexing(reportId);
  const deleting = db`delete from report where report_id = ${reportId}`.then(() => "deleted");
  await go();
  expect(await deleting).toBe("deleted");
  expect(await countRows(reportId)).toEqual({ passages: 0, reports: 0, words: 0 });
});

it("indexes the reports after one that cannot be indexed, and names that one", async () => {
  const ids = [await add("garnet"), await add("garnet"), await add("garnet")].sort();
  const [broken = ""] = ids;
  await db.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
    create trigger refuse before insert on passage for each row when (new.report_id = '${broken}') execute function refuse()`);
  const { indexed, failed } = await reindexReports(db, { after: "" });
  expect(failed).toMatchObject([{ report_id: broken, reason: "not this one" }]);
  expect(indexed).toBe(2);
  expect(await count("garnet", await readNow(db))).toBe(2);
});

it("indexes a report whose words take longer to write than other statements may", async () => {
  const options = { connectionsMax: 2, statementSecondsMax: 1, applicationName: "florin-test" };
  const strict = openDatabase(await freshDatabaseAddress(), options);
  onTestFileEnd(() => strict.close());
  await strict.pool.query(`
    create function hesitate() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return null; end $$;
    create trigger hesitate before insert on passage_section for each statement execute function hesitate()`);
  const reportId = await addReadyReport(
    { db: strict, jobs: noJobs },
    { accountId: null, texts: ["peridot"] },
  );
  await indexReport(strict, reportId);
  expect(await strict`select from passage_section`).toHaveLength(1);
  await expect(strict`select pg_sleep(1.5)`).rejects.toThrow("statement timeout");
});

it("continues with the saved searches after those of its turn", async () => {
  const accountId = await createAccount(db, "Test");
  const searches = 250;
  await db`
    insert into saved_search (search_id, account_id, owner_id, visibility, name, query)
    select 'srh_' || number, ${accountId}, ${accountId}, 'shared', 'Search', 'tourmaline'
    from generate_series(1, ${searches}::int) as number`;
  const reportId = await add("tourmaline");
  await indexReport(db, reportId);
  const { signal } = new AbortController();
  const take = (after?: { account_id: string; search_id: string }) =>
    runOnReport({ db, jobs: noJobs }, { reportId, after }, { signal, turnMilliseconds: 0 });
  let turns = 0;
  for (let after = await take(); after; after = await take(after)) turns++;
  expect(turns).toBe(2);
  expect(await db`select distinct about_search_id from event where type = 'search.hit'`).toHaveLength(
    searches,
  );
});
