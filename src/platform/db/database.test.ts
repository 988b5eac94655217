import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { batchLoader, copyInto, inTransaction, migrate } from "./index.ts";

const db = await freshDatabase(null);

describe("the sql tag", () => {
  it("sends values as parameters, never as text", async () => {
    const hostile = "'; drop table company; --";
    expect(await db`select ${hostile}::text as said`).toEqual([{ said: hostile }]);
  });

  it("embeds fragments and renumbers their parameters", async () => {
    const filter = db`where n > ${1} and n < ${4}`;
    const rows = await db<{
      n: number;
    }>`select n from generate_series(${0}::int, ${9}::int) n ${filter} order by n`;
    expect(rows.map(({ n }) => n)).toEqual([2, 3]);
  });

  it("reads whole numbers, exact numbers, dates and times as plain values", async () => {
    const [row] =
      await db`select 9007199254740991::int8 as big, 1.5::numeric as exact, date '2024-02-29' as day,
      timestamptz '2024-02-29 12:00+02' as moment, ${db.json([{ a: 1 }])}::jsonb as list`;
    expect(row).toEqual({
      big: 9007199254740991,
      exact: 1.5,
      day: "2024-02-29",
      moment: "2024-02-29T10:00:00.000Z",
      list: [{ a: 1 }],
    });
  });
});

describe("inTransaction", () => {
  it("rolls back a transaction that fails", async () => {
    await db`create table kept (n int)`;
    const failing = inTransaction(db, async (sql) => {
      await sql`insert into kept values (1)`;
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await db`select * from kept`).toEqual([]);
  });
});

describe("migrate", () => {
  const migrations = [
    { name: "0001_a", text: "create table a (n int);\ninsert into a values (1), (2);" },
    { name: "0002_b", text: "create table b (n int);" },
  ];

  it("applies each file once, even when two nodes start together", async () => {
    const applied = await Promise.all([migrate(db, migrations), migrate(db, migrations)]);
    expect(applied.flat().sort()).toEqual(["0001_a", "0002_b"]);
    expect(await db`select count(*) as rows from a`).toEqual([{ rows: 2 }]);
  });

  it("sets up a new database in one transaction and brings an older one up to date file by file", async () => {
    const transactions = () =>
      db<{ rows: number }>`select count(distinct xmin::text::bigint) as rows from schema_migration`;
    expect(await transactions()).toEqual([{ rows: 1 }]);
    const later = ["0003_later", "0004_later"].map((name) => ({ name, text: "select 1" }));
    await migrate(db, [...migrations, ...later]);
    expect(await transactions()).toEqual([{ rows: 3 }]);
    await db`delete from schema_migration where name like '%later'`;
  });

  it("keeps the files applied before one that fails", async () => {
    const broken = [
      ...migrations,
      { name: "0003_c", text: "create table c (x int); select no_such_function();" },
    ];
    await expect(migrate(db, broken)).rejects.toThrow("no_such_function");
    expect(await db`select to_regclass('c') as c`).toEqual([{ c: null }]);
    expect(await migrate(db, migrations)).toEqual([]);
  });

  it("refuses a file that was changed after it was applied, and records those of older versions", async () => {
    const [first, ...rest] = migrations;
    if (!first) throw new Error("there is no migration");
    const changed = [{ ...first, text: `${first.text} -- changed` }, ...rest];
    await expect(migrate(db, changed)).rejects.toThrow(/another version of 0001_a\.sql/);
    expect(await migrate(db, [{ ...first, text: first.text.replaceAll("\n", "\r\n") }, ...rest])).toEqual([]);
    await db`alter table schema_migration drop column checksum`;
    expect(await migrate(db, migrations)).toEqual([]);
    await expect(migrate(db, changed)).rejects.toThrow(/another version of 0001_a\.sql/);
  });

  it("does not block users of a table while it waits for a lock, and gives up with a message", async () => {
    const next = [...migrations, { name: "0003_c", text: "alter table a add column y int" }];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const reader = inTransaction(db, async (sql) => {
      await sql`select * from a`;
      hold();
      await released;
    });
    await held;
    await expect(migrate(db, next, { lockMilliseconds: 50, attemptsMax: 2 })).rejects.toThrow(
      "its tables are locked by sessions that do not end",
    );
    const migrating = migrate(db, next, { lockMilliseconds: 50 });
    expect(await db`select * from a`).toHaveLength(2);
    release();
    await reader;
    expect(await migrating).toEqual(["0003_c"]);
    await db`delete from schema_migration where name = '0003_c'`;
  });

  it("refuses a database that a newer version has migrated", async () => {
    await expect(migrate(db, migrations.slice(0, 1))).rejects.toThrow("0002_b");
  });
});

describe("batchLoader", () => {
  it("queries once for all keys that arrive together, and again for those that arrive meanwhile", async () => {
    const batches: number[][] = [];
    const firstEnd = Promise.withResolvers<void>();
    const double = batchLoader(async (keys: number[]) => {
      batches.push(keys);
      await firstEnd.promise;
      return new Map(keys.filter((key) => key < 10).map((key) => [key, key * 2]));
    });
    const first = [double(1), double(2), double(1)];
    await expect.poll(() => batches.length).toBe(1);
    const second = [double(3), double(99)];
    firstEnd.resolve();
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 2, 6, undefined]);
    expect(batches).toEqual([
      [1, 2],
      [3, 99],
    ]);
  });

  it("fails only the callers of the failing batch", async () => {
    let calls = 0;
    const load = batchLoader(async (keys: string[]) => {
      if (calls++ === 0) throw new Error("down");
      return new Map(keys.map((key) => [key, key]));
    });
    await expect(load("a")).rejects.toThrow("down");
    expect(await load("a")).toBe("a");
  });
});

describe("copyInto", () => {
  it("loads unusual characters unchanged", async () => {
    await db`create table cells (t text, n int, b boolean)`;
    const rows = [
      ["tab\tnew\nline\\back", 1, true],
      [null, null, null],
      ["", -3, false],
    ] as const;
    expect(await copyInto(db, { table: "cells", columns: ["t", "n", "b"] }, rows)).toBe(3);
    expect((await db`select t, n, b from cells`).map((row) => Object.values(row))).toEqual(
      rows.map((row) => [...row]),
    );
  });

  it("loads nothing when one row is refused, however many were sent", async () => {
    await db`create table numbers (n int)`;
    const target = { table: "numbers", columns: ["n"] };
    const many = Array.from({ length: 100_000 }, (_, index): [number | string] => [index]);
    await expect(copyInto(db, target, [...many, ["no number"]])).rejects.toThrow("invalid input syntax");
    for (let times = 0; times < 20; times++)
      await expect(copyInto(db, target, [["no number"], ...many])).rejects.toThrow("invalid input syntax");
    expect(await db`select n from numbers`).toEqual([]);
    expect(await copyInto(db, target, many)).toBe(100_000);
  });
});
