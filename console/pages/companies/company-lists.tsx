import { Upload } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { DeleteReport } from "../reports/delete-report.tsx";
import { UploadPanel } from "../reports/upload-panel.tsx";
import type { Company } from "./company-search.tsx";

const { companies: words } = texts;
const NEWS_YEARS = 2;

export function CompanyReports({ company, limit }: { company: Company; limit: number }) {
  const [isUploading, setIsUploading] = useState(false);
  const id = company.svc_entity_id;
  const found = useOperation("reports.search", { svc_entity_id: id, limit });
  return (
    <Card
      title={words.reports}
      className={found.isPending ? "min-h-52" : ""}
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
      {isUploading && <UploadPanel company={company} />}
      <QueryView
        query={found}
        rows={4}
        isEmpty={({ reports }) => reports.length === 0}
        empty={<Empty title={words.noReports} />}
      >
        {({ reports }) => (
          <ul className="divide-y divide-line">
            {reports.map((report) => (
              <li key={report.report_id} className="flex items-center gap-2">
                <Link
                  to={`/reports/${report.report_id}`}
                  className="-mx-2 flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4 rounded-lg px-2 py-2 hover:bg-soft"
                >
                  <span className="font-medium">{report.file_title}</span>
                  <span className="text-dim text-xs">
                    {report.lv3_name} · {formatDay(report.publish_date)}
                  </span>
                </Link>
                {report.own && (
                  <>
                    <Badge tone="accent">{texts.reports.own}</Badge>
                    <DeleteReport report={report} small />
                  </>
                )}
              </li>
            ))}
          </ul>
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
    <Card title={words.news} className={news.isPending ? "min-h-[27rem]" : ""}>
      <QueryView
        query={news}
        rows={5}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noNews} />}
      >
        {(rows) => (
          <ul className="space-y-3">
            {rows.map(({ article_id, title, link, source, published_at, source_count }) => (
              <li key={article_id}>
                {link === "" ? (
                  title
                ) : (
                  <a href={link} target="_blank" rel="noreferrer" className="font-medium hover:underline">
                    {title}
                  </a>
                )}
                <p className="flex items-center gap-2 text-dim text-xs">
                  {[source, formatDay(published_at)].filter(Boolean).join(" · ")}
                  {source_count > 1 && <Badge>{texts.news.publishers(formatWhole(source_count))}</Badge>}
                </p>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
