import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Sql } from "../../platform/db/index.ts";
import { viewerOf } from "../agents/index.ts";
import { listCompaniesByIds } from "../companies/index.ts";
import { listLatestArticles } from "../news/index.ts";
import { listLatestCloses } from "../prices/index.ts";
import { listReadableReports } from "../reports/index.ts";
import { listLatestFigures, requireNamedMeasure } from "../statements/index.ts";
import { listWatched } from "./store.ts";
import {
  describeWatchlist,
  EXAMPLE_WATCHLIST,
  requireWatchlist,
  WATCHED_MAX,
  Watchlist,
  WatchlistId,
  type WatchlistTools,
  watchlistRead,
} from "./watchlist.ts";

const FIGURES_MAX = 6;
const COMPANIES_PER_CREDIT = 50;
const USUAL_FIGURES = ["revenue", "operating_margin"];

export const WatchedReport = z
  .object({
    report_id: z.string(),
    svc_entity_id: z.string(),
    file_title: z.string(),
    publish_date: z.iso.date().nullable(),
    added_at: z.string(),
  })
  .meta({ id: "WatchedReport" });

export const WatchedArticle = z
  .object({
    article_id: z.string(),
    svc_entity_id: z.string(),
    title: z.string(),
    source: z.string().nullable(),
    link: z.string().nullable(),
    published_at: z.string(),
    added_at: z.string(),
  })
  .meta({ id: "WatchedArticle" });

const WatchedCompany = z
  .object({
    svc_entity_id: z.string(),
    name: z.string(),
    ticker: z.string().nullable(),
    fictional: z.boolean(),
    added_at: z.string(),
    price: z
      .object({
        close: z.number(),
        currency: z.string(),
        date: z.iso.date(),
        change: z.number().nullable(),
      })
      .nullable(),
    figures: z.array(
      z.object({
        figure: z.string(),
        value: z.number(),
        unit: z.enum(["money", "per_share", "shares", "number"]),
        currency: z.string().nullable(),
        period: z.string(),
        change: z.number().nullable(),
      }),
    ),
    report: WatchedReport.nullable(),
    article: WatchedArticle.nullable(),
  })
  .meta({ id: "WatchedCompany" });

export const showWatchlist = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistRead,
    id: "watchlists.get",
    summary: "Show the companies of a watchlist with their latest values",
    guide:
      "One row per company: close and change, the latest annual figures with their change, the newest report and the " +
      "newest article. A report without a date of publication is not counted as newest. What the credential may not read is left out.",
    price: {
      most: () => creditsFor(WATCHED_MAX),
      about: `1 credit for every ${COMPANIES_PER_CREDIT} companies`,
    },
    isPageRead: true,
    rest: { method: "POST", path: "/v1/watchlist/get", alsoGet: true },
    input: z.strictObject({
      watchlist_id: WatchlistId,
      figures: z.array(z.string().min(1).max(60)).max(FIGURES_MAX).default(USUAL_FIGURES),
    }),
    output: Watchlist.extend({ company_list: z.array(WatchedCompany) }).meta({
      id: "WatchlistWithCompanies",
    }),
    errors: ["watchlist_not_found"],
    examples: [
      { title: "The watchlist_id of watchlists.create", input: { watchlist_id: EXAMPLE_WATCHLIST } },
    ],
    async run(context, { watchlist_id, figures }) {
      const { caller } = context;
      const measures = [...new Set(figures)].map(requireNamedMeasure);
      const viewer = viewerOf(caller);
      const watchlist = await requireWatchlist(db, viewer, watchlist_id);
      const watched = await listWatched(db, watchlist_id, WATCHED_MAX);
      const ids = watched.map(({ svc_entity_id }) => svc_entity_id);
      context.use(creditsFor(ids.length));
      const rows = await readColumns(db, ids, { viewer, scopes: caller.scopes, measures });
      return {
        ...describeWatchlist(watchlist, caller),
        company_list: watched.flatMap(({ svc_entity_id, added_at }) => rows(svc_entity_id, added_at)),
      };
    },
  });

const creditsFor = (companies: number) => Math.max(1, Math.ceil(companies / COMPANIES_PER_CREDIT));

interface ColumnOptions {
  viewer: Viewer;
  scopes: ReadonlySet<Scope>;
  measures: ReturnType<typeof requireNamedMeasure>[];
}

/** Every column with one statement for all companies. A column whose scope is missing is empty. */
async function readColumns(sql: Sql, ids: readonly string[], options: ColumnOptions) {
  const { viewer, scopes, measures } = options;
  const may = (scope: Scope) => scopes.has(scope) && ids.length > 0;
  const [companies, closes, figures, reports, articles] = await Promise.all([
    listCompaniesByIds(sql, ids),
    may("prices:read") ? listLatestCloses(sql, ids) : new Map<string, never>(),
    may("reports:read") ? listLatestFigures(sql, viewer, { svcEntityIds: ids, measures }) : [],
    may("reports:read") ? listReadableReports(sql, viewer, { svcEntityIds: ids, mostPerCompany: 1 }) : [],
    may("news:read") ? listLatestArticles(sql, ids) : [],
  ]);
  // The latest by date of publication; one without a date is known to be latest only as an arrival.
  const dated = reports.filter(({ publish_date }) => publish_date !== null);
  const reportOf = new Map(dated.map((report) => [report.svc_entity_id, report]));
  const articleOf = new Map(articles.map((article) => [article.svc_entity_id, article]));
  return (id: string, added_at: string): z.input<typeof WatchedCompany>[] => {
    const company = companies.get(id);
    if (!company) return [];
    const { name, primary_ticker: ticker, fictional } = company;
    const report = reportOf.get(id);
    return [
      {
        svc_entity_id: id,
        name,
        ticker,
        fictional,
        added_at,
        price: closes.get(id) ?? null,
        figures: figures
          .filter(({ svc_entity_id }) => svc_entity_id === id)
          .map(({ svc_entity_id: _id, ...rest }) => rest),
        report: report ? describeReport({ ...report, svc_entity_id: id }) : null,
        article: articleOf.get(id) ?? null,
      },
    ];
  };
}

export const describeReport = (report: {
  report_id: string;
  svc_entity_id: string;
  file_title: string;
  publish_date: string | null;
  created_at: string;
}): z.input<typeof WatchedReport> => ({
  report_id: report.report_id,
  svc_entity_id: report.svc_entity_id,
  file_title: report.file_title,
  publish_date: report.publish_date,
  added_at: report.created_at,
});
