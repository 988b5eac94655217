import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { makeTestContext } from "../../../test/operation-context.ts";
import { deriveId } from "../../kernel/ids.ts";
import type { Database } from "../../platform/db/index.ts";
import { type CompanyRecord, companyOperations, loadCompanies } from "./index.ts";
import { makeLookup } from "./lookup.ts";

const SOURCE = { name: "test", reference: "load", licence: "made up", source_date: "2026-01-02" };

function makeCompany(index: number, facts: Partial<CompanyRecord> = {}): CompanyRecord {
  return {
    svc_entity_id: deriveId("ent", `load:${index}`),
    name: `Brightwater ${index} Holdings Ltd`,
    country: "GB",
    exchange: "XLON",
    securities: [{ ticker: `BW${index}`, mic: "XLON" }],
    ...facts,
  };
}

const db = await freshDatabase();

async function countRows(database: Database): Promise<Record<string, number>> {
  const [row] = await database<Record<string, number>>`
    select (select count(*) from company) as company, (select count(*) from security) as security,
      (select count(*) from company_name) as company_name, (select count(*) from company_key) as company_key,
      (select count(*) from company_source) as company_source`;
  return row ?? {};
}

describe("loadCompanies", () => {
  it("changes nothing when it loads the same companies again", async () => {
    const companies = Array.from({ length: 2_500 }, (_, index) => makeCompany(index));
    expect(await loadCompanies(db, SOURCE, companies)).toMatchObject({
      added: 2_500,
      changed: 0,
      unchanged: 0,
    });
    const before = await countRows(db);
    expect(await loadCompanies(db, SOURCE, companies)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2_500,
    });
    expect(await countRows(db)).toEqual(before);
  });

  it("replaces the search keys of a company that changes", async () => {
    const lookUp = makeLookup(db);
    await loadCompanies(db, SOURCE, [
      makeCompany(1, { name: "Quillondra Mills plc", securities: [{ ticker: "QLN", mic: "XLON" }] }),
    ]);
    expect((await lookUp({ name: "Quillondra" })).map(({ name }) => name)).toEqual(["Quillondra Mills plc"]);
    expect((await lookUp({ ticker: "QLN" })).map(({ name }) => name)).toEqual(["Quillondra Mills plc"]);
    expect(await lookUp({ ticker: "BW1" })).toEqual([]);
    const stale = await db`select from company_key where key like 'bw1' or key like 'brightwater1holdings'`;
    expect(stale).toEqual([]);
  });

  it("rejects an invalid company with a reason and loads the others", async () => {
    const result = await loadCompanies(db, SOURCE, [
      makeCompany(9_001, { country: "UK" }),
      makeCompany(9_002, { exchange: "NYSE" }),
      makeCompany(9_003, { lei: "HWUPKR0MPOU8FGXBT393" }),
      makeCompany(9_004, { securities: [{ isin: "US0378331006" }] }),
      makeCompany(9_005, { securities: [{}] }),
      makeCompany(9_006, { name: " " }),
      makeCompany(9_007, { primary_sector_id: "isic:Z" }),
      makeCompany(9_008),
    ]);
    expect(result).toMatchObject({ added: 1, rejected: 7 });
    expect(result.rejections.map(({ reason }) => reason)).toEqual([
      "country UK is not in ISO 3166-1",
      "exchange NYSE is not in the exchange list",
      "LEI HWUPKR0MPOU8FGXBT393 has wrong check digits",
      "ISIN US0378331006 has a wrong check digit",
      "a security has neither ISIN nor ticker",
      "name is empty",
      "sector isic:Z is unknown",
    ]);
  });

  it("leaves nothing behind, and every index in place, when the first source fails midway", async () => {
    const empty = await freshDatabase();
    const constraints = async () =>
      empty`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace order by 1, 2`;
    const indexes = async () =>
      (await empty<{ indexdef: string }>`select indexdef from pg_indexes order by indexname`).map(
        (row) => row.indexdef,
      );
    const before = await indexes();
    const constraintsBefore = await constraints();
    function* broken() {
      for (let index = 0; index < 2_500; index++) yield makeCompany(index);
      throw new Error("the source broke off");
    }
    await expect(loadCompanies(empty, SOURCE, broken())).rejects.toThrow("broke off");
    expect(await countRows(empty)).toMatchObject({ company: 0, company_key: 0, company_name: 0 });
    expect(await indexes()).toEqual(before);
    await loadCompanies(empty, SOURCE, [makeCompany(1)]);
    expect(await indexes()).toEqual(before);
    expect(await constraints()).toEqual(constraintsBefore);
  });

  it("keeps the total exact after every change", async () => {
    const [, screen] = companyOperations({ db });
    const context = makeTestContext();
    const total = async () => {
      const answer = await screen.run(context, screen.input.parse({ country: "NZ" }));
      return answer.pagination.total;
    };
    expect(await total()).toBe(0);
    await loadCompanies(db, SOURCE, [makeCompany(1, { country: "NZ" }), makeCompany(2, { country: "NZ" })]);
    expect(await total()).toBe(2);
    expect(await total()).toBe(2);
    await db`delete from company where svc_entity_id = ${makeCompany(1).svc_entity_id}`;
    expect(await total()).toBe(1);
  });

  it("keeps the securities in answers and those in the table the same", async () => {
    const [row] = await db<{ differing: number }>`
      select count(*) as differing from company c
      where jsonb_array_length(children) <> (select count(distinct (isin, ticker)) from security s where s.company_no = c.company_no)`;
    expect(row?.differing).toBe(0);
  });

  it("stores no company without its source", async () => {
    const [row] = await db<{ licence: string }>`
      select distinct s.licence from company c join company_source s using (source_no)`;
    expect(row).toEqual({ licence: "made up" });
  });
});

describe("the company table", () => {
  const insert = (column: string, value: string) =>
    db.pool.query(
      `insert into company (svc_entity_id, name, sort_name, search_names, content_hash, source_no, ${column})
       values ('ent_aaaaaaaaaaaa', 'x', 'x', 'x', 'x', (select min(source_no) from company_source), $1)`,
      [value],
    );

  it.each([
    ["country", "usa"],
    ["exchange", "NYSE!"],
    ["lei", "short"],
    ["cik", "12"],
    ["primary_isin", "US037833100X"],
    ["primary_sector_id", "banks"],
    ["market_cap_usd", "5"],
  ])("refuses a company with %s %s", async (column, value) => {
    await expect(insert(column, value)).rejects.toThrow(/check constraint/);
  });
});
