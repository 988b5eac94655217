import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listCounts, listFeeds } from "../../news/index.ts";
import { countByCountry, countReportsWithoutCompany } from "./store.ts";
import { withoutQuery } from "./without-query.ts";

const FEEDS_SHOWN_MAX = 200;

const common = { scope: "reference:read", effect: "read", price: 0, mcp: false, perSecond: 2 } as const;

export const showCoverage = (db: Database) =>
  defineOperation({
    ...common,
    id: "ingest.coverage",
    summary: "Count companies, reports and prices by country",
    guide: "Use to see what the service has, and what is not known of its companies.",
    rest: { method: "GET", path: "/v1/source/coverage" },
    input: z.strictObject({}),
    output: z.object({
      countries: z.array(
        z.object({
          country: z.string().nullable().describe("Null for companies whose country is unknown"),
          companies: z.int().describe("How many companies"),
          with_prices: z.int().describe("How many of them have prices"),
          with_reports: z.int().describe("How many of them have reports that you may see"),
          reports: z.int().describe("How many reports of them you may see"),
          without_isin: z.int().describe("How many have no ISIN"),
          without_lei: z.int().describe("How many have no LEI"),
          without_sector: z.int().describe("How many have no sector"),
          without_market_cap: z.int().describe("How many have no market capitalization"),
        }),
      ),
      reports_without_company: z.int().describe("Reports that you may see and that belong to no company"),
    }),
    examples: [{ title: "All countries", input: {} }],
    async run({ caller }) {
      const viewer = viewerOf(caller);
      const [countries, reports_without_company] = await Promise.all([
        countByCountry(db, viewer),
        countReportsWithoutCompany(db, viewer),
      ]);
      return { countries, reports_without_company };
    },
  });

export const showNewsImport = (db: Database) =>
  defineOperation({
    ...common,
    id: "ingest.news",
    summary: "List news feeds, and how many articles came from where",
    guide: "Use to see which feeds are polled, how that went, and why articles were not imported.",
    rest: { method: "GET", path: "/v1/source/news" },
    input: z.strictObject({}),
    output: z.object({
      feeds: z
        .array(
          z.object({
            url: z.string().describe("The URL of the feed, without its query, which may hold a token"),
            language: z.string().nullable().describe("The language of its articles"),
            last_result: z.string().describe("How the last poll went"),
            failures_in_row: z.int().describe("How many polls have failed since the last success"),
            next_poll_at: z.iso.datetime().describe("When it is polled next"),
          }),
        )
        .describe("The feeds that are polled"),
      counts: z
        .array(
          z.object({
            origin: z.string().describe("Where the articles came from"),
            reason: z.string().describe("What happened to them"),
            items: z.int().describe("How many"),
            last_detail: z.string().describe("About the latest of them"),
          }),
        )
        .describe("What became of the articles, by origin"),
    }),
    examples: [{ title: "All feeds", input: {} }],
    async run() {
      const [feeds, counts] = await Promise.all([
        listFeeds(db, FEEDS_SHOWN_MAX),
        listCounts(db, FEEDS_SHOWN_MAX),
      ]);
      return {
        feeds: feeds.map(({ url, ...feed }) => ({ url: withoutQuery(url), ...feed })),
        counts: counts.map(({ origin, ...count }) => ({ origin: withoutQuery(origin), ...count })),
      };
    },
  });
