import type { Table } from "../../../kernel/table.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { pageRows } from "../../../platform/tables/index.ts";
import { listReportsAfter } from "./store.ts";

const PAGE = 5_000;

export interface ReportFilter {
  /** Includes the reports of an account that this viewer may read; null for public ones only. */
  viewer: Viewer | null;
  svc_entity_id?: string | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** Report metadata as rows ordered by identifier; their files are available from file_list. */
export function reportTable(sql: Sql, filter: ReportFilter): Table {
  return {
    columns: [
      ...["report_id", "svc_entity_id", "file_title", "file_title_en", "report_type_id"].map(textColumn),
      { name: "publish_date", type: "date" },
      { name: "fiscal_year", type: "whole" },
      ...["fiscal_period", "language"].map(textColumn),
      { name: "page_count", type: "whole" },
      ...["file_name", "content_type", "file_sha256"].map(textColumn),
      { name: "file_bytes", type: "whole" },
      { name: "fictional", type: "boolean" },
      ...["source", "source_reference", "licence"].map(textColumn),
      { name: "created_at", type: "time" },
    ],
    rows: pageRows(PAGE, (last: { report_id: string } | null, limit) =>
      listReportsAfter(sql, { ...filter, after: last?.report_id ?? "", limit }),
    ),
  };
}

const textColumn = (name: string) => ({ name, type: "text" as const });
