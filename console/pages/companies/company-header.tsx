import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatChange, formatDay, formatMoney, formatPrice } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Badge } from "../../ui/surface.tsx";
import { reveal } from "../../ui/tabs.tsx";
import { barsOf, changeOf } from "./chart/chart-view.ts";
import { CompanyLogo, DemoBadge } from "./company-mark.tsx";
import type { MarketCap } from "./company-profile.tsx";

const { companies: words } = texts;
export const TABS = ["overview", "financials", "reports", "news", "filings", "agents"] as const;
export type Tab = (typeof TABS)[number];

interface HeaderProps {
  id: string;
  title: string;
  sources: OutputOf<"companies.sources"> | undefined;
  company: OutputOf<"companies.search">[number] | undefined;
  tab: Tab;
  actions: React.ReactNode;
}

/** Who the company is, what it costs, and the pages about it. Stays in view where there is room for it. */
export function CompanyHeader({ id, title, sources, company, tab, actions }: HeaderProps) {
  return (
    <header className="top-0 z-10 border-line border-b bg-paper lg:sticky">
      <div className="mx-auto max-w-screen-2xl px-4 pt-4 sm:px-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 items-center gap-3">
            {/* Until the company is known to exist, it has no logo to ask for. */}
            {(sources ?? company) ? <CompanyLogo id={id} large /> : <span className="size-11 shrink-0" />}
            <div className="min-w-0">
              <h1 className="flex flex-wrap items-center gap-x-2 font-semibold text-lg tracking-tight sm:text-xl">
                {title}
                <DemoBadge fictional={company?.fictional ?? false} />
                {sources && sources.status !== "active" && (
                  <Badge tone="warn">{words.states[sources.status]}</Badge>
                )}
              </h1>
              <Facts sources={sources} company={company} />
            </div>
          </div>
          <div className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2">
            <LatestPrice id={id} />
            <Size id={id} sources={sources} />
            <div className="flex gap-2">{actions}</div>
          </div>
        </div>
        <Tabs id={id} current={tab} />
      </div>
    </header>
  );
}

const fieldOf = (sources: HeaderProps["sources"], name: string): unknown =>
  sources?.fields.find(({ field, chosen }) => field === name && chosen)?.value;

/** Ticker, exchange by name, and sector. */
function Facts({ sources, company }: Pick<HeaderProps, "sources" | "company">) {
  const exchanges = useOperation("reference.exchanges", {});
  const sectors = useOperation("reference.sectors", {});
  const [mic, sectorId] = [fieldOf(sources, "exchange"), fieldOf(sources, "primary_sector_id")];
  const exchange = exchanges.data?.exchanges.find((market) => market.mic === mic && market.country !== null);
  const sector = sectors.data?.sectors.find((one) => one.id === sectorId);
  const ticker = company?.children.find((child) => child.ticker !== null)?.ticker;
  const facts = [ticker, exchange?.name, sector?.name].filter((fact) => fact !== undefined && fact !== null);
  return <p className="min-h-5 truncate text-dim">{facts.join(" · ")}</p>;
}

function LatestPrice({ id }: { id: string }) {
  const { data, isPending } = useOperation("prices.eod_price", { svc_entity_id: id, window: "5D" });
  const [last, before] = data ? barsOf(data).toReversed() : [];
  if (isPending) return <Awaited />;
  if (!data || !last) return null;
  const change = before === undefined ? null : changeOf(before.close, last.close);
  return (
    <p>
      <span className="font-semibold tabular-nums">{formatPrice(last.close, data.currency)}</span>{" "}
      {change !== null && (
        <span className={change < 0 ? "text-bad" : "text-good"}>{formatChange(change)}</span>
      )}
      <span className="block text-dim text-xs">{words.closeOn(formatDay(last.date))}</span>
    </p>
  );
}

/** As large as the figure to come, so that nothing moves when it arrives. */
const Awaited = () => <p className="h-10 w-32" />;

function Size({ id, sources }: Pick<HeaderProps, "id" | "sources">) {
  const loaded = fieldOf(sources, "market_cap") as MarketCap | undefined;
  const { data: computed, isPending } = useOperation(
    "prices.market_cap",
    { svc_entity_id: id },
    { enabled: sources !== undefined && loaded === undefined },
  );
  const size = loaded
    ? { amount: loaded.usd, currency: "USD", day: loaded.date }
    : computed && {
        amount: computed.market_cap,
        currency: computed.currency,
        day: computed.parts.price.date,
      };
  if (!size) return isPending ? <Awaited /> : null;
  return (
    <p>
      <span className="font-semibold tabular-nums">{formatMoney(size.amount, size.currency)}</span>
      <span className="block text-dim text-xs">{words.sizeOn(formatDay(size.day))}</span>
    </p>
  );
}

function Tabs({ id, current }: { id: string; current: Tab }) {
  return (
    // Scrolls sideways on a phone.
    <nav aria-label={words.tabs} data-items className="-mb-px mt-2 flex gap-1 overflow-x-auto">
      {TABS.map((tab) => (
        <Link
          key={tab}
          to={tab === "overview" ? `/companies/${id}` : `/companies/${id}/${tab}`}
          aria-current={tab === current ? "page" : undefined}
          ref={tab === current ? reveal : undefined}
          className={classNames(
            "flex h-9 items-center whitespace-nowrap border-b-2 px-3 font-medium",
            tab === current
              ? "border-accent text-accent-strong"
              : "border-transparent text-dim hover:text-ink",
          )}
        >
          {words.tabNames[tab]}
        </Link>
      ))}
    </nav>
  );
}
