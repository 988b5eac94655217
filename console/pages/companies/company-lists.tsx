import { Upload } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { DeleteReport } from "../reports/delete-report.tsx";
import { UploadPanel } from "../reports/upload-panel.tsx";
import type { Company } from "./company-search.tsx";

const { companies: words } = texts;
/** As many as an overview shows, so that little moves when they arrive. */
const LATEST = 6;
const NEWS_YEARS = 2;

export function CompanyReports({ company, limit }: { company: Company; limit: number }) {
  const [isUploading, setIsUploading] = useState(false);
  const id = company.svc_entity_id;
  const found = useOperation("reports.search", { svc_entity_id: id, limit });
  return (
    <Card
      title={words.reports}
      flush
      aside={
        <span className="flex items-center gap-3">
          <Link to={`/reports?svc_entity_id=${id}`} className="text-accent hover:underline">
            {words.allReports}
          </Link>
          <Button aria-expanded={isUploading} onClick={() => setIsUploading(!isUploading)}>
            <Upload size={15} aria-hidden />
            {texts.reports.upload}
          </Button>
        </span>
      }
    >
      {isUploading && (
        <div className="px-5 pb-4">
          <UploadPanel company={company} />
        </div>
      )}
      <QueryView
        query={found}
        rows={LATEST}
        isEmpty={({ reports }) => reports.length === 0}
        empty={<Empty title={words.noReports}>{words.noReportsHint}</Empty>}
      >
        {({ reports }) => (
          <List>
            {reports.map((report) => (
              <ListRow
                key={report.report_id}
                to={`/reports/${report.report_id}`}
                title={report.file_title}
                about={[report.lv3_name, report.publish_date && formatDay(report.publish_date)]
                  .filter(Boolean)
                  .join(" · ")}
              >
                {report.own && (
                  <>
                    <Badge tone="accent">{texts.reports.own}</Badge>
                    <DeleteReport report={report} small />
                  </>
                )}
              </ListRow>
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}

export function CompanyNews({ id, limit }: { id: string; limit: number }) {
  const today = new Date();
  const start = new Date(today);
  start.setUTCFullYear(today.getUTCFullYear() - NEWS_YEARS);
  const news = useOperation("news.search", {
    svc_entity_id: id,
    start_date: start.toISOString().slice(0, 10),
    end_date: today.toISOString().slice(0, 10),
    limit,
  });
  return (
    <Card title={words.news} flush>
      <QueryView
        query={news}
        rows={LATEST}
        tall
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noNews}>{words.noNewsHint}</Empty>}
      >
        {(rows) => (
          <List>
            {rows.map(({ article_id, title, link, source, published_at, source_count }) => (
              <ListRow
                key={article_id}
                title={title}
                href={link === "" ? undefined : link}
                about={[source, formatDay(published_at)].filter(Boolean).join(" · ")}
              >
                {source_count > 1 && <Badge>{texts.news.publishers(formatWhole(source_count))}</Badge>}
              </ListRow>
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}
