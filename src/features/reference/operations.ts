import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { COUNTRIES } from "./countries.ts";
import { EXCHANGES } from "./exchanges.ts";
import { readGuide } from "./guides/operations.ts";
import { MARKET_CAP_RANGES } from "./market-cap-ranges.ts";
import { REPORT_TYPE_VERSION } from "./report-taxonomy.ts";
import { REPORT_TYPES } from "./report-types.ts";
import { SECTORS } from "./sectors.ts";
import { listValues, REFERENCE_KINDS } from "./values.ts";

/** Common to all reference lists: free, the same for everyone, without parameters. */
const SHARED = {
  scope: "reference:read",
  effect: "read",
  price: 0,
  perSecond: 50,
  mcp: false,
  input: z.strictObject({}),
  examples: [{ title: "The whole list", input: {} }],
} as const;

const listCountries = () =>
  defineOperation({
    ...SHARED,
    id: "reference.countries",
    summary: "List country codes",
    guide:
      "Every ISO 3166-1 country code with its English name: the values of `country` in companies.search_batch.",
    rest: { method: "GET", path: "/v1/constant/countries", cache: "etag" },
    output: z.object({
      countries: z.array(
        z
          .object({ code: z.string().describe("ISO 3166-1 alpha-2"), name: z.string() })
          .meta({ id: "Country" }),
      ),
    }),
    run: async () => ({ countries: [...COUNTRIES] }),
  });

const listExchanges = () =>
  defineOperation({
    ...SHARED,
    id: "reference.exchanges",
    summary: "List exchange codes",
    guide:
      "Market Identifier Codes (ISO 10383) of markets a company can be listed on, with name and country: " +
      "the values of `exchange` in companies.search_batch.",
    rest: { method: "GET", path: "/v1/constant/exchanges", cache: "etag" },
    output: z.object({
      exchanges: z.array(
        z
          .object({
            mic: z.string().describe("Market Identifier Code"),
            operating_mic: z.string().describe("Code of the market that operates this one"),
            name: z.string(),
            country: z.string().nullable().describe("ISO 3166-1 alpha-2; null for XXXX, no market"),
          })
          .meta({ id: "Exchange" }),
      ),
    }),
    run: async () => ({ exchanges: [...EXCHANGES] }),
  });

const listSectors = () =>
  defineOperation({
    ...SHARED,
    id: "reference.sectors",
    summary: "List sector identifiers",
    guide:
      "Sectors over the sections and divisions of ISIC Rev. 4: the values of `sector` in companies.search_batch. " +
      "Screening by a section finds the companies of all its divisions.",
    rest: { method: "GET", path: "/v1/constant/sectors", cache: "etag" },
    output: z.object({
      classification: z.string(),
      sectors: z.array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            level: z.enum(["section", "division"]),
            parent_id: z.string().nullable().describe("Section of a division; null for a section"),
          })
          .meta({ id: "Sector" }),
      ),
    }),
    run: async () => ({ classification: "ISIC Rev. 4", sectors: [...SECTORS] }),
  });

const listMarketCapRanges = () =>
  defineOperation({
    ...SHARED,
    id: "reference.market_cap_ranges",
    summary: "List market capitalization ranges",
    guide: "Ready-made ranges of market capitalization in US dollars, as `min-max` values with labels.",
    rest: { method: "GET", path: "/v1/constant/market_cap_ranges", cache: "etag" },
    output: z.object({
      market_cap_ranges: z.array(
        z
          .object({ value: z.string().describe("`min-max` in US dollars"), label: z.string() })
          .meta({ id: "MarketCapRange" }),
      ),
    }),
    run: async () => ({ market_cap_ranges: [...MARKET_CAP_RANGES] }),
  });

const listReportTypes = () =>
  defineOperation({
    ...SHARED,
    id: "reference.report_types",
    summary: "List report types",
    guide:
      "The three-level classification of company reports: broad category, subcategory, specific type. " +
      "Use an lv3_id wherever a report type is asked for.",
    rest: {
      method: "GET",
      path: "/v1/constant/report_type_list",
      // The specification documents two paths for one operation.
      also: ["/v1/instruments/get_report_type_list"],
      cache: "etag",
    },
    output: z.object({
      version: z.string().describe("Version of the classification"),
      report_type_list: z.array(
        z
          .object({
            lv3_id: z.string(),
            lv3_name: z.string(),
            lv2_id: z.string(),
            lv2_name: z.string(),
            lv1_id: z.string(),
            lv1_name: z.string(),
          })
          .meta({ id: "ReportType" }),
      ),
    }),
    run: async () => ({ version: REPORT_TYPE_VERSION, report_type_list: [...REPORT_TYPES] }),
  });

const VALUES_MAX = 3_000;

const listReferenceValues = () =>
  defineOperation({
    ...SHARED,
    id: "reference.values",
    summary: "List or search codes and identifiers",
    guide: "The codes that other calls take. Give a word of the name as `query`.",
    rest: { method: "GET", path: "/v1/constant/values", cache: "etag" },
    mcp: { tool: "reference_list" },
    input: z.strictObject({
      kind: z.enum(REFERENCE_KINDS),
      query: z.string().max(200).optional(),
    }),
    output: z.object({
      values: z
        .array(z.object({ id: z.string(), name: z.string() }).meta({ id: "ReferenceValue" }))
        .max(VALUES_MAX),
    }),
    examples: [
      { title: "Sectors with chemicals in their name", input: { kind: "sectors", query: "chemicals" } },
      { title: "Every country", input: { kind: "countries" } },
    ],
    run: async (_context, { kind, query }) => ({ values: listValues(kind, query).slice(0, VALUES_MAX) }),
  });

export const referenceOperations = () =>
  [
    listCountries(),
    listExchanges(),
    listSectors(),
    listMarketCapRanges(),
    listReportTypes(),
    listReferenceValues(),
    readGuide(),
  ] as const;
