import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Database } from "../../platform/db/index.ts";
import { findDivision } from "../reference/index.ts";
import type { CompanyRecord, FactSource } from "./company-record.ts";
import { type LoadResult, loadCompanyLists } from "./load-companies.ts";
import { loadPreparedCompanies } from "./loading/prepared-companies.ts";
import { NAME_KINDS } from "./names/search-names.ts";

const FICTION: FactSource = {
  name: "Florin demo",
  reference: "demo/fictional/companies.json",
  licence: "Apache-2.0; fictional demo data",
  source_date: "2026-01-01",
};

/**
 * The real listed companies, and the fictional ones with the demo's reports, news and prices. An empty database gets
 * them as prepared rows; otherwise they are merged into what is there.
 */
export async function loadDemoCompanies(db: Database, demoFolder: string): Promise<LoadResult> {
  const prepared = path.join(demoFolder, "companies", "prepared-rows.gz");
  const added = existsSync(prepared)
    ? await loadPreparedCompanies(db, prepared, demoCompaniesVersion(demoFolder))
    : null;
  if (added !== null) return { added, changed: 0, unchanged: 0, rejected: 0, rejections: [] };
  return loadDemoLists(db, demoFolder);
}

/** Loads the demo companies from their lists; `demo/companies/build-rows.ts` makes the prepared rows from the result. */
export function loadDemoLists(db: Database, demoFolder: string): Promise<LoadResult> {
  return loadCompanyLists(db, [
    readCompanyFile(path.join(demoFolder, "companies", "companies.jsonl.gz")),
    { source: FICTION, companies: readFictionalCompanies(demoFolder) },
  ]);
}

/** The hash of the lists: an upgrade loads them again if they have changed. */
export function demoCompaniesVersion(demoFolder: string): string {
  const hash = createHash("sha256");
  for (const file of ["companies/companies.jsonl.gz", "fictional/companies.json"])
    hash.update(readFileSync(path.join(demoFolder, file)));
  return hash.digest("hex").slice(0, 16);
}

const Header = z.object({
  source: z.object({
    name: z.string(),
    reference: z.string(),
    licence: z.string(),
    source_date: z.iso.date(),
  }),
});

const text = z.string().nullish().default(null);

const Line: z.ZodType<CompanyRecord> = z.object({
  svc_entity_id: z.string(),
  name: z.string(),
  perm_id: text,
  lei: text,
  cik: text,
  country: z.string().nullable(),
  exchange: z.string().nullable(),
  primary_sector_id: text,
  market_cap: z.object({ usd: z.number(), date: z.iso.date(), source: z.string() }).nullish().default(null),
  securities: z.array(z.object({ isin: text, ticker: text, mic: text })),
  other_names: z
    .array(z.object({ name: z.string(), kind: z.enum(NAME_KINDS), valid_from: text, valid_to: text }))
    .default([]),
  fictional: z.boolean().default(false),
});

/** A file written by `demo/companies/build.ts`: the source in the first line, one company in each other line. */
export function readCompanyFile(file: string): { source: FactSource; companies: CompanyRecord[] } {
  const [first = "", ...lines] = gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
  const { source } = Header.parse(JSON.parse(first));
  return { source, companies: lines.map((line) => Line.parse(JSON.parse(line))) };
}

const Fictional = z.array(
  z.object({
    svc_entity_id: z.string(),
    name: z.string(),
    name_local: text,
    country: z.string(),
    exchange: z.string(),
    ticker: z.string(),
    isin: z.string(),
    isic: z.string(),
    fictional: z.literal(true),
  }),
);

function readFictionalCompanies(demoFolder: string): CompanyRecord[] {
  const file = path.join(demoFolder, "fictional", "companies.json");
  if (!existsSync(file)) return [];
  return Fictional.parse(JSON.parse(readFileSync(file, "utf8"))).map((company) => ({
    svc_entity_id: company.svc_entity_id,
    name: company.name,
    country: company.country,
    exchange: company.exchange,
    primary_sector_id: findDivision(company.isic)?.id ?? null,
    securities: [{ isin: company.isin, ticker: company.ticker, mic: company.exchange }],
    other_names: company.name_local ? [{ name: company.name_local, kind: "local" }] : [],
    fictional: true,
  }));
}
