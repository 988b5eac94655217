import type { OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty, Page } from "../../ui/surface.tsx";
import { Financials } from "../financials/financials.tsx";
import { CompanyBuilders } from "./company-builders.tsx";
import { CompanyFacts } from "./company-facts.tsx";
import { CompanyNews, CompanyReports, useCompanyReports } from "./company-lists.tsx";
import { CompanyLogo, DemoBadge } from "./company-mark.tsx";
import { PriceChart } from "./price-chart.tsx";

const { companies: words } = texts;
type Sources = OutputOf<"companies.sources">;

function StatusBadge({ status }: Pick<Sources, "status">) {
  return <Badge tone={status === "active" ? "good" : "warn"}>{words.states[status]}</Badge>;
}

export function CompanyPage({ params }: PageProps) {
  const id = params["id"] ?? "";
  const sources = useOperation("companies.sources", { svc_entity_id: id });
  const found = useOperation("companies.search", { perm_id: id });
  if (sources.error instanceof RequestFailure && sources.error.status === 404)
    return (
      <Page title={words.unknown}>
        <BackLink to="/companies" label={words.back} />
        <Empty title={words.unknownHint} />
      </Page>
    );
  const [company] = found.data ?? [];
  const named = { svc_entity_id: id, name: sources.data?.name ?? company?.name ?? id };
  return (
    <Page
      title={sources.data?.name ?? company?.name ?? "…"}
      actions={<BackLink to="/companies" label={words.back} />}
      about={
        <span className="mt-2 flex min-h-11 flex-wrap items-center gap-2">
          {sources.data && (
            <>
              <CompanyLogo id={id} large />
              <StatusBadge status={sources.data.status} />
            </>
          )}
          <DemoBadge fictional={company?.fictional ?? false} />
          <code className="text-xs">{id}</code>
        </span>
      }
    >
      <CompanyStatements id={id} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <div className="space-y-4 lg:col-span-2">
          <PriceChart id={id} />
          <CompanyReports company={named} />
          <CompanyFacts id={id} />
        </div>
        <div className="space-y-4">
          <Card title={words.profile}>
            <p className="-mt-1 mb-3 text-dim text-xs">{words.profileAbout}</p>
            <QueryView query={sources} rows={8}>
              {(data) => <Profile sources={data} />}
            </QueryView>
          </Card>
          <Card title={words.listings}>
            <QueryView
              query={{ ...found, data: company?.children }}
              isEmpty={(rows) => rows.length === 0}
              empty={<Empty title={words.noListings} />}
            >
              {(rows) => (
                <ul className="space-y-1.5">
                  {rows.map(({ isin, ticker }) => (
                    <li key={`${isin} ${ticker}`} className="flex justify-between gap-3">
                      <span className="font-medium">{ticker ?? "–"}</span>
                      <code className="text-dim text-xs">{isin}</code>
                    </li>
                  ))}
                </ul>
              )}
            </QueryView>
          </Card>
          <CompanyBuilders company={named} />
          {sources.data && <CompanyNews name={sources.data.name} />}
        </div>
      </div>
    </Page>
  );
}

/** Only for a company with reports. */
function CompanyStatements({ id }: { id: string }) {
  const found = useCompanyReports(id);
  if (!found.data?.reports.length) return null;
  return (
    <div className="mb-4">
      <Financials subject={{ svc_entity_id: id }} />
    </div>
  );
}

/** Market capitalisation: value, date and source. */
interface MarketCap {
  usd: number;
  date: string;
  source: string;
}

const showMarketCap = ({ usd, date, source }: MarketCap): string =>
  words.marketCap(formatMoney(usd, "USD"), formatDay(date), source);

const countries = new Intl.DisplayNames(undefined, { type: "region" });

function Profile({ sources: { fields } }: { sources: Sources }) {
  const sectors = useOperation("reference.sectors", {});
  const show = (field: string, value: unknown): string => {
    if (field === "country" && typeof value === "string") return countries.of(value) ?? value;
    if (field === "primary_sector_id")
      return sectors.data?.sectors.find(({ id }) => id === value)?.name ?? String(value);
    if (field === "market_cap") return showMarketCap(value as MarketCap);
    return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  };
  return (
    <dl className="space-y-3">
      {fields.map(({ field, value, chosen, source, source_date, licence }) => (
        <div key={`${field} ${source} ${String(value)}`} className={chosen ? "" : "opacity-80"}>
          <dt className="text-dim text-xs">{words.fields[field] ?? field}</dt>
          <dd className="break-words font-medium">{show(field, value)}</dd>
          <dd className="text-dim text-xs" title={licence}>
            {words.source(source, formatDay(source_date))}
            {!chosen && ` · ${words.otherValue}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
