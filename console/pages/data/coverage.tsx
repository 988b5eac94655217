import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile, toCsv } from "../../ui/download.ts";
import { formatCountry, formatWhole, formatWholePercent } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const { data: words } = texts;
type Coverage = OutputOf<"ingest.coverage">;
type Country = Coverage["countries"][number];
const UNKNOWNS = ["without_isin", "without_lei", "without_sector", "without_market_cap"] as const;

/** How much there is of each country, and what is unknown. */
export function CoverageSection() {
  const coverage = useOperation("ingest.coverage", {});
  return (
    <QueryView
      query={coverage}
      rows={10}
      tall
      isEmpty={({ countries }) => countries.length === 0}
      empty={
        <Card>
          <Empty title={words.noCompanies} />
        </Card>
      }
    >
      {(data) => (
        <div className="space-y-4">
          <Totals coverage={data} />
          <Card
            flush
            title={words.byCountry}
            aside={
              <Button
                onClick={() =>
                  saveFile(
                    "coverage.csv",
                    "text/csv",
                    toCsv(data.countries.map((country) => ({ ...country }))),
                  )
                }
              >
                {texts.ui.downloadCsv}
              </Button>
            }
          >
            <Table
              caption={words.byCountry}
              columns={COLUMNS}
              rows={data.countries}
              rowKey={({ country }) => country ?? ""}
            />
          </Card>
        </div>
      )}
    </QueryView>
  );
}

const sum = (countries: readonly Country[], name: Exclude<keyof Country, "country">) =>
  countries.reduce((total, country) => total + country[name], 0);

function Totals({ coverage: { countries, reports_without_company } }: { coverage: Coverage }) {
  const companies = sum(countries, "companies");
  const share = (count: number) => formatWholePercent(companies === 0 ? 0 : count / companies);
  const figures: [string, number, string][] = [
    [words.companies, companies, words.ofCountries(formatWhole(countries.length))],
    [words.reports, sum(countries, "reports") + reports_without_company, withoutCompany()],
    [words.withPrices, sum(countries, "with_prices"), share(sum(countries, "with_prices"))],
    ...UNKNOWNS.map((name): [string, number, string] => [
      words[name],
      sum(countries, name),
      share(sum(countries, name)),
    ]),
  ];
  function withoutCompany(): string {
    return reports_without_company === 0 ? "" : words.withoutCompany(formatWhole(reports_without_company));
  }
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-7">
      {figures.map(([name, count, about]) => (
        <div key={name} className="rounded-xl border border-line bg-card px-4 py-3 shadow-xs">
          <dt className="text-dim text-xs">{name}</dt>
          <dd className="mt-1 font-semibold text-xl tabular-nums">{formatWhole(count)}</dd>
          <dd className="text-dim text-xs">{about}</dd>
        </div>
      ))}
    </dl>
  );
}

const COLUMNS: readonly Column<Country>[] = [
  {
    head: words.country,
    cell: ({ country }) => (country === null ? words.unknownCountry : formatCountry(country)),
  },
  ...(
    [
      ["companies", words.companies],
      ["with_prices", words.withPrices],
      ["reports", words.reports],
      ["without_isin", words.without_isin],
      ["without_lei", words.without_lei],
      ["without_sector", words.without_sector],
      ["without_market_cap", words.without_market_cap],
    ] as const
  ).map(
    ([name, head], at): Column<Country> => ({
      head,
      number: true,
      wideOnly: at > 2,
      cell: (country) => formatWhole(country[name]),
    }),
  ),
];
