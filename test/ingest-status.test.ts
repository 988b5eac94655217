import { expect, it } from "vitest";
import { openSourceTools, requireSource, runIngest } from "../src/features/ingest/index.ts";
import { startTestApp } from "./app.ts";
import { openLoading } from "./ingest/loading.ts";

const app = await startTestApp();
const { db } = app;
const { folder, load, write } = openLoading(db);
const { key } = await app.addAccount();

let lists = 0;
const mapping = (id: string) =>
  write(
    `${id}.json`,
    JSON.stringify({
      source: { id, name: `List ${id}`, licence: "test" },
      columns: {
        key: "symbol",
        name: "company",
        ticker: "symbol",
        mic: "market",
        country: "country",
        status: "status",
      },
    }),
  );
const loadList = (id: string, rows: string[], date = "2026-03-02") =>
  load(
    "companies-csv",
    write(`${id}-${++lists}.csv`, ["symbol,company,market,country,status", ...rows].join("\n")),
    { mapping: mapping(id), date },
  );
interface Row {
  name: string;
  status: string;
  exchange?: string;
  children?: { ticker: string; status: string }[];
}
const post = async (route: string, body: object) => (await app.call("POST", route, { key, body })).json.data;
const search = async (body: object) => (await post("/v1/company_report/company_search", body)) as Row[];
const screen = async (body: object) =>
  ((await post("/v1/company_report/company_search_batch", body)) as { companies: Row[] }).companies;
const names = (rows: Row[]) => rows.map(({ name }) => name);

it("shows the listing status in look-up and screening, and screens active companies unless asked for others", async () => {
  await loadList("states", [
    "AAQ,Aquilon Ferries AS,XOSL,NO,",
    "BRQ,Brenholt Ferries AS,XOSL,NO,suspended",
    "CYQ,Cygnal Ferries AS,XOSL,NO,delisted",
  ]);
  expect((await search({ name: "Brenholt Ferries" }))[0]).toMatchObject({ status: "suspended" });
  expect((await search({ ticker: "CYQ" }))[0]).toMatchObject({ status: "delisted" });
  expect(names(await search({ ticker: "CYQ", status: "active" }))).toEqual([]);
  expect(names(await screen({ country: "NO" }))).toEqual(["Aquilon Ferries AS"]);
  expect(await screen({ country: "NO", status: "suspended" })).toMatchObject([
    { name: "Brenholt Ferries AS", status: "suspended" },
  ]);
  expect(names(await screen({ country: "NO", status: "delisted" }))).toEqual(["Cygnal Ferries AS"]);
  expect(names(await screen({ country: "NO", status: "any" }))).toHaveLength(3);
});

it("counts a company as active again when its list says so, also in the cached total", async () => {
  await loadList("states", ["BRQ,Brenholt Ferries AS,XOSL,NO,active"], "2026-03-03");
  expect(names(await screen({ country: "NO" }))).toEqual(["Aquilon Ferries AS", "Brenholt Ferries AS"]);
});

it("keeps a company active while it is listed in another country, although one listing is suspended", async () => {
  await loadList("home-dk", ["DOQ,Dovrefjord Shipping ASA,XCSE,DK,suspended"]);
  await loadList("home-fi", ["DOQ,Dovrefjord Shipping ASA,XHEL,FI,"]);
  expect((await search({ name: "Dovrefjord Shipping" }))[0]).toMatchObject({ status: "active" });
});

it("shows the status of each security", async () => {
  const statuses = async (...rows: string[]) => {
    const lines = rows.map((row) => `${row},US0378331005`);
    const file = write(`classes-${++lists}.csv`, ["symbol,name,mic,delisted,isin", ...lines].join("\n"));
    await load("financedatabase", file, { date: `2026-04-${lists + 10}` });
    return (await search({ name: "Elverum Shipping" }))[0]?.children?.map(({ ticker, status }) => [
      ticker,
      status,
    ]);
  };
  const [home, abroad] = ["ELQ,Elverum Shipping Inc,XNYS", "EVL.L,Elverum Shipping Inc,XLON"];
  expect(await statuses(`${home},false`, `${abroad},true`)).toEqual([
    ["ELQ", "active"],
    ["EVL", "delisted"],
  ]);
  expect(await statuses(`${home},true`, `${abroad},true`)).toEqual([
    ["ELQ", "delisted"],
    ["EVL", "delisted"],
  ]);
});

it("rejects a line whose status is not one", async () => {
  expect(await loadList("states-2", ["EEQ,Estrand AS,XOSL,NO,perhaps"])).toMatchObject({
    rejected: 1,
    added: 0,
  });
});

it("orders companies of unknown size by name", async () => {
  await loadList("sizes", ["ZQ1,Zulmar Oy,XHEL,FI,", "ZQ2,alpmar Oy,XHEL,FI,", "ZQ3,Émar Oy,XHEL,FI,"]);
  for (const order of ["market_cap_desc", "market_cap_asc"])
    expect(names(await screen({ country: "FI", order }))).toEqual(["alpmar Oy", "Émar Oy", "Zulmar Oy"]);
});

it("keeps the market that one list names when another list only names its operator, in either order", async () => {
  const sec = (...data: unknown[][]) =>
    load(
      "sec-tickers",
      write(`sec-${++lists}.json`, JSON.stringify({ fields: ["cik", "name", "ticker", "exchange"], data })),
    );
  const operator = [901, "FINEMARKET MINES INC", "FMQ", "NYSE"];
  const later = [902, "Latermarket Mines Inc", "LMQ", "NYSE"];
  await loadList("fine", ["FMQ,Finemarket Mines Inc,XASE,US,"]);
  await sec(operator, later);
  await loadList("fine-2", ["LMQ,Latermarket Mines Inc,XASE,US,"]);
  const markets = await db<{ name: string; exchange: string; mics: string[] }>`
    select name, exchange, array(select mic from security s where s.company_no = c.company_no) as mics
    from company c where name ilike '%market mines inc' order by name`;
  expect(markets).toEqual([
    { name: "Finemarket Mines Inc", exchange: "XASE", mics: ["XASE"] },
    { name: "Latermarket Mines Inc", exchange: "XASE", mics: ["XASE"] },
  ]);
});

it.each([
  [
    "American Depositary Shares",
    "Hollunder Motoren AG American Depositary Shares (each representing two shares)",
  ],
  ["abbreviated receipts", "HOLLUNDER MOTOREN AG SPONS. ADR 1/4"],
  ["global receipts", "Hollunder Motoren AG GDR (EACH REPR"],
  ["certificates", "Hollunder Motoren AG Participation Certificates"],
])("treats %s as a listing of their company", async (_kind, name) => {
  const ticker = `HL${++lists}`;
  await loadList("home-de", ["HLM,Hollunder Motoren AG,XETR,DE,"]);
  await loadList(`abroad-${lists}`, [`${ticker},${name},XNYS,US,`]);
  const found = await search({ ticker });
  expect(found).toMatchObject([{ name: "Hollunder Motoren AG" }]);
  expect(names(await search({ name: "Hollunder Motoren" }))).toEqual(["Hollunder Motoren AG"]);
});

it("names a company that is known only by its receipts without the kind of its shares", async () => {
  await loadList("only-receipts", ["YNQ,Yonder Lanterns Ltd. American Depositary Shares,XNAS,US,"]);
  expect((await search({ ticker: "YNQ" }))[0]).toMatchObject({ name: "Yonder Lanterns Ltd." });
});

it("leaves names alone that only contain the word of a receipt", async () => {
  await loadList("words", [
    "KCQ,Kestrel Certificate Authority Inc,XKRX,KR,",
    "GAQ,Great Ads Media Inc,XNAS,US,",
  ]);
  expect(names(await search({ ticker: "KCQ" }))).toEqual(["Kestrel Certificate Authority Inc"]);
  expect(names(await search({ ticker: "GAQ" }))).toEqual(["Great Ads Media Inc"]);
});

it("finds a company by a brand that a list of one's own gives it, and refuses one for another company", async () => {
  await loadList("brands-home", ["QFG,Quillfeather Group plc,XLON,GB,", "OTH,Otherworld Mills plc,XLON,GB,"]);
  const file = write(
    "names.csv",
    "company,market,symbol,name\nQuillfeather Group plc,XLON,QFG,Feathercoat\nQuillfeather Group plc,XLON,OTH,Wrongcoat\n",
  );
  const own = write(
    "names.json",
    JSON.stringify({
      source: { id: "my-names", name: "My names", licence: "own data", date: "2026-01-31" },
      columns: { key: "name", name: "company", ticker: "symbol", mic: "market" },
      names: [{ column: "name", kind: "alias" }],
      creates_companies: false,
    }),
  );
  await load("companies-csv", file, { mapping: own });
  expect(names(await search({ name: "Feathercoat" }))[0]).toBe("Quillfeather Group plc");
  expect(names(await search({ name: "Wrongcoat" }))).not.toContain("Otherworld Mills plc");
});

it("asks for the date of a list that does not say it, and reads it where the list does", async () => {
  const list = (file: string) =>
    write(file, "symbol,company,market,country,status\nTDQ,Tuesday Dairies Ltd,XDUB,IE,\n");
  const loadUndated = (file: string) => {
    const settings = { dataFolder: folder, userAgent: "florin-test", allowLocal: true };
    const tools = openSourceTools(db, settings, new AbortController().signal);
    return runIngest(tools, requireSource("companies-csv"), {
      location: list(file),
      options: { mapping: mapping("dated") },
    });
  };
  await expect(loadUndated("undated.csv")).rejects.toThrow("Add --option date=YYYY-MM-DD");
  await loadUndated("dated-2026-02-03.csv");
  const [source] = await db`select source_date from company_source where name = 'List dated'`;
  expect(source).toEqual({ source_date: "2026-02-03" });
});
