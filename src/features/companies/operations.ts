import { z } from "zod";
import { AsOf, readAsOf } from "../../kernel/as-of.ts";
import { Failure } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { describeUnknown, findCountry, findExchange, findSector, listSectorIds } from "../reference/index.ts";
import { watchRevision } from "./current-revision.ts";
import { LISTING_STATUSES } from "./listing-status.ts";
import { type CompanyQuery, makeLookup } from "./lookup.ts";
import { lookUpAsOf } from "./past/look-up-as-of.ts";
import { screenAsOf } from "./past/store.ts";
import { openScreening } from "./screening/open-screening.ts";
import { type Filter, ORDERS } from "./screening/store.ts";

export interface CompanyTools {
  db: Database;
  /** How much memory the indexes for names and for screening may take together, with what they found. */
  cacheBytesMax?: number;
}

const CACHE_BYTES_MAX = 64_000_000;
const NAMES_SHARE = 0.75;

const TEXT_MAX = 200;
const OFFSET_MAX = 1_000_000;
const DOLLARS_MAX = 1e15;

/** The URL at which `renderMonogramPng` is served. */
function logoPath(baseUrl: string, svcEntityId: string): string {
  return `${baseUrl}/logos/${svcEntityId}.png`;
}

const Entity = z
  .object({
    svc_entity_id: z.string().describe("Unique company entity identifier"),
    name: z.string().describe("Official registered name"),
    png_logo_path: z.string().describe("URL of the logo image"),
    children: z
      .array(
        z.object({
          isin: z.string().nullable().describe("ISIN of the security; null when unknown"),
          ticker: z.string().nullable().describe("Ticker of the security; null when unknown"),
          status: z.enum(LISTING_STATUSES),
        }),
      )
      .describe("Securities of the company"),
    status: z.enum(LISTING_STATUSES),
    fictional: z.boolean().describe("True for a fictional demo company"),
    match_score: z
      .number()
      .describe(
        "How well the company matches: 1 for an identifier, 0 to 1 for a name. Below 0.5 it is a guess",
      ),
  })
  .meta({ id: "Entity" });

const text = (about: string) => z.string().max(TEXT_MAX).optional().describe(about);

/** The non-empty fields. PostgreSQL allows no NUL in text, and no name or identifier has one. */
function readQuery({ name, perm_id, isin, ticker }: CompanyQuery): CompanyQuery {
  const read = (text: string | undefined) => text?.replaceAll("\0", "").trim() || undefined;
  return { name: read(name), perm_id: read(perm_id), isin: read(isin), ticker: read(ticker) };
}

export const searchCompany = ({ db, cacheBytesMax = CACHE_BYTES_MAX }: CompanyTools) => {
  const lookUp = makeLookup(db, { namesBytesMax: cacheBytesMax * NAMES_SHARE });
  return defineOperation({
    id: "companies.search",
    summary: "Look up a company by name, permanent identifier, ISIN or ticker",
    guide:
      "Find who a company is: turns its name, the ticker it trades under, ISIN or LEI into the svc_entity_id (entity " +
      "id) that other tools take. " +
      "Give at least one field; several narrow the search. Best match first, at most 20; an empty list when nothing " +
      "is reasonably close. Names may be partial, misspelt, abbreviated, in any word order, former, or in the script of the company's own country.",
    scope: "companies:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 50,
    rest: { method: "POST", path: "/v1/company_report/company_search", alsoGet: true },
    mcp: { tool: "find_company" },
    input: z.strictObject({
      name: text("Full or partial company name"),
      perm_id: text("Permanent identifier: svc_entity_id, LEI, CIK or the perm_id of a source"),
      isin: text("ISIN of any of the company's securities"),
      ticker: text("Ticker, also with a market (MC.PA, NYSE:IBM)"),
      status: z.enum(LISTING_STATUSES).optional().describe("Only companies of this listing status"),
      as_of: AsOf,
    }),
    output: z.array(Entity),
    examples: [
      { title: "By ISIN", input: { isin: "US0378331005" } },
      { title: "By part of the name", input: { name: "international business machines" } },
      { title: "By ticker and name", input: { ticker: "SIE", name: "Siemens" } },
    ],
    warmUp: lookUp.warmUp,
    async run({ baseUrl }, input) {
      const query = readQuery(input);
      if (Object.values(query).every((text) => text === undefined))
        throw new Failure("invalid_input", { detail: "Give at least one of name, perm_id, isin or ticker." });
      const asOf = readAsOf(input.as_of);
      const companies = await (asOf === null ? lookUp(query) : lookUpAsOf(db, lookUp, query, asOf));
      const { status } = input;
      const wanted =
        status === undefined ? companies : companies.filter((company) => company.status === status);
      return wanted.map((company) => ({
        ...company,
        png_logo_path: logoPath(baseUrl, company.svc_entity_id),
      }));
    },
  });
};

const Company = z
  .object({
    svc_entity_id: z.string().describe("Entity identifier"),
    name: z.string().describe("Official registered name"),
    png_logo_path: z.string().describe("PNG logo URL"),
    country: z.string().nullable().describe("ISO 3166-1 alpha-2 code of the primary listing"),
    exchange: z.string().nullable().describe("Market Identifier Code of the primary exchange"),
    market_cap_usd: z
      .number()
      .nullable()
      .describe("Market capitalization in US dollars on market_cap_date; null when unknown"),
    market_cap_date: z.string().nullable().describe("Day of the market capitalization, YYYY-MM-DD"),
    primary_sector_id: z.string().nullable().describe("Identifier from the sector list"),
    lei: z.string().nullable().describe("20-character Legal Entity Identifier"),
    cik: z.string().nullable().describe("Central Index Key of the US securities regulator"),
    primary_isin: z.string().nullable().describe("Primary ISIN of the equity"),
    primary_ticker: z.string().nullable().describe("Primary ticker of the equity"),
    status: z.enum(LISTING_STATUSES),
    fictional: z.boolean().describe("True for a fictional demo company"),
  })
  .meta({ id: "Company" });

const dollars = (about: string) => z.number().min(0).max(DOLLARS_MAX).optional().describe(about);

const Screening = z.strictObject({
  country: z.string().max(TEXT_MAX).optional().describe("ISO 3166-1 alpha-2 code of the primary listing"),
  market_cap_usd: z
    .strictObject({ min: dollars("Minimum, in US dollars"), max: dollars("Maximum, in US dollars") })
    .optional()
    .describe("Range of market capitalization; companies without a known one are left out"),
  sector: z
    .string()
    .max(TEXT_MAX)
    .optional()
    .describe("Identifier from the sector list; a section finds all its divisions; empty means any"),
  exchange: z.string().max(TEXT_MAX).optional().describe("Market Identifier Code"),
  status: z
    .enum([...LISTING_STATUSES, "any"])
    .default("active")
    .describe("Only companies whose shares are traded (active), suspended or delisted; any for all"),
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(OFFSET_MAX).default(0),
  order: z.enum(ORDERS).default("market_cap_desc"),
  as_of: AsOf,
});

const COMPANY_COLUMNS = [
  ...["svc_entity_id", "name", "country", "exchange", "primary_ticker", "primary_isin", "lei", "cik"].map(
    (name) => ({ name, type: "text" as const }),
  ),
  { name: "primary_sector_id", type: "text" },
  { name: "market_cap_usd", type: "number" },
  { name: "market_cap_date", type: "date" },
  { name: "status", type: "text" },
] as const;

const STATUS_FILTER = { active: "active", suspended: "suspended", delisted: "delisted", any: null } as const;

/** Checks the filters against the reference lists and names each unknown value. */
function readFilter(input: z.output<typeof Screening>): Filter {
  const { market_cap_usd: { min = null, max = null } = {} } = input;
  const country = input.country?.trim().toUpperCase() || null;
  const exchange = input.exchange?.trim().toUpperCase() || null;
  const sector = input.sector?.trim() || null;
  const faults = [
    country !== null && !findCountry(country) && `country: ${describeUnknown("countries", country)}`,
    exchange !== null && !findExchange(exchange) && `exchange: ${describeUnknown("exchanges", exchange)}`,
    sector !== null && !findSector(sector) && `sector: ${describeUnknown("sectors", sector)}`,
  ].filter((fault) => fault !== false);
  if (min !== null && max !== null && min > max)
    faults.push(`market_cap_usd: min ${min} is greater than max ${max}.`);
  if (faults.length > 0) throw new Failure("invalid_input", { detail: faults.join(" ") });
  const sectorIds = sector === null ? null : listSectorIds(sector);
  // Whole dollars are stored, so fractions can be rounded inward.
  return {
    country,
    exchange,
    sectorIds,
    marketCapMin: min === null ? null : Math.ceil(min),
    marketCapMax: max === null ? null : Math.floor(max),
    status: STATUS_FILTER[input.status],
  };
}

export const screenCompanies = ({ db, cacheBytesMax = CACHE_BYTES_MAX }: CompanyTools) => {
  const { screen } = openScreening(db, {
    currentRevision: watchRevision(db),
    bytesMax: cacheBytesMax * (1 - NAMES_SHARE),
  });
  return defineOperation({
    id: "companies.search_batch",
    summary: "Screen companies by country, exchange, sector and size",
    guide:
      "Lists the companies that match filters, for example the largest of a country, sector or exchange by market cap. All " +
      "fields are optional; values come from the reference lists. `total` is exact; companies of unknown size come last, by name. Only active listings unless status says otherwise.",
    scope: "companies:read",
    effect: "read",
    price: 2,
    isPageRead: true,
    perSecond: 50,
    rest: { method: "POST", path: "/v1/company_report/company_search_batch", alsoGet: true },
    mcp: { tool: "screen_companies" },
    input: Screening,
    output: z.object({
      companies: z.array(Company),
      pagination: z
        .object({
          total: z.int().describe("Total matches across all pages"),
          limit: z.int().describe("Maximum results per page"),
          offset: z.int().describe("Results skipped"),
          has_more: z.boolean().describe("True when more results exist beyond this page"),
        })
        .meta({ id: "Pagination" }),
    }),
    examples: [
      { title: "The largest companies", input: { limit: 5 } },
      {
        title: "Medium-sized companies listed in Japan, by name",
        input: {
          country: "JP",
          market_cap_usd: { min: 1_000_000_000, max: 100_000_000_000 },
          sector: "",
          order: "name_asc",
          limit: 10,
          offset: 0,
        },
      },
    ],
    asTable: ({ companies }) => ({ columns: COMPANY_COLUMNS, rows: companies }),
    async run({ baseUrl }, input) {
      const filter = readFilter(input);
      const { order, limit, offset } = input;
      const asOf = readAsOf(input.as_of);
      const { rows, total } = await (asOf === null
        ? screen(filter, { order, limit, offset })
        : screenAsOf(db, filter, { order, limit, offset }, asOf));
      return {
        companies: rows.map((row) => ({ ...row, png_logo_path: logoPath(baseUrl, row.svc_entity_id) })),
        pagination: { total, limit, offset, has_more: offset + rows.length < total },
      };
    },
  });
};
