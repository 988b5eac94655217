import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  demoCompaniesVersion,
  loadDemoLists,
  readCompanyFile,
} from "../../src/features/companies/demo-companies.ts";
import { isIsin, isLei, loadDemoCompanies } from "../../src/features/companies/index.ts";
import { prepareCompanies } from "../../src/features/companies/loading/prepared-companies.ts";
import { makeLookup } from "../../src/features/companies/lookup.ts";
import { findCountry, findExchange, findSector } from "../../src/features/reference/index.ts";
import { type PreparedTables, unpackTables } from "../../src/platform/db/index.ts";
import { freshDatabase } from "../../test/database.ts";
import { isSameCompany } from "./isin-names.ts";
import { readCsv } from "./read-csv.ts";
import { sectorOf } from "./sector-of.ts";

const { source, companies } = readCompanyFile(path.join(import.meta.dirname, "companies.jsonl.gz"));

const repeated = (values: readonly (string | null | undefined)[]) => {
  const seen = new Set<string>();
  return values.filter((value) => value && (seen.has(value) || !seen.add(value)));
};

describe("the real companies of the demo", () => {
  it("number in the thousands, on every continent and on many markets", () => {
    expect(companies.length).toBeGreaterThan(5_000);
    expect(new Set(companies.map(({ country }) => country)).size).toBeGreaterThan(30);
    expect(new Set(companies.map(({ exchange }) => exchange)).size).toBeGreaterThan(40);
  });

  it("have a known country and a market of that country", () => {
    const strange = companies.filter(
      ({ country, exchange }) =>
        !findCountry(country ?? "") || findExchange(exchange ?? "")?.country !== country,
    );
    expect(strange).toEqual([]);
  });

  it("have identifiers with valid check digits", () => {
    const isins = companies.flatMap(({ securities }) => securities.flatMap(({ isin }) => isin ?? []));
    expect(isins.length).toBeGreaterThan(3_000);
    expect(isins.filter((isin) => !isIsin(isin))).toEqual([]);
    const leis = companies.flatMap(({ lei }) => lei ?? []);
    expect(leis.length).toBeGreaterThan(700);
    expect(leis.filter((lei) => !isLei(lei))).toEqual([]);
    expect(companies.filter(({ cik }) => cik && !/^\d{10}$/.test(cik))).toEqual([]);
    expect(companies.filter(({ securities }) => !securities[0]?.ticker)).toEqual([]);
  });

  it("have only ISINs that a second list has under the same name", () => {
    const listed = new Map(
      readCsv(
        gunzipSync(readFileSync(path.join(import.meta.dirname, "isin-names.csv.gz"))).toString("utf8"),
      ).map(({ isin, name = "" }) => [isin, name]),
    );
    const shipped = companies.flatMap(({ name, securities }) =>
      securities.flatMap(({ isin }) => (isin ? { name, isin } : [])),
    );
    expect(shipped.length).toBeGreaterThan(3_000);
    expect(shipped.filter(({ name, isin }) => !isSameCompany(name, listed.get(isin) ?? ""))).toEqual([]);
  });

  it("have ISINs of a country they are listed in, registered in, or of an island register", () => {
    const registers = companies.flatMap(({ country, securities }) =>
      securities.flatMap(({ isin }) => (isin && !isin.startsWith(country ?? "") ? isin.slice(0, 2) : [])),
    );
    expect(registers.filter((code) => !findCountry(code))).toEqual([]);
    expect(registers.length).toBeLessThan(companies.length / 10);
  });

  it("have no ISIN of another country on a market without foreign companies", () => {
    const foreign = companies.filter(
      ({ country, securities }) =>
        ["JP", "MY", "TH"].includes(country ?? "") &&
        securities.some(({ isin }) => isin && !isin.startsWith(country ?? "")),
    );
    expect(foreign).toEqual([]);
  });

  it("occur only once each", () => {
    expect(repeated(companies.map(({ svc_entity_id }) => svc_entity_id))).toEqual([]);
    expect(repeated(companies.map(({ lei }) => lei))).toEqual([]);
    expect(repeated(companies.map(({ cik }) => cik))).toEqual([]);
    const isins = companies.flatMap(({ securities }) => [...new Set(securities.map(({ isin }) => isin))]);
    expect(repeated(isins)).toEqual([]);
    expect(repeated(companies.map(({ securities: [first] }) => `${first?.mic} ${first?.ticker}`))).toEqual(
      [],
    );
  });

  it("have a market cap only with its date and source, and only sectors of our list", () => {
    const caps = companies.flatMap(({ market_cap }) => market_cap ?? []);
    expect(caps.length).toBeGreaterThan(1_000);
    const abroad = companies.filter(({ country, market_cap }) => country !== "US" && market_cap);
    expect(abroad.length).toBeGreaterThan(200);
    expect(caps.filter(({ usd, date, source: from }) => !(usd > 0) || !date || !from)).toEqual([]);
    expect(companies.filter(({ primary_sector_id: id }) => id && !findSector(id))).toEqual([]);
    expect(companies.filter(({ primary_sector_id: id }) => id).length).toBeGreaterThan(2_000);
  });

  it("name their source and licence", () => {
    expect(source.licence).toContain("CC0");
    expect(companies.every(({ fictional }) => fictional === false)).toBe(true);
  });
});

describe("loading the demo", () => {
  it("takes seconds, loses nothing, and changes nothing the second time", async () => {
    const db = await freshDatabase();
    const folder = path.dirname(import.meta.dirname);
    const first = await loadDemoCompanies(db, folder);
    expect(first.rejections).toEqual([]);
    expect(first.added).toBeGreaterThanOrEqual(companies.length);
    expect(await loadDemoCompanies(db, folder)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: first.added,
    });
    const lookUp = makeLookup(db);
    const [apple] = await lookUp({ isin: "US0378331005" });
    expect(apple?.name).toBe("Apple Inc.");
    const [ibm] = await lookUp({ name: "international business machines" });
    expect(ibm?.children[0]?.ticker).toBe("IBM");
  });

  it("finds companies by the names people use, which come with their source", async () => {
    const db = await freshDatabase();
    await loadDemoCompanies(db, path.dirname(import.meta.dirname));
    const lookUp = makeLookup(db);
    const rows = readCsv(readFileSync(path.join(import.meta.dirname, "everyday-names.csv"), "utf8"));
    expect(rows.length).toBeGreaterThan(80);
    const missed = [];
    for (const { mic, ticker, company, name, kind, source: from } of rows) {
      const [first] = await lookUp({ name });
      const isRight = first?.name === company && first?.children[0]?.ticker === ticker;
      if (!isRight || !mic || !from || !["alias", "short", "local", "former"].includes(kind ?? ""))
        missed.push(`${name}: ${first?.name}`);
    }
    expect(missed).toEqual([]);
  });

  it("copies the rows that loading the lists gives; otherwise run `node demo/companies/build-rows.ts`", async () => {
    const db = await freshDatabase();
    const folder = path.dirname(import.meta.dirname);
    await loadDemoLists(db, folder);
    const loaded = await prepareCompanies(db, demoCompaniesVersion(folder));
    const shipped = unpackTables(readFileSync(path.join(import.meta.dirname, "prepared-rows.gz")));
    expect({ ...shipped, tables: describeTables(shipped) }).toEqual({
      ...loaded,
      tables: describeTables(loaded),
    });
  });
});

const describeTables = ({ tables }: PreparedTables) =>
  tables.map(({ shape, count, rows }) => ({ shape, count, sha256: hash("sha256", rows) }));

it("reads quoted cells, doubled quotes and line breaks inside quotes", () => {
  expect(readCsv('a,b\r\n"x, ""y""","1\n2"\nz,\n')).toEqual([
    { a: 'x, "y"', b: "1\n2" },
    { a: "z", b: "" },
  ]);
});

it("gives no sector when two descriptions disagree", () => {
  expect(sectorOf({ name: "Kestrel", business: "Biotechnology", secondOpinion: "Health" })).toBe("isic:C21");
  expect(sectorOf({ name: "Kestrel", business: "Biotechnology", secondOpinion: "Utilities" })).toBeNull();
  expect(sectorOf({ name: "Kestrel", business: "", secondOpinion: "" })).toBeNull();
});
