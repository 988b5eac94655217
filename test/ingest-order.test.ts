import { describe, expect, it } from "vitest";
import type { Database } from "../src/platform/db/index.ts";
import { freshDatabase } from "./database.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";

/** Lists of several years and of several sources, in whatever order they are loaded. */
const FIELDS = ["cik", "name", "ticker", "exchange"];
const others = ["Arden", "Belmont", "Corwen"].map((name, at) => [
  at + 20,
  `${name} Timber Inc`,
  `TMB${at}`,
  "NYSE",
]);
const LISTS: Record<string, unknown[][]> = {
  "2020-01-01": [
    [11, "Oldfield Pumps Inc", "OLDP", "NYSE"],
    [12, "Gonemere Glass Inc", "GONM", "NYSE"],
    ...others,
  ],
  "2024-01-01": [
    [11, "Newfield Pumps Inc", "NEWP", "NYSE"],
    [13, "Youngmoor Steel Inc", "YNGM", "NYSE"],
    ...others,
  ],
};

async function openWith(dates: readonly string[]) {
  const db = await freshDatabase();
  const { load, write } = openLoading(db);
  const loadOf = (date: string) => {
    const list = JSON.stringify({ fields: FIELDS, data: LISTS[date] });
    return load("sec-tickers", write(`${date}.json`, list), { date });
  };
  for (const date of dates) await loadOf(date);
  return { db, load, write, loadOf };
}

const companiesOf = (db: Database) => db`
  select c.cik, c.name, c.primary_ticker, c.status, c.status_date,
    array(select n.name || ' until ' || n.valid_to from company_name n
          where n.company_no = c.company_no and n.kind = 'former' order by 1) as former
  from company c order by cik`;

describe("lists of two years", () => {
  it("lead to the same result, whichever is loaded first", async () => {
    const forward = await openWith(["2020-01-01", "2024-01-01"]);
    const backward = await openWith(["2024-01-01", "2020-01-01"]);
    const companies = await companiesOf(backward.db);
    expect(companies).toEqual(await companiesOf(forward.db));
    expect(companies.slice(0, 3)).toMatchObject([
      { name: "Newfield Pumps Inc", primary_ticker: "NEWP", former: ["Oldfield Pumps Inc until 2024-01-01"] },
      { name: "Gonemere Glass Inc", status: "delisted", status_date: "2024-01-01" },
      { name: "Youngmoor Steel Inc", status: "active", status_date: null },
    ]);
  });

  it("change nothing when they are loaded again, in any order, and report what is ignored", async () => {
    const { db, loadOf } = await openWith(["2024-01-01", "2020-01-01"]);
    const before = await companiesOf(db);
    const older = await loadOf("2020-01-01");
    expect(countsOf(older)).toEqual({ added: 0, changed: 0, unchanged: 3, skipped: 2, rejected: 0 });
    expect(older.warnings.map(({ reason }) => reason)).toEqual(
      older.warnings.map(() => "a newer list of 2024-01-01 contradicts this one of 2020-01-01"),
    );
    expect(older.warned).toBe(2);
    expect(countsOf(await loadOf("2024-01-01"))).toMatchObject({ unchanged: 5, changed: 0 });
    expect(await companiesOf(db)).toEqual(before);
  });

  it("keep every name that a company had", async () => {
    const { db, load, write } = await openWith(["2020-01-01", "2024-01-01"]);
    for (const [date, name] of [
      ["2025-01-01", "Latefield Pumps Inc"],
      ["2026-01-01", "Endfield Pumps Inc"],
    ] as const) {
      const data = [[11, name, "NEWP", "NYSE"], ...(LISTS["2024-01-01"] ?? []).slice(1)];
      await load("sec-tickers", write(`${date}.json`, JSON.stringify({ fields: FIELDS, data })), { date });
    }
    expect((await companiesOf(db))[0]).toMatchObject({
      name: "Endfield Pumps Inc",
      former: [
        "Latefield Pumps Inc until 2026-01-01",
        "Newfield Pumps Inc until 2025-01-01",
        "Oldfield Pumps Inc until 2024-01-01",
      ],
    });
  });

  it("restore a company that a newer list names again", async () => {
    const { db, load, write } = await openWith(["2024-01-01", "2020-01-01"]);
    const data = [...(LISTS["2024-01-01"] ?? []), [12, "Gonemere Glass Inc", "GONM", "NYSE"]];
    await load("sec-tickers", write("again.json", JSON.stringify({ fields: FIELDS, data })), {
      date: "2025-01-01",
    });
    expect((await companiesOf(db))[1]).toMatchObject({ status: "active", status_date: null });
  });
});

describe("a listing that ends", () => {
  const equities = (...rows: string[]) => ["symbol,name,mic,isin,delisted", ...rows].join("\n");
  const statusOf = async (db: Database) => (await companiesOf(db))[1]?.["status"];

  it("leaves a company active that is listed elsewhere", async () => {
    const { db, load, write, loadOf } = await openWith(["2020-01-01"]);
    const ended = [
      "GONM,Gonemere Glass Inc,XNYS,US0378331005,true",
      "GONM.F,Gonemere Glass Inc,XFRA,US0378331005,true",
    ];
    await load("financedatabase", write("ended.csv", equities(...ended)));
    expect(await statusOf(db)).toBe("active");
    await load(
      "financedatabase",
      write("home.csv", equities("GONM.L,Gonemere Glass Inc,XLON,US0378331005,false")),
    );
    await loadOf("2024-01-01");
    expect(await statusOf(db)).toBe("active");
    await load(
      "financedatabase",
      write("last.csv", equities("GONM.L,Gonemere Glass Inc,XLON,US0378331005,true")),
    );
    expect(await statusOf(db)).toBe("delisted");
  });

  it("is not undone by a register that has the company", async () => {
    const { db, load, write } = await openWith(["2020-01-01", "2024-01-01"]);
    const text = (value: string) => ({ $: value });
    const Entity = {
      LegalName: text("Gonemere Glass Inc"),
      LegalAddress: { Country: text("US") },
      EntityCategory: text("GENERAL"),
      EntityStatus: text("ACTIVE"),
    };
    const records = [{ LEI: text("TESTGONEMEREGLASS041"), Entity }];
    await load("gleif", write("copy.json", JSON.stringify({ records })));
    expect(await db`select lei, status from company where cik = '0000000012'`).toEqual([
      { lei: "TESTGONEMEREGLASS041", status: "delisted" },
    ]);
  });
});

describe("several lines of one company", () => {
  const lines = ["GONM,Gonemere Glass Inc,XNYS,US0378331005", "GONM.F,Gonemere Glass Inc,XFRA,US0378331005"];

  it.each([1, 2])("make one company when loaded %i at a time", async (concurrency) => {
    const { db, load, write } = await openWith(["2020-01-01"]);
    for (let at = 0; at < lines.length; at += concurrency) {
      const some = ["symbol,name,mic,isin", ...lines.slice(at, at + concurrency)];
      await load("financedatabase", write(`some-${at}.csv`, some.join("\n")));
    }
    expect(await db`select count(*) as companies from company where name like 'Gonemere%'`).toEqual([
      { companies: 1 },
    ]);
  });
});
