import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatCountry, formatDay, formatMoney } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";

const { companies: words } = texts;
type Sources = OutputOf<"companies.sources">;

/** Market capitalisation: value, date and source. */
export interface MarketCap {
  usd: number;
  date: string;
  source: string;
}

const showMarketCap = ({ usd, date, source }: MarketCap): string =>
  words.marketCap(formatMoney(usd, "USD"), formatDay(date), source);

export function Profile({ sources: { fields } }: { sources: Sources }) {
  const sectors = useOperation("reference.sectors", {});
  const exchanges = useOperation("reference.exchanges", {});
  const show = (field: string, value: unknown): string => {
    if (field === "country" && typeof value === "string") return formatCountry(value);
    if (field === "primary_sector_id")
      return sectors.data?.sectors.find(({ id }) => id === value)?.name ?? String(value);
    if (field === "exchange")
      return exchanges.data?.exchanges.find(({ mic }) => mic === value)?.name ?? String(value);
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

export function Listings({ listings }: { listings: OutputOf<"companies.search">[number]["children"] }) {
  return (
    <List>
      {listings.map(({ isin, ticker }) => (
        <ListRow key={`${isin} ${ticker}`} title={ticker ?? "–"}>
          <code className="text-dim text-xs">{isin}</code>
        </ListRow>
      ))}
    </List>
  );
}
