import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, type InputOf, type OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Field, Select } from "../../ui/field.tsx";
import { compareNames, formatCountry, formatMoney } from "../../ui/format.ts";
import { Pager } from "../../ui/pager.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link, useSearch } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CompanyLogo, DemoBadge } from "./company-mark.tsx";

const { companies: words } = texts;
type Company = OutputOf<"companies.search_batch">["companies"][number];
type Query = InputOf<"companies.search_batch">;
const ORDERS = ["market_cap_desc", "market_cap_asc", "name_asc", "name_desc"] as const;
const MILLION = 1_000_000;
const PAGE = 20;

function readQuery(search: URLSearchParams): Query {
  const text = (name: string) => search.get(name) ?? undefined;
  const size = (name: string) => (search.has(name) ? Number(search.get(name)) * MILLION : undefined);
  const [min, max] = [size("min"), size("max")];
  return {
    country: text("country"),
    exchange: text("exchange"),
    sector: text("sector"),
    order: ORDERS.find((order) => order === search.get("order")) ?? "market_cap_desc",
    ...((min !== undefined || max !== undefined) && { market_cap_usd: { min, max } }),
    limit: PAGE,
    offset: Number(search.get("offset") ?? 0),
  };
}

export function Screen() {
  const [search, setSearch] = useSearch();
  const query = readQuery(search);
  const found = useQuery({
    queryKey: ["companies.search_batch", query],
    queryFn: ({ signal }) => call("companies.search_batch", query, signal),
    placeholderData: keepPreviousData,
  });
  const sectors = useOperation("reference.sectors", {});
  const exchanges = useOperation("reference.exchanges", {});
  const names = {
    sectors: new Map(sectors.data?.sectors.map(({ id, name }) => [id, name])),
    exchanges: new Map(exchanges.data?.exchanges.map(({ mic, name }) => [mic, name])),
  };
  return (
    <>
      <Filters />
      <Card flush className="min-h-[36rem]">
        <QueryView
          query={found}
          rows={12}
          tall
          isEmpty={({ companies }) => companies.length === 0}
          empty={<Empty title={words.noMatches} />}
        >
          {({ companies, pagination }) => (
            <>
              <Table
                caption={words.screen}
                columns={columnsWith(names)}
                rows={companies}
                rowKey={({ svc_entity_id }) => svc_entity_id}
              />
              <Pager pagination={pagination} onMove={(offset) => setSearch({ offset: String(offset) })} />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

function Filters() {
  const [search, setSearch] = useSearch();
  const countries = useOperation("reference.countries", {});
  const exchanges = useOperation("reference.exchanges", {});
  const sectors = useOperation("reference.sectors", {});
  const any = { value: "", label: texts.ui.any };
  const field = (name: string) => ({
    value: search.get(name) ?? "",
    onChange: (event: { target: { value: string } }) =>
      setSearch({ [name]: event.target.value, offset: null }),
  });
  const country = search.get("country");
  const markets = (exchanges.data?.exchanges ?? []).filter(
    (market) => !country || market.country === country,
  );
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
      <Select
        label={words.country}
        choices={[
          any,
          ...(countries.data?.countries ?? [])
            .map(({ code }) => ({ value: code, label: formatCountry(code) }))
            .toSorted((one, other) => compareNames(one.label, other.label)),
        ]}
        {...field("country")}
      />
      <Select
        label={words.exchange}
        choices={[any, ...markets.map(({ mic, name }) => ({ value: mic, label: `${mic} · ${name}` }))]}
        {...field("exchange")}
      />
      <Select
        label={words.sector}
        choices={[
          any,
          ...(sectors.data?.sectors ?? []).map(({ id, name, level }) => ({
            value: id,
            label: level === "section" ? name : `– ${name}`,
          })),
        ]}
        {...field("sector")}
      />
      <Field label={words.sizeMin} type="number" min={0} {...field("min")} />
      <Field label={words.sizeMax} type="number" min={0} {...field("max")} />
      <Select
        label={words.order}
        choices={ORDERS.map((value) => ({ value, label: words.orders[value] ?? value }))}
        {...field("order")}
      />
    </div>
  );
}

type Names = ReadonlyMap<string, string>;

/** The name of a code, on one line. */
function Named({ code, names }: { code: string | null; names: Names }) {
  const name = code === null ? "–" : (names.get(code) ?? code);
  return (
    <span title={name} className="block max-w-44 truncate 2xl:max-w-64">
      {name}
    </span>
  );
}

function columnsWith({ sectors, exchanges }: { sectors: Names; exchanges: Names }): Column<Company>[] {
  return [
    {
      head: words.columns.name,
      cell: ({ svc_entity_id: id, name, fictional }) => (
        <Link to={`/companies/${id}`} className="flex items-center gap-3 font-medium hover:underline">
          <CompanyLogo id={id} />
          <span title={name} className="line-clamp-2 md:block md:max-w-60 md:truncate 2xl:max-w-sm">
            {name}
          </span>
          <DemoBadge fictional={fictional} />
        </Link>
      ),
    },
    { head: words.columns.ticker, wideOnly: true, cell: ({ primary_ticker }) => primary_ticker ?? "–" },
    {
      head: words.columns.country,
      wideOnly: true,
      cell: ({ country }) => (
        <span className="whitespace-nowrap">{country === null ? "–" : formatCountry(country)}</span>
      ),
    },
    {
      head: words.columns.exchange,
      wideOnly: true,
      cell: ({ exchange }) => <Named code={exchange} names={exchanges} />,
    },
    {
      head: words.columns.sector,
      wideOnly: true,
      cell: ({ primary_sector_id: id }) => <Named code={id} names={sectors} />,
    },
    {
      head: words.columns.size,
      number: true,
      cell: ({ market_cap_usd }) => (market_cap_usd === null ? "–" : formatMoney(market_cap_usd, "USD")),
    },
  ];
}
