import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../../test/database.ts";
import { deriveId } from "../../../kernel/ids.ts";
import { type CompanyRecord, loadCompanies } from "../../companies/index.ts";
import { makePage } from "../testing/statement-pages.ts";
import { matchCompany } from "./match-company.ts";

const SOURCE = { name: "test", reference: "match", licence: "made up", source_date: "2026-01-02" };
const ISIN = "AU0000000CL3";
const LEI = "5299000J2N45DDNE4Y28";
const OTHER_LEI = "213800QILIUD4ROSUO03";

function company(key: string, facts: Partial<CompanyRecord>): CompanyRecord {
  return {
    svc_entity_id: deriveId("ent", `match:${key}`),
    name: "Calder Limited",
    country: "GB",
    exchange: "XLON",
    securities: [],
    ...facts,
  };
}

const british = company("gb", { securities: [{ ticker: "CLD", mic: "XLON" }] });
const australian = company("au", {
  country: "AU",
  exchange: "XASX",
  securities: [{ ticker: "CLX", mic: "XASX", isin: ISIN }],
});
const renamed = company("renamed", { name: "Tambo Energy Limited", country: "AU", lei: LEI, securities: [] });
const manager = company("manager", { name: "Harrow Managers Limited", lei: OTHER_LEI, securities: [] });
const db = await freshDatabase();
await loadCompanies(db, SOURCE, [british, australian, renamed, manager]);

const match = (name: string | null, { lines = [""], identifier = null as string | null } = {}) =>
  matchCompany(db, { name, pages: [makePage(1, lines, [], [])], identifier });

describe("the company that a report is of", () => {
  it("is none where two have the name and nothing tells them apart", async () => {
    expect(await match("Calder Limited")).toBeNull();
  });

  it("is that of several of the name whose identifier the report prints", async () => {
    expect(await match("Calder Limited", { lines: [`ISIN: ${ISIN}`] })).toBe(australian.svc_entity_id);
  });

  it("is that of several of the name which has its home where the report says", async () => {
    const lines = ["The Company is a public company incorporated in England and Wales."];
    expect(await match("Calder Limited", { lines })).toBe(british.svc_entity_id);
    const others = ["Calder Limited is a company domiciled in New Zealand."];
    expect(await match("Calder Limited", { lines: others })).toBeNull();
  });

  it("is the one with the printed identifier where the list has an earlier name", async () => {
    expect(await match("Tambo Renewables Limited", { lines: [`LEI ${LEI}`] })).toBe(renamed.svc_entity_id);
  });

  it("is not its manager, whose identifier is printed too", async () => {
    expect(
      await match("Tambo Renewables Limited", { lines: [`LEI of the manager: ${OTHER_LEI}`] }),
    ).toBeNull();
  });

  it("is the one that tagged the numbers, whatever name was read", async () => {
    expect(await match("Annual Holdings", { identifier: LEI })).toBe(renamed.svc_entity_id);
    expect(await match(null, { identifier: LEI })).toBe(renamed.svc_entity_id);
    expect(await match(null, { identifier: "0000000000" })).toBeNull();
  });
});
