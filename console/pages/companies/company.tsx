import { useEffect } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { navigate } from "../../ui/router.tsx";
import { Card, Empty, Page, useWindowTitle } from "../../ui/surface.tsx";
import { Financials } from "../financials/financials.tsx";
import { WatchButton } from "../watchlists/watch-button.tsx";
import { PriceChart } from "./chart/price-chart.tsx";
import { CompanyBuilders } from "./company-builders.tsx";
import { CompanyFacts } from "./company-facts.tsx";
import { CompanyHeader, TABS, type Tab } from "./company-header.tsx";
import { CompanyNews, CompanyReports } from "./company-lists.tsx";
import { Listings, Profile } from "./company-profile.tsx";
import type { Company } from "./company-search.tsx";
import { CompanyTimeline } from "./company-timeline.tsx";

const { companies: words } = texts;
const LATEST = 6;
const ALL = 100;

export function CompanyPage({ params }: PageProps) {
  const id = params["id"] ?? "";
  const wanted = params["tab"] ?? "overview";
  const tab = TABS.find((known) => known === wanted) ?? "overview";
  useEffect(() => {
    if (tab !== wanted) navigate(`/companies/${id}`, { replace: true });
  }, [tab, wanted, id]);
  const sources = useOperation("companies.sources", { svc_entity_id: id });
  const found = useOperation("companies.search", { perm_id: id });
  const [record] = found.data ?? [];
  const name = sources.data?.name ?? record?.name;
  const title = name ?? texts.shell.palette.company;
  useWindowTitle(tab === "overview" ? title : `${title}, ${words.tabNames[tab]}`);
  const isUnknown = sources.error instanceof RequestFailure && sources.error.status === 404;
  if (isUnknown)
    return (
      <Page title={words.unknown}>
        <BackLink to="/companies" label={words.back} />
        <Empty title={words.unknownHint} />
      </Page>
    );
  const company = { svc_entity_id: id, name: name ?? id };
  return (
    <>
      <CompanyHeader
        {...{ id, title, tab }}
        sources={sources.data}
        company={record}
        actions={
          <>
            <WatchButton company={company} />
            <BackLink to="/companies" label={words.back} />
          </>
        }
      />
      <div className="mx-auto max-w-screen-2xl px-4 py-6 sm:px-6">
        <TabContent tab={tab} company={company} sources={sources} found={found} />
      </div>
    </>
  );
}

interface ContentProps {
  company: Company;
  sources: ReturnType<typeof useOperation<"companies.sources">>;
  found: ReturnType<typeof useOperation<"companies.search">>;
}

function TabContent({ tab, company, ...queries }: ContentProps & { tab: Tab }) {
  const id = company.svc_entity_id;
  switch (tab) {
    case "overview":
      return <Overview company={company} {...queries} />;
    case "financials":
      return (
        <div className="space-y-4">
          <Financials subject={{ svc_entity_id: id }} />
          <CompanyFacts id={id} />
        </div>
      );
    case "reports":
      return <CompanyReports company={company} limit={ALL} />;
    case "news":
      return <CompanyNews id={id} limit={ALL} />;
    case "filings":
      return <CompanyTimeline id={id} />;
    case "agents":
      return <CompanyBuilders company={company} />;
  }
}

function Overview({ company, sources, found }: ContentProps) {
  const id = company.svc_entity_id;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <div className="space-y-4 lg:col-span-2">
        <PriceChart id={id} />
        <CompanyReports company={company} limit={LATEST} />
      </div>
      <div className="space-y-4">
        <CompanyNews id={id} limit={LATEST} />
        <Card title={words.profile}>
          <p className="-mt-1 mb-3 text-dim text-xs">{words.profileAbout}</p>
          <QueryView query={sources} rows={8}>
            {(data) => <Profile sources={data} />}
          </QueryView>
          <p className="mt-3 text-dim text-xs">
            <code>{id}</code>
          </p>
        </Card>
        <Card title={words.listings} flush>
          <QueryView
            query={{ ...found, data: listingsOf(found.data) }}
            isEmpty={(rows) => rows.length === 0}
            empty={<Empty title={words.noListings} />}
          >
            {(rows) => <Listings listings={rows} />}
          </QueryView>
        </Card>
      </div>
    </div>
  );
}

const listingsOf = (found: OutputOf<"companies.search"> | undefined) => found && (found[0]?.children ?? []);
