/**
 * Writes the exchange list from the ISO 10383 file as published by its registration authority.
 *
 *   node demo/companies/build-exchanges.ts ISO10383_MIC.csv
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Exchange } from "../../src/features/reference/exchanges.ts";
import { readCsv } from "./read-csv.ts";

const TARGET = new URL("../../src/features/reference/data/exchanges.json", import.meta.url);

/** Venues nobody lists a company on: bank trading desks, reporting services, swap and crypto platforms. */
const NOT_A_LISTING_VENUE = new Set(["SINT", "APPA", "CASP", "SEFS", "OTFS", "TRFS", "IDQS"]);

/** Segments that companies themselves name as their listing, beside the operating markets. */
const LISTING_SEGMENTS = new Set(
  (
    "XASE ARCX BATS XCHI IEXG XNGS XNMS XNCM XKOS XKON XTKS XOSE XNGO XMAD XBAR XBIL XVAL MTAA EXGM XMSM XATH XSCA " +
    "XOAS MERK FNSE FNDK FNFI AIMX XETA XFRA FRAA WBAH WBDM XNEC ALXP ALXB ALXL XLUX EMTF XTNX"
  ).split(" "),
);

/** How people write the markets that matter most; everything else is put into ordinary case below. */
const WRITTEN: Record<string, string> = {
  XNAS: "Nasdaq",
  XNYS: "New York Stock Exchange",
  XASE: "NYSE American",
  ARCX: "NYSE Arca",
  BATS: "Cboe BZX",
  OTCM: "OTC Markets",
  XJPX: "Japan Exchange Group (Tokyo)",
  XTKS: "Tokyo Stock Exchange",
  XHKG: "Hong Kong Stock Exchange",
  XASX: "Australian Securities Exchange",
  XBOM: "BSE (Bombay)",
  BVMF: "B3 (Brazil)",
  XETR: "Xetra",
  XAMS: "Euronext Amsterdam",
  XBRU: "Euronext Brussels",
  XLIS: "Euronext Lisbon",
  XPAR: "Euronext Paris",
  XDUB: "Euronext Dublin",
  XOSL: "Oslo Børs",
  XCSE: "Nasdaq Copenhagen",
  XHEL: "Nasdaq Helsinki",
  XICE: "Nasdaq Iceland",
  XSTO: "Nasdaq Stockholm",
  XLIT: "Nasdaq Vilnius",
  XRIS: "Nasdaq Riga",
  XTAL: "Nasdaq Tallinn",
  XMIL: "Borsa Italiana",
  XKRX: "Korea Exchange",
  XKOS: "Korea Exchange (KOSDAQ)",
  XNZE: "New Zealand Exchange",
  XMEX: "Bolsa Mexicana de Valores",
  MISX: "Moscow Exchange",
  NEOE: "Cboe Canada",
  XBER: "Börse Berlin",
  XMUN: "Börse München",
  XDUS: "Börse Düsseldorf",
  XWBO: "Wiener Börse",
};

const SMALL_WORDS = new Set([
  "OF",
  "AND",
  "THE",
  "FOR",
  "DE",
  "DEL",
  "LA",
  "DA",
  "DO",
  "DI",
  "ON",
  "IN",
  "AT",
]);
const ORDINARY = /^(?=.*[AEIOUY])[A-Z']{4,}$/;
const SHORT_BUT_ORDINARY = new Set([
  "NEW",
  "SAN",
  "GAS",
  "OIL",
  "LTD",
  "INC",
  "PTE",
  "PTY",
  "ALL",
  "NON",
  "DES",
  "AIR",
  "SUN",
  "EX",
]);
const ACRONYMS = new Set([
  "NYSE",
  "NASDAQ",
  "CBOE",
  "MIAX",
  "EURONEXT",
  "LMAX",
  "NZX",
  "ICAP",
  "MEFF",
  "MEMX",
]);
const ACRONYM_CASE: Record<string, string> = { NASDAQ: "Nasdaq", CBOE: "Cboe", EURONEXT: "Euronext" };

function toOrdinaryCase(name: string): string {
  return name.replace(/\s+/g, " ").replace(/[A-ZÀ-Þ0-9'@.&]+/g, (word, at: number) => {
    if (ACRONYMS.has(word)) return ACRONYM_CASE[word] ?? word;
    if (SMALL_WORDS.has(word)) return at === 0 ? capitalise(word) : word.toLowerCase();
    const bare = word.replace(/\.$/, "");
    return ORDINARY.test(bare) || SHORT_BUT_ORDINARY.has(bare) ? capitalise(word) : word;
  });
}

function capitalise(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/** The code the standard itself gives to what is listed nowhere. */
const NO_MARKET: Exchange = {
  mic: "XXXX",
  operating_mic: "XXXX",
  name: "No market (unlisted)",
  country: null,
};

function buildExchanges(csv: string): Exchange[] {
  return readCsv(csv)
    .filter((row) => row.STATUS !== "EXPIRED" && /^[A-Z]{2}$/.test(row["ISO COUNTRY CODE (ISO 3166)"] ?? ""))
    .filter((row) => row["ISO COUNTRY CODE (ISO 3166)"] !== "ZZ")
    .filter((row) =>
      row["OPRT/SGMT"] === "OPRT"
        ? !NOT_A_LISTING_VENUE.has(row["MARKET CATEGORY CODE"] ?? "")
        : LISTING_SEGMENTS.has(row.MIC ?? ""),
    )
    .map(
      (row): Exchange => ({
        mic: row.MIC ?? "",
        operating_mic: row["OPERATING MIC"] ?? "",
        name: WRITTEN[row.MIC ?? ""] ?? toOrdinaryCase(row["MARKET NAME-INSTITUTION DESCRIPTION"] ?? ""),
        country: row["ISO COUNTRY CODE (ISO 3166)"] ?? "",
      }),
    )
    .concat(NO_MARKET)
    .sort((a, b) => (a.mic < b.mic ? -1 : 1));
}

const source = process.argv[2];
if (!source) throw new Error("Give the path of the ISO 10383 CSV file.");
const exchanges = buildExchanges(readFileSync(source, "utf8"));
writeFileSync(
  TARGET,
  `[\n${exchanges.map((row) => `  ${JSON.stringify(row, null, 1).replaceAll(/\n */g, " ")}`).join(",\n")}\n]\n`,
);
console.log(`${exchanges.length} exchanges`);
