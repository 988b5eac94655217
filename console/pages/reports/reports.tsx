import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { call, type InputOf, type OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { Pager } from "../../ui/pager.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link, useSearch } from "../../ui/router.tsx";
import { Badge, Card, Empty, Page } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import { DemoBadge } from "../companies/company-mark.tsx";
import type { Company } from "../companies/company-search.tsx";
import { DeleteReport } from "./delete-report.tsx";
import { defaultOrder, ORDERS, ReportFilters } from "./report-filters.tsx";
import { UploadPanel } from "./upload-panel.tsx";

const { reports: words } = texts;
type Report = OutputOf<"reports.search">["reports"][number];
type Query = InputOf<"reports.search">;
const PAGE = 20;
const OWNERS = (["all", "own"] as const).map((value) => ({ value, label: words.owners[value] }));
const TONES = {
  waiting: "plain",
  reading: "accent",
  embedding: "accent",
  ready: "good",
  failed: "bad",
} as const;

function readQuery(search: URLSearchParams): Query {
  const text = (name: string) => search.get(name) ?? undefined;
  const type = text("type");
  return {
    query: text("query"),
    language: text("language"),
    start_date: text("start_date"),
    end_date: text("end_date"),
    svc_entity_id: text("svc_entity_id"),
    ...(type !== undefined && { report_type_list: [type] }),
    ...(search.has("own") && { own: true }),
    order: ORDERS.find((order) => order === search.get("order")) ?? defaultOrder(search),
    limit: PAGE,
    offset: Number(search.get("offset") ?? 0),
  };
}

export function ReportsPage() {
  const [search, setSearch] = useSearch();
  const query = readQuery(search);
  const found = useQuery({
    queryKey: ["reports.search", query],
    queryFn: ({ signal }) => call("reports.search", query, signal),
    placeholderData: keepPreviousData,
  });
  const isUploading = search.has("upload");
  const company = companyOf(query, found.data?.reports[0]);
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button
          kind="first"
          aria-expanded={isUploading}
          onClick={() => setSearch({ upload: isUploading ? null : "1", own: isUploading ? null : "1" })}
        >
          <Upload size={16} aria-hidden />
          {words.upload}
        </Button>
      }
    >
      {isUploading && <UploadPanel company={company} />}
      <div className="mb-4">
        <Toggles
          label={words.whose}
          choices={OWNERS}
          chosen={query.own ? "own" : "all"}
          onChoose={(owner) => setSearch({ own: owner === "own" ? "1" : null, order: null, offset: null })}
        />
      </div>
      <ReportFilters />
      {search.has("svc_entity_id") && (
        <p className="mb-3 flex items-center gap-3 text-dim">
          {company ? words.ofCompany(company.name) : words.oneCompany}
          <Button onClick={() => setSearch({ svc_entity_id: null })}>{words.allCompanies}</Button>
        </p>
      )}
      <Card flush className="min-h-[32rem]">
        <QueryView
          query={found}
          rows={12}
          tall
          isEmpty={({ reports }) => reports.length === 0}
          empty={<Empty title={words.none}>{words.noneHint}</Empty>}
        >
          {({ reports, pagination }) => (
            <>
              <Table
                caption={words.title}
                columns={COLUMNS}
                rows={reports}
                rowKey={({ report_id }) => report_id}
              />
              <Pager pagination={pagination} onMove={(offset) => setSearch({ offset: String(offset) })} />
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  );
}

/** The company the list is filtered by. */
function companyOf({ svc_entity_id }: Query, first: Report | undefined): Company | null {
  if (svc_entity_id === undefined || first?.svc_entity_id !== svc_entity_id) return null;
  return { svc_entity_id, name: first.company_name ?? svc_entity_id };
}

const COLUMNS: readonly Column<Report>[] = [
  {
    head: words.columns.title,
    cell: ({ report_id, file_title, file_title_en, own, fictional }) => (
      <span className="flex items-center gap-2 md:max-w-sm 2xl:max-w-xl">
        <Link
          to={`/reports/${report_id}`}
          title={[file_title, file_title_en].filter(Boolean).join("\n")}
          className="line-clamp-2 min-w-0 font-medium hover:underline md:block md:truncate"
        >
          {file_title}
        </Link>
        {own && <Badge tone="accent">{words.own}</Badge>}
        <DemoBadge fictional={fictional} />
      </span>
    ),
  },
  {
    head: words.columns.company,
    wideOnly: true,
    cell: ({ svc_entity_id, company_name }) =>
      svc_entity_id === null ? (
        "–"
      ) : (
        <Link
          to={`/companies/${svc_entity_id}`}
          title={company_name ?? undefined}
          className="block max-w-48 truncate hover:underline"
        >
          {company_name}
        </Link>
      ),
  },
  {
    head: words.columns.type,
    wideOnly: true,
    cell: ({ lv3_name }) => (
      <span title={lv3_name} className="block max-w-36 truncate">
        {lv3_name}
      </span>
    ),
  },
  {
    head: words.columns.published,
    wideOnly: true,
    // Most uploads come without a date, but the year is read from the document.
    cell: ({ publish_date, fiscal_year }) => (
      <span className="whitespace-nowrap">
        {publish_date === null && fiscal_year !== null
          ? words.fiscalYear(String(fiscal_year))
          : formatDay(publish_date)}
      </span>
    ),
  },
  {
    head: words.columns.pages,
    number: true,
    wideOnly: true,
    cell: ({ page_count }) => (page_count === null ? "–" : formatWhole(page_count)),
  },
  {
    head: words.columns.state,
    cell: (report) => (
      <span className="flex items-center gap-1">
        <Badge tone={TONES[report.digest_state]}>{words.states[report.digest_state]}</Badge>
        {report.own && <DeleteReport report={report} small />}
      </span>
    ),
  },
];
