import { useMemo, useState } from "react";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import {
  formatBriefDay,
  formatChange,
  formatDay,
  formatMoney,
  formatPercent,
  formatPrice,
} from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Badge } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CompanyLogo } from "../companies/company-mark.tsx";
import { isNew, type Seen } from "./seen.ts";
import {
  figureOf,
  nextSorting,
  type Sorting,
  type SortKey,
  sortRows,
  titleWithoutCompany,
  type Watched,
} from "./watched-rows.ts";

const { watchlists: words } = texts;

interface TableProps {
  watchlistId: string;
  name: string;
  rows: readonly Watched[];
  seen: Seen;
}

export function WatchedTable({ watchlistId, name, rows, seen }: TableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  // One for all rows: a mutation in each would cost more than everything else in it.
  const { mutate: remove } = useOperationMutation("watchlists.remove", WATCHLIST_READS);
  // The same columns while nothing changes, so that rows are not rendered again.
  const columns = useMemo<Column<Watched>[]>(
    () => [
      ...VALUE_COLUMNS,
      ...newsColumns(seen),
      {
        head: words.columns.actions,
        isHeadHidden: true,
        cell: (row) => (
          <RemoveButton
            row={row}
            onRemove={() => remove({ watchlist_id: watchlistId, svc_entity_id_list: [row.svc_entity_id] })}
          />
        ),
      },
    ],
    [watchlistId, seen, remove],
  );
  return (
    <Table
      caption={name}
      columns={columns}
      rows={sortRows(rows, sorting)}
      rowKey={({ svc_entity_id }) => svc_entity_id}
      sort={{
        key: sorting?.key ?? null,
        descending: sorting?.descending ?? false,
        // Only columns with a key of this table can be sorted.
        onSort: (key) => setSorting(nextSorting(sorting, key as SortKey)),
      }}
    />
  );
}

const VALUE_COLUMNS: readonly Column<Watched>[] = [
  {
    head: words.columns.company,
    sortKey: "company",
    frozen: true,
    cell: ({ svc_entity_id: id, name, ticker }) => (
      <Link to={`/companies/${id}`} className="flex items-center gap-2 font-medium hover:underline">
        <CompanyLogo id={id} small />
        <span title={name} className="flex w-28 items-baseline gap-1.5 sm:w-40 2xl:w-60">
          <span className="truncate">{name}</span>
          <span className="shrink-0 font-normal text-dim text-xs">{ticker}</span>
        </span>
      </Link>
    ),
  },
  {
    head: words.columns.price,
    sortKey: "price",
    number: true,
    cell: ({ price }) =>
      price ? (
        <span title={formatDay(price.date)} className="whitespace-nowrap">
          {formatPrice(price.close, price.currency)}
        </span>
      ) : (
        "–"
      ),
  },
  {
    head: words.columns.change,
    sortKey: "change",
    number: true,
    cell: ({ price }) => <Change share={price?.change ?? null} />,
  },
  {
    head: words.columns.revenue,
    sortKey: "revenue",
    number: true,
    cell: (row) => {
      const revenue = figureOf(row, "revenue");
      if (!revenue) return "–";
      return (
        <span title={words.fiscalYear(revenue.period)} className="whitespace-nowrap">
          {formatMoney(revenue.value, revenue.currency ?? "")}
        </span>
      );
    },
  },
  {
    head: words.columns.growth,
    sortKey: "growth",
    number: true,
    cell: (row) => <Change share={figureOf(row, "revenue")?.change ?? null} />,
  },
  {
    head: words.columns.margin,
    sortKey: "margin",
    number: true,
    cell: (row) => {
      const margin = figureOf(row, "operating_margin");
      return margin ? (
        <span title={words.fiscalYear(margin.period)}>{formatPercent(margin.value)}</span>
      ) : (
        "–"
      );
    },
  },
];

function newsColumns(seen: Seen): Column<Watched>[] {
  return [
    {
      head: words.columns.report,
      sortKey: "report",
      cell: ({ report, name }) => {
        if (!report) return "–";
        const { report_id, file_title, publish_date } = report;
        return (
          <NewItem day={publish_date} isNew={isNew(report, seen)}>
            <Link to={`/reports/${report_id}`} className="hover:underline" title={file_title}>
              {titleWithoutCompany(file_title, name)}
            </Link>
          </NewItem>
        );
      },
    },
    {
      head: words.columns.article,
      sortKey: "article",
      cell: ({ article }) => {
        if (!article) return "–";
        return (
          <NewItem day={article.published_at} isNew={isNew(article, seen)}>
            <ArticleTitle article={article} />
          </NewItem>
        );
      },
    },
  ];
}

function ArticleTitle({ article: { title, link } }: { article: NonNullable<Watched["article"]> }) {
  if (!link) return <span title={title}>{title}</span>;
  return (
    <a href={link} title={title} target="_blank" rel="noreferrer" className="hover:underline">
      {title}
    </a>
  );
}

function NewItem(props: { day: string | null; isNew: boolean; children: React.ReactNode }) {
  return (
    <div className="flex w-46 items-center gap-2 2xl:w-72">
      {props.isNew && <Badge tone="accent">{words.isNew}</Badge>}
      <span className="min-w-0 grow truncate">{props.children}</span>
      <span title={formatDay(props.day)} className="whitespace-nowrap text-dim text-xs">
        {formatBriefDay(props.day)}
      </span>
    </div>
  );
}

function Change({ share }: { share: number | null }) {
  if (share === null) return "–";
  return (
    <span className={classNames("whitespace-nowrap", share < 0 ? "text-bad" : "text-good")}>
      {formatChange(share)}
    </span>
  );
}

function RemoveButton({ row, onRemove }: { row: Watched; onRemove: () => void }) {
  return (
    <Button kind="bare" aria-label={words.remove(row.name)} title={words.remove(row.name)} onClick={onRemove}>
      {/* A letter is painted faster than an icon, in thousands of rows. */}
      <span aria-hidden className="text-base leading-none">
        ×
      </span>
    </Button>
  );
}

/** What changes with the companies of a list. */
export const WATCHLIST_READS = ["watchlists.get", "watchlists.list", "watchlists.updates"] as const;
