import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { freshDatabase } from "./database.ts";
import {
  NOT_BY_ACCOUNT,
  OF_THE_SERVICE,
  REPLICATED,
  STATEMENTS_WITHOUT_ACCOUNT,
} from "./how-tables-split.ts";

const db = await freshDatabase();
const tables = await db<{ name: string; owned: boolean; keyed: boolean }>`
  select relname as name,
    exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id') as owned,
    -- Every unique key has it: one that does not would have to be checked on all databases.
    coalesce((select bool_and(exists (
        select from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any (i.indkey) and (a.attname = 'account_id' or c.relname = 'account')))
      from pg_index i where i.indrelid = c.oid and i.indisunique), false) as keyed
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;

it("has the account in every key of every tenant table, or a sentence on how the table splits", () => {
  const listed = [...REPLICATED, ...OF_THE_SERVICE, ...Object.keys(NOT_BY_ACCOUNT)];
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual(tables.filter(({ keyed }) => !keyed).map(({ name }) => name));
  for (const sentence of Object.values(NOT_BY_ACCOUNT)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it("replicates no table with an account", () => {
  const owned = tables.filter((table) => table.owned).map(({ name }) => name);
  expect([...REPLICATED, ...OF_THE_SERVICE].filter((name) => owned.includes(name))).toEqual([]);
});

it("names an account in every statement on a table that has one, or lists the function with its reason", () => {
  const owned = new Set(
    tables.filter((table) => table.owned && table.name !== "report").map(({ name }) => name),
  );
  const found = globSync("src/**/*store.ts").flatMap((file) =>
    readFileSync(file, "utf8")
      .split(/\n(?=export |async function |function |const )/)
      .filter((part) => {
        const used = [...part.matchAll(/\b(?:from|join|into|update|using)\s+([a-z_]+)/g)];
        return used.some(([, table = ""]) => owned.has(table)) && !/account|viewer|readableBy/i.test(part);
      })
      .map((part) => /(?:function|const) (\w+)/.exec(part)?.[1]),
  );
  expect(found.toSorted()).toEqual(Object.values(STATEMENTS_WITHOUT_ACCOUNT).flat().toSorted());
});

it("finds by an index whether a file is in use, in every table that names files", async () => {
  const columns = await db<{ name: string }>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not is_part(c.table_schema, c.table_name)
      and c.column_name ~ '_sha256$' and c.data_type = 'text' and not exists (
        select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = c.table_name::regclass and a.attname = c.column_name)`;
  // One row for each archived month of an account.
  expect(columns).toEqual([{ name: "credit_archive.file_sha256" }]);
});
