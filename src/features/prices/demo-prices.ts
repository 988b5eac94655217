import { createReadStream } from "node:fs";
import path from "node:path";
import { type Database, inTransaction } from "../../platform/db/index.ts";
import { openCsv } from "../../platform/tables/index.ts";
import { listCompaniesByIds } from "../companies/index.ts";
import { writeShareCounts } from "./capitalization/store.ts";
import { makeRowReader, type PriceRow } from "./importing/read-price-row.ts";
import { detectShape, makeCellReader } from "./importing/shapes.ts";
import { settlePrices, writeActions } from "./importing/store.ts";
import { writePrices } from "./importing/write-prices.ts";

const ORIGIN = {
  source: "Florin demo",
  reference: "demo/fictional/prices.csv",
  licence: "Apache-2.0; fictional demo data",
};

/** Prices, splits, dividends and share counts of the fictional companies. */
export async function loadDemoPrices(db: Database, folder: string): Promise<number> {
  const prices = await readDemoPrices(path.join(folder, "prices.csv"));
  const companies = await listCompaniesByIds(db, [...prices.keys()]);
  const actions = await readDemoActions(path.join(folder, "corporate-actions.csv"));
  const shares = await readDemoShares(path.join(folder, "prices/shares.csv"));
  return inTransaction(db, async (sql) => {
    const shape = detectShape(["date", "close", "currency"], "florin");
    if (!shape) throw new Error("the demo prices have no shape");
    const batch = [...prices].map(([svc_entity_id, { ticker, currency, rows }]) => {
      const { primary_isin = null, exchange = null } = companies.get(svc_entity_id) ?? {};
      return { security: { svc_entity_id, ticker, currency, isin: primary_isin, exchange }, rows };
    });
    const { added, changed, unchanged } = await writePrices(sql, shape, ORIGIN, batch);
    await writeActions(sql, actions);
    await writeShareCounts(sql, shares);
    return added + changed + unchanged;
  }).then(async (count) => {
    await settlePrices(db);
    return count;
  });
}

interface CompanyPrices {
  ticker: string;
  currency: string;
  rows: PriceRow[];
}

async function readDemoPrices(file: string): Promise<Map<string, CompanyPrices>> {
  const { header, lines } = await openCsv(createReadStream(file));
  const shape = detectShape(header, "florin");
  if (!shape) throw new Error(`${file} has no known shape`);
  const read = makeCellReader(header, shape);
  const readRow = makeRowReader("9999-12-31");
  const found = new Map<string, CompanyPrices>();
  for await (const { line, cells } of lines) {
    const row = read(cells);
    const price = readRow(row);
    if (typeof price === "string") throw new Error(`${file}, line ${line}: ${price}`);
    const { svc_entity_id = "", ticker, currency } = row;
    const company = found.get(svc_entity_id ?? "") ?? {
      ticker: ticker ?? "",
      currency: currency ?? "",
      rows: [],
    };
    company.rows.push(price);
    found.set(svc_entity_id ?? "", company);
  }
  return found;
}

async function* readRows(file: string): AsyncGenerator<Record<string, string>> {
  const { header, lines } = await openCsv(createReadStream(file));
  for await (const { cells } of lines)
    yield Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""]));
}

async function readDemoActions(file: string) {
  const rows = await Array.fromAsync(readRows(file));
  return rows.map((row) => ({
    svc_entity_id: row["svc_entity_id"] ?? "",
    ticker: row["ticker"] ?? "",
    kind: row["type"] === "split" ? ("split" as const) : ("dividend" as const),
    ex_date: row["ex_date"] ?? "",
    payment_date: row["payment_date"] || null,
    amount: row["amount"] ? Number(row["amount"]) : null,
    currency: row["currency"] || null,
    ratio: row["ratio"] ? Number(row["ratio"]) : null,
    amount_split_adjusted: false,
    source: ORIGIN.source,
    licence: ORIGIN.licence,
  }));
}

async function readDemoShares(file: string) {
  const rows = await Array.fromAsync(readRows(file));
  return rows.map((row) => ({
    svc_entity_id: row["svc_entity_id"] ?? "",
    date: row["date"] ?? "",
    shares: Number(row["shares"]),
    source: ORIGIN.source,
    reference: row["reference"] ?? "",
    licence: ORIGIN.licence,
  }));
}
