import { expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { openJobs } from "../../jobs/index.ts";
import { openLog } from "../../log/index.ts";
import { listSequences, listTables, shapeHash } from "./tables.ts";

/** Tables and sequences a backup leaves out, each with its reason. */
const LEFT_OUT = [{ name: /^jobs\.queue_stats_\d{8}$/, reason: "counts of one day, made again every day" }];

it("carries every table and sequence of the database, or names the reason why not", async () => {
  const db = await freshDatabase();
  const jobs = await openJobs(db, { log: openLog("silent"), work: false });
  const client = await db.pool.connect();
  const { rows } = await client.query<{ name: string; kind: string }>(`
    select format('%I.%I', nspname, relname) as name, relkind as kind
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where relkind in ('r', 'm', 'f', 'S') and nspname !~ '^(pg_|information_schema)'
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`);
  const expected = (isSequence: boolean) =>
    rows
      .filter(
        ({ name, kind }) => (kind === "S") === isSequence && !LEFT_OUT.some((one) => one.name.test(name)),
      )
      .map(({ name }) => name)
      .sort();
  const tables = (await listTables(client)).map(({ name }) => name).sort();
  const sequences = (await listSequences(client)).map(({ name }) => name).sort();
  client.release();
  await jobs.stop();
  expect(tables).toEqual(expected(false));
  expect(sequences).toEqual(expected(true));
  expect(tables).toContain("public.kept_answer");
  expect(tables).toContain("public.report_upload");
});

it("sees the same tables on every day", async () => {
  const db = await freshDatabase();
  const jobs = await openJobs(db, { log: openLog("silent"), work: false });
  const client = await db.pool.connect();
  const today = shapeHash(await listTables(client));
  await client.query(`create table jobs.queue_stats_20991231 partition of jobs.queue_stats
    for values from ('2099-12-31') to ('2100-01-01')`);
  const tomorrow = shapeHash(await listTables(client));
  client.release();
  await jobs.stop();
  expect(tomorrow).toBe(today);
});

it("names each table after those it refers to, so that they can be restored in this order", async () => {
  const db = await freshDatabase();
  const client = await db.pool.connect();
  const order = (await listTables(client)).map(({ name }) => name);
  const { rows } = await client.query<{ own: string; other: string }>(`
    select distinct format('%I.%I', s.nspname, c.relname) as own, format('%I.%I', fs.nspname, f.relname) as other
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace s on s.oid = c.relnamespace
    join pg_class f on f.oid = k.confrelid join pg_namespace fs on fs.oid = f.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`);
  client.release();
  const known = rows.filter(({ own, other }) => order.includes(own) && order.includes(other));
  expect(known.length).toBeGreaterThan(0);
  expect(known.filter(({ own, other }) => order.indexOf(own) <= order.indexOf(other))).toEqual([]);
});
