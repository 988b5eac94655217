import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { loadCompanies, makeLookup } from "../src/features/companies/index.ts";
import { freshDatabase } from "./database.ts";
import { EDINET_CODES } from "./ingest/edinet-codes.ts";
import { countsOf, openLoading } from "./ingest/loading.ts";
import { startPublisher } from "./ingest/publisher.ts";

const db = await freshDatabase();
const { load, write } = openLoading(db);

/** Made-up companies; the check digits are right. */
const LEI_A = "529900T8BM49AURSDO55";
const LEI_B = "969500HMVSZ0TCV65D58";

const find = async (query: Record<string, string>) => (await makeLookup(db)(query)).map(({ name }) => name);
const companyOf = async (cik: string) => {
  const [row] = await db<{ name: string; status: string; status_date: string | null; lei: string | null }>`
    select name, status, status_date, lei from company where cik = ${cik}`;
  return row;
};
const hashes = async () =>
  (await db<{ row: string }>`select source || key || row_hash as row from company_record order by 1`).map(
    ({ row }) => row,
  );

describe("sec-tickers", () => {
  const list = (rows: unknown[][], fields = ["cik", "name", "ticker", "exchange"]) =>
    JSON.stringify({ fields, data: rows });
  const first = list([
    [1, "Zanthorpe Optics Inc", "ZANO", "Nasdaq"],
    [1, "Zanthorpe Optics Inc", "ZANOW", "Nasdaq"],
    ["two", "No Number", "NONU", "NYSE"],
    [3, "Quillmere Foods Corp", "QUIL", "NYSE"],
    [4, "Brevostone Mining Ltd", "BREV", "NYSE"],
    [5, "Dunlavey Rail Co", "DUNL", null],
  ]);

  it("waits for a busy publisher, rejects a broken row with its line, and continues", async () => {
    let calls = 0;
    const { url } = await startPublisher(() =>
      ++calls < 3
        ? { status: calls === 1 ? 429 : 503, headers: { "retry-after": "0" } }
        : { body: first, headers: { etag: '"1"' } },
    );
    const result = await load("sec-tickers", `${url}/company_tickers_exchange.json`, { date: "2025-01-01" });
    expect(calls).toBe(3);
    expect(countsOf(result)).toEqual({ added: 4, changed: 0, unchanged: 0, skipped: 0, rejected: 1 });
    expect(result.rejections).toMatchObject([{ line: 3, reason: expect.stringContaining("cik") }]);
    expect(await find({ ticker: "ZANOW" })).toEqual(["Zanthorpe Optics Inc"]);
  });

  it("changes nothing when it is loaded again", async () => {
    const before = await hashes();
    const result = await load("sec-tickers", write("same.json", first), { date: "2025-02-01" });
    expect(countsOf(result)).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
    expect(await hashes()).toEqual(before);
  });

  it("keeps the former name of a renamed company, and a delisted company, findable", async () => {
    const later = list([
      [1, "Lumenfield Photonics Inc", "LUMF", "Nasdaq"],
      [3, "Quillmere Foods Corp", "QUIL", "NYSE"],
      [4, "Brevostone Mining Ltd", "BREV", "NYSE"],
    ]);
    const result = await load("sec-tickers", write("later.json", later), { date: "2025-06-30" });
    expect(countsOf(result)).toMatchObject({ added: 0, changed: 1, unchanged: 2 });
    expect(await find({ name: "Zanthorpe Optics" })).toEqual(["Lumenfield Photonics Inc"]);
    const names = await db`select kind, name, valid_to from company_name where kind = 'former'`;
    expect(names).toEqual([{ kind: "former", name: "Zanthorpe Optics Inc", valid_to: "2025-06-30" }]);
    expect(await companyOf("0000000005")).toMatchObject({ status: "delisted", status_date: "2025-06-30" });
    expect(await find({ name: "Dunlavey Rail" })).toEqual(["Dunlavey Rail Co"]);
  });

  it("delists no company while a line of the list cannot be read", async () => {
    const others = [
      [1, "Lumenfield Photonics Inc", "LUMF", "Nasdaq"],
      [3, "Quillmere Foods Corp", "QUIL", "NYSE"],
      [6, "Ashgrove Paper Inc", "ASHG", "NYSE"],
    ];
    const whole = list([...others, [4, "Brevostone Mining Ltd", "BREV", "NYSE"]]);
    const garbled = list([...others, ["four", "Brevostone Mining Ltd", "BREV", "NYSE"]]);
    await load("sec-tickers", write("whole.json", whole), { date: "2025-07-30" });
    const result = await load("sec-tickers", write("garbled.json", garbled), { date: "2025-07-31" });
    expect(countsOf(result)).toMatchObject({ unchanged: 3, rejected: 1 });
    expect(await companyOf("0000000004")).toMatchObject({ status: "active" });
  });

  it("reports in one sentence what has changed in the format, and loads nothing", async () => {
    const drifted = list([[1, "A", "B", "C"]], ["cik", "company", "ticker", "exchange"]);
    const before = await hashes();
    await expect(load("sec-tickers", write("drift.json", drifted))).rejects.toThrow(
      "sec-tickers: the list has no field name; it has cik, company, ticker, exchange. Nothing was loaded.",
    );
    await expect(load("sec-tickers", write("html.json", "<html>"))).rejects.toThrow("not JSON");
    expect(await hashes()).toEqual(before);
  });

  it("delists no company because of an empty list", async () => {
    for (const empty of [list([]), "{}"])
      await expect(load("sec-tickers", write("empty.json", empty))).rejects.toThrow(
        "sec-tickers: the list contains no company. Nothing was loaded.",
      );
    expect(await companyOf("0000000003")).toMatchObject({ status: "active" });
  });
});

describe("sec-submissions", () => {
  const submission = (cik: string, name: string, formerNames: object[] = []) =>
    JSON.stringify({ cik, name, tickers: [], exchanges: [], formerNames, filings: {} });
  const pages: Record<string, () => { status?: number; body?: string; headers?: Record<string, string> }> =
    {};
  let isDown = false;
  const publisher = startPublisher((request) => {
    const cik = /CIK(\d{10})/.exec(request.url ?? "")?.[1] ?? "";
    if (isDown && cik === "0000000004") return { status: 500 };
    return pages[cik]?.() ?? { status: 404 };
  });

  it("resumes where it stopped after the publisher failed", async () => {
    pages["0000000001"] = () => ({
      body: submission("0000000001", "LUMENFIELD PHOTONICS INC", [
        { name: "ZANTHORPE LENS WORKS", from: "1999-05-01T00:00:00.000Z", to: "2011-03-02T00:00:00.000Z" },
      ]),
    });
    let busy = 2;
    pages["0000000003"] = () =>
      busy-- > 0 ? { status: 429, headers: { "retry-after": "0" } } : { body: '{"cik": 3}' };
    pages["0000000004"] = () => ({ body: submission("0000000004", "BREVOSTONE MINING LTD") });
    const { url, requests } = await publisher;
    isDown = true;
    await expect(load("sec-submissions", url)).rejects.toThrow("responded with status 500");
    expect(
      (await db`select state, reason from ingest_run where source = 'sec-submissions'`)[0],
    ).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("500"),
    });
    isDown = false;
    requests.length = 0;
    const result = await load("sec-submissions", url);
    expect(requests[0]).toBeDefined();
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 2, rejected: 1 });
    expect(result.rejections[0]?.reason ?? "").toContain("not in the SEC's format");
    expect(await find({ name: "Zanthorpe Lens" })).toEqual(["Lumenfield Photonics Inc"]);
    const [former] =
      await db`select valid_from, valid_to from company_name where name = 'ZANTHORPE LENS WORKS'`;
    expect(former).toEqual({ valid_from: "1999-05-01", valid_to: "2011-03-02" });
  });
});

describe("gleif", () => {
  const header =
    "LEI,Entity.LegalName,Entity.LegalName.xmllang,Entity.OtherEntityNames.OtherEntityName.1," +
    "Entity.OtherEntityNames.OtherEntityName.1.xmllang,Entity.OtherEntityNames.OtherEntityName.1.type," +
    "Entity.LegalAddress.Country,Entity.EntityCategory,Entity.EntityStatus,Entity.EntityExpirationDate," +
    "Entity.EntityExpirationReason,Entity.SuccessorEntity.1.SuccessorLEI,Registration.RegistrationStatus";
  const csv = [
    header,
    `"${LEI_A}","QUILLMERE FOODS CORP",en,"Quillmere Bakeries Corp",en,PREVIOUS_LEGAL_NAME,US,GENERAL,ACTIVE,,,,ISSUED`,
    `"529900T8BM49AURSDO56","Wrong Digits Ltd",en,,,,US,GENERAL,ACTIVE,,,,ISSUED`,
    `"short line"`,
    `"${LEI_B}","Maradune Textiles SA",fr,,,,FR,GENERAL,INACTIVE,2024-05-01T00:00:00Z,CORPORATE_ACTION,${LEI_A},RETIRED`,
    `"5493001KJTIIGC8Y1R12","Some Fund",en,,,,US,FUND,ACTIVE,,,,ISSUED`,
  ].join("\n");

  it("reads the zipped copy, joins by name and country, and keeps merged records", async () => {
    // The company was loaded with its country of listing, US, as the register has it.
    const zip = zipSync({ "lei2.csv": Buffer.from(csv), "readme.txt": Buffer.from("no") });
    const result = await load("gleif", write("golden.csv.zip", zip), { date: "2025-07-01" });
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 1, rejected: 2 });
    expect(result.rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "1 fields where the header has 13"],
      [3, "LEI 529900T8BM49AURSDO56 has wrong check digits"],
    ]);
    expect(await companyOf("0000000003")).toMatchObject({ lei: LEI_A, name: "Quillmere Foods Corp" });
    expect(await find({ name: "Quillmere Bakeries" })).toEqual(["Quillmere Foods Corp"]);
    const [merged] = await db`select status, status_date, successor_lei from company where lei = ${LEI_B}`;
    expect(merged).toEqual({ status: "merged", status_date: "2024-05-01", successor_lei: LEI_A });
    expect(await find({ name: "Maradune Textiles" })).toEqual(["Maradune Textiles SA"]);
  });

  it("reads the JSON copy the same way", async () => {
    const record = (lei: string, name: string, country: string) => ({
      LEI: { $: lei },
      Entity: {
        LegalName: { "@xml:lang": "fr", $: name },
        OtherEntityNames: { OtherEntityName: { "@type": "PREVIOUS_LEGAL_NAME", $: "Filature Maradune" } },
        LegalAddress: { Country: { $: country } },
        EntityCategory: { $: "GENERAL" },
        EntityStatus: { $: "ACTIVE" },
      },
      Registration: { RegistrationStatus: { $: "ISSUED" } },
    });
    const json = JSON.stringify({ records: [record(LEI_B, "Maradune Textiles SA", "FR"), { LEI: {} }] });
    const result = await load("gleif", write("golden.json", json), { date: "2025-08-01" });
    expect(countsOf(result)).toEqual({ added: 0, changed: 1, unchanged: 0, skipped: 0, rejected: 1 });
    expect(await find({ name: "Filature Maradune" })).toEqual(["Maradune Textiles SA"]);
  });

  it("names the missing columns of a changed format", async () => {
    await expect(load("gleif", write("drift.csv", "LEI,Name\nX,Y\n"))).rejects.toThrow(
      /gleif: the file has no column "Entity.LegalName".*Nothing was loaded/,
    );
    await expect(load("gleif", write("drift2.json", '{"data": {}}'))).rejects.toThrow('no list of "records"');
  });

  it("stores nothing in a dry run, and says what it would do", async () => {
    const before = await hashes();
    const changed = csv.replaceAll("Maradune Textiles SA", "Maradune Tissages SA");
    const result = await load("gleif", write("dry.csv", changed), {}, true);
    expect(countsOf(result)).toMatchObject({ changed: 1, rejected: 2 });
    expect(await hashes()).toEqual(before);
    expect(await db`select 1 from ingest_run where location like '%dry.csv'`).toEqual([]);
  });
});

describe("edinet", () => {
  it("loads Japanese names, and joins by the securities code", async () => {
    const result = await load("edinet", write("EdinetcodeDlInfo.csv", EDINET_CODES));
    expect(countsOf(result)).toEqual({ added: 1, changed: 0, unchanged: 0, skipped: 1, rejected: 1 });
    expect(result.rejections).toMatchObject([
      { line: 5, reason: 'securities code "12" is not five characters' },
    ]);
    expect(await find({ name: "架空電機" })).toEqual(["KAKU DENKI CO., LTD."]);
    expect(await find({ ticker: "9981.T" })).toEqual(["KAKU DENKI CO., LTD."]);
  });
});

describe("isin-lei, companies-csv and openfigi", () => {
  const mapping = write(
    "mapping.json",
    JSON.stringify({
      source: { id: "own-list", name: "Own list", licence: "own", date: "2025-09-01" },
      columns: { key: "id", name: "company", isin: "isin", ticker: "symbol", mic: "market" },
      names: [{ column: "short", kind: "short" }],
    }),
  );
  const csv = [
    "id,company,isin,symbol,market,short",
    "1,Brevostone Mining Ltd,US0378331005,BREV,XNYS,BREVOSTNE MNG",
    "2,Wholly Different Plc,US5949181045,QUIL,XNYS,WD",
    "3,Bad Isin AG,US0378331006,BAD,XETR,",
    "4,Bad Market AG,,BADM,NOPE,",
    "2,Wholly Different Plc,US5949181045,QUIL,XNYS,WD",
  ].join("\n");

  it("join a listing by ticker when the name agrees, and record the conflict when it does not", async () => {
    const result = await load("companies-csv", write("own.csv", csv), { mapping });
    expect(countsOf(result)).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 1, rejected: 2 });
    expect(result.rejections.map(({ line }) => line)).toEqual([4, 5]);
    expect(await find({ isin: "US0378331005" })).toEqual(["Brevostone Mining Ltd"]);
    expect(await find({ isin: "US5949181045" })).toEqual(["Wholly Different Plc"]);
    const conflicts = await db`select field, value, reason from company_conflict where source = 'own-list'`;
    expect(conflicts).toEqual([
      { field: "listing", value: "XNYS:QUIL", reason: "a name that has nothing in common" },
    ]);
  });

  it("reject only the lines that are not text, and warn of bytes in another encoding", async () => {
    const file = write(
      "no-text.csv",
      Buffer.from(
        'id,company,isin,symbol,market,short\n11,Nul\0 Quarry AG,,NULQ,XETR,\n12,19" Wendrach Screens AG,,WNDR,XETR,\n' +
          "13,Follows Obermatt AG,,FOBM,XETR,\n14,Garbl\u00e9 Tressin SA,,GTRS,XPAR,\n",
        "latin1",
      ),
    );
    const result = await load("companies-csv", file, { mapping });
    expect(countsOf(result)).toEqual({ added: 3, changed: 0, unchanged: 0, skipped: 0, rejected: 1 });
    expect(result.rejections).toMatchObject([{ line: 2, reason: expect.stringContaining("NUL") }]);
    expect(result.warnings).toMatchObject([
      { line: 5, reason: "it contains bytes that are invalid in utf-8: the file may be in another encoding" },
    ]);
    const utf16 = write("utf16.csv", Buffer.from(csv, "utf16le"));
    await expect(load("companies-csv", utf16, { mapping })).rejects.toThrow(
      "The header line cannot be read: it contains NUL characters",
    );
  });

  it("give companies the LEI of their ISIN, and skip ISINs of unknown companies", async () => {
    const file = write(
      "isin-lei.csv",
      `LEI,ISIN\n5493001KJTIIGC8Y1R12,US5949181045\n${LEI_A},US0000000000\n`,
    );
    const result = await load("isin-lei", file);
    expect(countsOf(result)).toEqual({ added: 1, changed: 0, unchanged: 0, skipped: 1, rejected: 0 });
    expect(await find({ perm_id: "5493001KJTIIGC8Y1R12" })).toEqual(["Wholly Different Plc"]);
    expect(countsOf(await load("isin-lei", file))).toMatchObject({ added: 0, unchanged: 1 });
  });

  it("query OpenFIGI in batches, respect its rate limit, and keep short names", async () => {
    let calls = 0;
    const { url } = await startPublisher((_request, body) => {
      if (++calls === 1) return { status: 429, headers: { "retry-after": "0" } };
      const jobs = JSON.parse(body) as { idValue: string }[];
      return {
        body: JSON.stringify(
          jobs.map(({ idValue }) =>
            idValue === "US5949181045"
              ? { data: [{ figi: "BBG000000001", name: "WHLLY DIFFRNT", ticker: "QUIL" }] }
              : { warning: "No identifier found." },
          ),
        ),
      };
    });
    expect(countsOf(await load("openfigi", url))).toMatchObject({ added: 1, skipped: 1 });
    expect(await find({ name: "WHLLY DIFFRNT" })).toEqual(["Wholly Different Plc"]);
  });

  it("report every value of a field with its source", async () => {
    const records = await db<{ source: string; licence: string }>`
      select r.source, s.licence from company_record r join company_source s using (source_no)
      join company c using (svc_entity_id) where c.cik = '0000000003' order by 1`;
    expect(records).toEqual([
      { source: "gleif", licence: "CC0 1.0" },
      { source: "sec-tickers", licence: "US government work, public domain" },
    ]);
  });
});

describe("a list that is loaded again", () => {
  it("does not overwrite what other sources have added", async () => {
    const source = { name: "list", reference: "", licence: "own", source_date: "2025-01-01" };
    const company = {
      svc_entity_id: "ent_loadedcompany",
      name: "Verrowmoor Glass Ltd",
      cik: "0000000991",
      country: "US",
      exchange: "XNYS",
      securities: [{ ticker: "VERR", mic: "XNYS" }],
    };
    await loadCompanies(db, source, [company]);
    const submission = {
      cik: "991",
      name: "VERROWMOOR GLASS LTD",
      formerNames: [{ name: "Pemberhollow Kilns", from: "2001-02-31T00:00:00.000Z", to: "unknown" }],
    };
    await load("sec-submissions", write("CIK0000000991.json", JSON.stringify(submission)));
    expect(await find({ name: "Pemberhollow Kilns" })).toEqual(["Verrowmoor Glass Ltd"]);
    const moved = { ...company, exchange: "XNAS", securities: [{ ticker: "VERR", mic: "XNAS" }] };
    await loadCompanies(db, source, [moved]);
    expect(await find({ name: "Pemberhollow Kilns" })).toEqual(["Verrowmoor Glass Ltd"]);
    const [row] = await db`select exchange from company where svc_entity_id = 'ent_loadedcompany'`;
    expect(row).toEqual({ exchange: "XNAS" });
  });
});
