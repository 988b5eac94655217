import { type ComponentType, lazy } from "react";
import { AskPage } from "../pages/ask/ask.tsx";
import { matchPath } from "../ui/router.tsx";

export interface PageProps {
  /** The path parameters, such as a company. */
  params: Record<string, string>;
}

type PageComponent = ComponentType<PageProps> & { load?: () => Promise<unknown> };
const lazyPage = (load: () => Promise<PageComponent>): PageComponent => {
  let loading: Promise<PageComponent> | undefined;
  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  return Object.assign(
    lazy(async () => ({ default: await loadOnce() })),
    { load: loadOnce },
  );
};

const TryPage = lazyPage(async () => (await import("../pages/try/try.tsx")).TryPage);
const CompanyPage = lazyPage(async () => (await import("../pages/companies/company.tsx")).CompanyPage);
const WatchlistsPage = lazyPage(
  async () => (await import("../pages/watchlists/watchlists.tsx")).WatchlistsPage,
);
const DataPage = lazyPage(async () => (await import("../pages/data/data.tsx")).DataPage);
const SettingsPage = lazyPage(async () => (await import("../pages/settings/settings.tsx")).SettingsPage);

/** The first page is bundled with the application; every other page is loaded when first opened. */
const PAGES: readonly [pattern: string, page: PageComponent][] = [
  ["/", AskPage],
  ["/ask/:id", lazyPage(async () => (await import("../pages/ask/thread.tsx")).ThreadPage)],
  ["/search", lazyPage(async () => (await import("../pages/search/search.tsx")).SearchPage)],
  ["/overview", lazyPage(async () => (await import("../pages/home/home.tsx")).OverviewPage)],
  ["/companies", lazyPage(async () => (await import("../pages/companies/companies.tsx")).CompaniesPage)],
  ["/companies/:id", CompanyPage],
  ["/companies/:id/:tab", CompanyPage],
  ["/watchlists", WatchlistsPage],
  ["/watchlists/:id", WatchlistsPage],
  ["/news", lazyPage(async () => (await import("../pages/news/news.tsx")).NewsPage)],
  ["/reports", lazyPage(async () => (await import("../pages/reports/reports.tsx")).ReportsPage)],
  ["/reports/:id", lazyPage(async () => (await import("../pages/reports/report.tsx")).ReportPage)],
  ["/agents", lazyPage(async () => (await import("../pages/agents/agents.tsx")).AgentsPage)],
  ["/agents/new", lazyPage(async () => (await import("../pages/agents/builder-form.tsx")).NewBuilderPage)],
  ["/agents/webhooks", lazyPage(async () => (await import("../pages/agents/webhooks.tsx")).WebhooksPage)],
  ["/agents/:id", lazyPage(async () => (await import("../pages/agents/builder.tsx")).BuilderPage)],
  [
    "/agents/:id/edit",
    lazyPage(async () => (await import("../pages/agents/builder-form.tsx")).EditBuilderPage),
  ],
  ["/data", DataPage],
  ["/data/:section", DataPage],
  ["/connect", lazyPage(async () => (await import("../pages/connect/connect.tsx")).ConnectPage)],
  ["/try", TryPage],
  ["/try/:operation", TryPage],
  ["/settings", SettingsPage],
  ["/settings/:section", SettingsPage],
];

export function findPage(path: string): { page: PageComponent; params: Record<string, string> } | null {
  for (const [pattern, page] of PAGES) {
    const params = matchPath(pattern, path);
    if (params) return { page, params };
  }
  return null;
}
