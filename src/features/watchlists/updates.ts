import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { viewerOf } from "../agents/index.ts";
import { listCompaniesByIds } from "../companies/index.ts";
import { listNewArticles } from "../news/index.ts";
import { listNewReports } from "../reports/index.ts";
import { describeReport, WatchedArticle, WatchedReport } from "./show-watchlist.ts";
import { listWatchedByViewer } from "./store.ts";
import { type WatchlistTools, watchlistRead } from "./watchlist.ts";

/** More companies than this are not searched for news in one call. */
const COMPANIES_MAX = 1_000;
const LONG_AGO = "1970-01-01T00:00:00Z";

export const listUpdates = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistRead,
    id: "watchlists.updates",
    summary: "What is new about the companies you watch",
    guide:
      "Reports and articles about the companies of all your watchlists, the latest first, since a moment.",
    price: 1,
    isPageRead: true,
    rest: { method: "GET", path: "/v1/watchlist/updates" },
    input: z.strictObject({
      since: z.iso.datetime({ offset: true }).optional(),
      include_shared: z.boolean().or(z.stringbool()).default(false),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z
      .object({
        reports: z.array(WatchedReport),
        articles: z.array(WatchedArticle),
        companies: z.array(z.object({ svc_entity_id: z.string(), name: z.string() })),
      })
      .meta({ id: "WatchlistUpdates" }),
    examples: [{ title: "The latest", input: {} }],
    async run({ caller }, { since = LONG_AGO, include_shared, limit }) {
      const { scopes } = caller;
      const viewer = viewerOf(caller);
      const ids = await listWatchedByViewer(db, viewer, {
        includeShared: include_shared,
        most: COMPANIES_MAX,
      });
      const [reports, articles] = await Promise.all([
        scopes.has("reports:read") ? listNewReports(db, viewer, { ids, since, limit }) : [],
        scopes.has("news:read") ? listNewArticles(db, { ids, since, limit }) : [],
      ]);
      const named = [...new Set([...reports, ...articles].map(({ svc_entity_id }) => svc_entity_id))];
      const companies = await listCompaniesByIds(db, named);
      return {
        reports: reports.map(describeReport),
        articles,
        companies: [...companies.values()].map(({ svc_entity_id, name }) => ({ svc_entity_id, name })),
      };
    },
  });
