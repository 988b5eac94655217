import { expect, it } from "vitest";
import { loadCompanies } from "../src/features/companies/index.ts";
import { listFieldValues } from "../src/features/companies/merging/provenance.ts";
import { freshDatabase } from "./database.ts";
import { openLoading } from "./ingest/loading.ts";

const db = await freshDatabase();
const { load, write } = openLoading(db);

const MAPPING = write(
  "home.json",
  JSON.stringify({
    source: { id: "home", name: "Home list", licence: "test" },
    columns: { key: "symbol", name: "company", ticker: "symbol", mic: "market", country: "country" },
  }),
);

let lists = 0;
const loadHome = (...rows: string[]) =>
  load("companies-csv", write(`home-${++lists}.csv`, ["symbol,company,market,country", ...rows].join("\n")), {
    mapping: MAPPING,
  });
const loadReceipts = (...data: unknown[][]) =>
  load(
    "sec-tickers",
    write(`sec-${++lists}.json`, JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data })),
  );
const companiesCalled = (start: string) => db<{
  name: string;
  country: string | null;
  exchange: string | null;
  tickers: string[];
}>`
  select name, country, exchange, array(select s.ticker from security s where s.company_no = c.company_no order by 1) as tickers
  from company c where name like ${`${start}%`} order by name, country`;

it("joins depositary receipts to their company, wherever it is listed, and shows its home listing", async () => {
  await loadHome("VLM,Velmora Chemie AG,XSWX,CH");
  await loadReceipts([801, "VELMORA CHEMIE AG/ADR", "VLMAY", "OTC"]);
  expect(await companiesCalled("V")).toEqual([
    { name: "Velmora Chemie AG", country: "CH", exchange: "XSWX", tickers: ["VLM", "VLMAY"] },
  ]);
});

it("joins depositary receipts that were loaded first", async () => {
  await loadReceipts([802, "Tessmark Bryggeri A/S / ADR", "TSMKY", "OTC"]);
  expect(await companiesCalled("Tess")).toMatchObject([
    { name: "Tessmark Bryggeri A/S", country: "US", exchange: "OTCM" },
  ]);
  await loadHome("TESS,Tessmark Bryggeri A/S,XCSE,DK");
  expect(await companiesCalled("Tess")).toEqual([
    { name: "Tessmark Bryggeri A/S", country: "DK", exchange: "XCSE", tickers: ["TESS", "TSMKY"] },
  ]);
});

it("joins companies that the SEC marks as foreign, and those with only tickers of foreign shares", async () => {
  await loadHome("CRG,Corrigal Gold Corp,XTSX,CA", "FENW,Fenwarren plc,XLON,GB");
  await loadReceipts([831, "CORRIGAL GOLD CORP", "CRGLF", "OTC"], [832, "FENWARREN PLC /FI", "FENW", "NYSE"]);
  expect(await companiesCalled("Corrigal")).toMatchObject([{ country: "CA", tickers: ["CRG", "CRGLF"] }]);
  expect(await companiesCalled("Fenwarren")).toMatchObject([{ country: "GB", exchange: "XLON" }]);
});

it("joins a name with the same ticker on a market of another country", async () => {
  await loadHome("DARV,Darvelle Hotels Corp,XTSE,CA");
  await loadReceipts([841, "Darvelle Hotels Corp", "DARV", "NYSE"]);
  expect(await companiesCalled("Darvelle")).toMatchObject([{ exchange: "XNYS", tickers: ["DARV", "DARV"] }]);
});

it("keeps companies apart when the legal form differs, two have the name, or no receipt is mentioned", async () => {
  await loadHome(
    "ORNA,Ornavik Ltd,XNSE,IN",
    "PELL,Pellstrom SE,XETR,DE",
    "PELS,Pellstrom SE,XPAR,FR",
    "HALD,Haldane Robotics Inc,XTSE,CA",
  );
  await loadReceipts(
    [803, "Ornavik SpA/ADR", "ORNAY", "OTC"],
    [804, "Pellstrom SE/ADR", "PELLY", "OTC"],
    [805, "Haldane Robotics Inc", "HALR", "NYSE"],
  );
  expect(await companiesCalled("Ornavik")).toHaveLength(2);
  expect(await companiesCalled("Pellstrom")).toHaveLength(3);
  expect(await companiesCalled("Haldane")).toHaveLength(2);
});

it("does not match an ISIN to a namesake abroad with another legal form", async () => {
  const withIsin = (id: string) =>
    write(
      `${id}.json`,
      JSON.stringify({
        source: { id, name: id, licence: "test" },
        columns: { key: "isin", name: "company", isin: "isin", country: "country" },
      }),
    );
  const list = (name: string, ...rows: string[]) => write(name, ["isin,company,country", ...rows].join("\n"));
  await load(
    "companies-csv",
    list("vendor.csv", "US0378331005,Kestrelle AG,DE", "US5949181045,Morvane SE,FR"),
    {
      mapping: withIsin("vendor"),
    },
  );
  await load(
    "companies-csv",
    list("exchange.csv", "US0378331005,Kestrelle Limited,IN", "US5949181045,Morvane SE,NL"),
    { mapping: withIsin("exchange") },
  );
  expect(await companiesCalled("Kestrelle")).toMatchObject([{ country: "DE" }, { country: "IN" }]);
  expect(await companiesCalled("Morvane")).toHaveLength(1);
  expect(await db`select value, reason from company_conflict where source = 'exchange'`).toEqual([
    { value: "US0378331005", reason: "another legal form in another country" },
  ]);
});

it("keeps the loaded listing when no source gives a domicile", async () => {
  const source = { name: "chosen", reference: "", licence: "own", source_date: "2025-01-01" };
  await loadCompanies(db, source, [
    {
      svc_entity_id: "ent_sakuragawa00",
      name: "Sakuragawa Motors Co Ltd",
      perm_id: null,
      lei: null,
      cik: "0000000851",
      country: "JP",
      exchange: "XJPX",
      primary_sector_id: null,
      market_cap: null,
      securities: [{ isin: null, ticker: "7298", mic: "XJPX" }],
    },
  ]);
  await loadReceipts([851, "SAKURAGAWA MOTORS CO LTD", "SKRM", "NYSE"]);
  expect(await companiesCalled("Sakuragawa")).toMatchObject([{ country: "JP", exchange: "XJPX" }]);
});

it("marks the displayed spelling as chosen, even when a register has the name in capitals", async () => {
  const [company] = await db<{ svc_entity_id: string; name: string }>`
    select svc_entity_id, name from company where name ilike 'sakuragawa%'`;
  const fields = await listFieldValues(db, company?.svc_entity_id ?? "");
  const names = fields.filter(({ field }) => field === "name");
  expect(names.map(({ value, chosen }) => [value, chosen])).toEqual([
    [company?.name, true],
    ["SAKURAGAWA MOTORS CO LTD", false],
  ]);
  expect(company?.name).toBe("Sakuragawa Motors Co Ltd");
});

it("shows a company's home listing, whatever market a list calls primary", async () => {
  const mapping = write(
    "registered.json",
    JSON.stringify({
      source: { id: "registered", name: "Registered", licence: "test" },
      columns: {
        key: "symbol",
        name: "company",
        cik: "cik",
        ticker: "symbol",
        mic: "market",
        country: "country",
        domicile: "domicile",
      },
    }),
  );
  await load(
    "companies-csv",
    write(
      "registered.csv",
      [
        "symbol,company,cik,market,country,domicile",
        "7299,Hoshikawa Motors Co Ltd,0000000821,XJPX,JP,JP",
        "LIMB,Limbourg Audio SA,0000000822,XETR,DE,LU",
      ].join("\n"),
    ),
    { mapping },
  );
  await loadReceipts(
    [821, "HOSHIKAWA MOTORS CO LTD", "HSKW", "NYSE"],
    [822, "LIMBOURG AUDIO SA", "LIMB", "NYSE"],
    [823, "Grenfall Mining Corp", "GREN", null],
  );
  expect(await companiesCalled("Hoshikawa")).toMatchObject([{ country: "JP", exchange: "XJPX" }]);
  expect(await companiesCalled("Limbourg")).toMatchObject([{ country: "US", exchange: "XNYS" }]);
  expect(await companiesCalled("Grenfall")).toMatchObject([{ country: "US", exchange: null }]);
});
