import { describe, expect, it, vi } from "vitest";
import { onTestFileEnd } from "../../../../test/cleanup.ts";
import { freshDatabaseAddress } from "../../../../test/database.ts";
import { deriveId } from "../../../kernel/ids.ts";
import { openDatabase } from "../../../platform/db/index.ts";
import type { CompanyRecord } from "../company-record.ts";
import { loadCompanies } from "../load-companies.ts";
import { makeLookup } from "../lookup.ts";

const SOURCE = { name: "test", reference: "", licence: "made up", source_date: "2026-01-02" };
const statements: string[] = [];
const db = openDatabase(await freshDatabaseAddress(), {
  connectionsMax: 2,
  statementSecondsMax: 30,
  applicationName: "test",
  slow: { milliseconds: 0, notice: (statement) => statements.push(statement) },
});
onTestFileEnd(() => db.close());

const companyOf = (name: string): CompanyRecord => ({
  svc_entity_id: deriveId("ent", name),
  name,
  country: "GB",
  exchange: "XLON",
  securities: [],
});

describe("what was found for a name", () => {
  it("needs only the revision when nothing has changed, and is right at once when something has", async () => {
    await loadCompanies(db, SOURCE, ["Lantern Works", "Harbour Freight"].map(companyOf));
    const lookUp = makeLookup(db);
    const find = async () => (await lookUp({ name: "lantern" })).map(({ name }) => name).toSorted();
    expect(await find()).toEqual(["Lantern Works"]);
    statements.length = 0;
    expect(await find()).toEqual(["Lantern Works"]);
    expect(statements).toEqual(["select revision from company_revision"]);

    await loadCompanies(db, { ...SOURCE, source_date: "2026-01-03" }, [companyOf("Lantern Group")]);
    expect(await find()).toEqual(["Lantern Group", "Lantern Works"]);
    await db`update company set name = 'Lantern Works Limited' where name = 'Lantern Works'`;
    expect(await find()).toEqual(["Lantern Group", "Lantern Works Limited"]);
    await db`delete from company where name = 'Lantern Works Limited'`;
    expect(await find()).toEqual(["Lantern Group"]);
  });

  it("is found in memory alone at the first look-up of a service that has warmed up", async () => {
    await loadCompanies(db, { ...SOURCE, name: "warm" }, ["Orchard Press"].map(companyOf));
    const lookUp = makeLookup(db, { namesBytesMax: 10_000_000 });
    statements.length = 0;
    lookUp.warmUp();
    // The last statement of making the index is the second reading of the revision.
    const isMade = () =>
      expect(statements.filter((text) => text.includes("company_revision")).length).toBe(2);
    await vi.waitFor(isMade, 20_000);
    statements.length = 0;
    expect((await lookUp({ name: "orchard" })).map(({ name }) => name)).toEqual(["Orchard Press"]);
    expect(statements.filter((text) => /company_key|name_word/.test(text))).toEqual([]);
  });

  it("is found in memory alone once the index is made, also names that were never looked up", async () => {
    await loadCompanies(db, { ...SOURCE, name: "more" }, ["Quarry Stone", "Quarry Sand"].map(companyOf));
    const lookUp = makeLookup(db, { namesBytesMax: 10_000_000 });
    const find = async (name: string) => (await lookUp({ name })).map((company) => company.name).toSorted();
    let turn = 0;
    const isInMemory = async () => {
      statements.length = 0;
      await find(`quarry ${turn++}`);
      expect(statements.filter((text) => /company_key|name_word/.test(text))).toEqual([]);
    };
    await vi.waitFor(isInMemory, 20_000);
    expect(await find("quarri")).toEqual(["Quarry Sand", "Quarry Stone"]);

    await db`update company set name = 'Quarry Gravel' where name = 'Quarry Sand'`;
    expect(await find("quarri")).toEqual(["Quarry Gravel", "Quarry Stone"]);
    await vi.waitFor(isInMemory, 20_000);
    await db`delete from company where name = 'Quarry Stone'`;
    expect(await find("quarri")).toEqual(["Quarry Gravel"]);
  });
});
