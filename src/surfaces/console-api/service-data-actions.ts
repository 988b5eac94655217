import { z } from "zod";
import { listLatestEntries, verifyAccountLedger } from "../../features/credits/index.ts";
import { countByCountry, countReportsWithoutCompany } from "../../features/ingest/index.ts";
import { listCounts, listFeeds } from "../../features/news/index.ts";
import { defineAction } from "./action.ts";

const FEEDS_SHOWN_MAX = 200;
const ENTRIES_MAX = 200;

/** What the service holds, and where the account's credits went. */
export const serviceDataActions = [
  defineAction({
    id: "show_coverage",
    summary: "Companies, reports and prices by country, and what is unknown of them",
    method: "GET",
    path: "/coverage",
    access: "member",
    input: z.strictObject({}),
    async run({ tools: { db }, person }) {
      const viewer = { accountId: person.member.account_id, userId: person.member.id };
      const [countries, reports_without_company] = await Promise.all([
        countByCountry(db, viewer),
        countReportsWithoutCompany(db, viewer),
      ]);
      return { countries, reports_without_company };
    },
  }),
  defineAction({
    id: "show_news_import",
    summary: "News feeds, and how many articles were imported from where",
    method: "GET",
    path: "/news_import",
    access: "member",
    input: z.strictObject({}),
    async run({ tools: { db } }) {
      const [feeds, counts] = await Promise.all([
        listFeeds(db, FEEDS_SHOWN_MAX),
        listCounts(db, FEEDS_SHOWN_MAX),
      ]);
      return { feeds, counts };
    },
  }),
  defineAction({
    id: "list_ledger",
    summary: "The account's ledger entries, latest first",
    method: "GET",
    path: "/ledger",
    access: "owner",
    input: z.strictObject({
      before: z.coerce.number().int().min(1).optional(),
      limit: z.coerce.number().int().min(1).max(ENTRIES_MAX).default(50),
    }),
    run: ({ tools: { db }, person }, { before, limit }) =>
      listLatestEntries(db, person.member.account_id, { before: before ?? null, limit }),
  }),
  defineAction({
    id: "verify_ledger",
    summary: "Recompute the account's chain of entries and its balance",
    method: "POST",
    path: "/ledger/verify",
    access: "owner",
    input: z.strictObject({}),
    run: ({ tools: { db }, person }) => verifyAccountLedger(db, person.member.account_id),
  }),
] as const;
