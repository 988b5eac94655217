import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatDay } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { isNew, readSeen } from "./seen.ts";

const { watchlists: words } = texts;
const REPORTS_SHOWN = 3;
const ARTICLES_SHOWN = 4;
type Updates = OutputOf<"watchlists.updates">;

interface Update {
  id: string;
  kind: "report" | "article";
  title: string;
  day: string | null;
  item: Parameters<typeof isNew>[0];
  company: string;
  to?: string;
  href?: string | undefined;
}

/** The latest reports and news about the companies on the lists; what is new to the person is marked. */
export function WatchlistUpdates() {
  const [seen] = useState(readSeen);
  const updates = useOperation("watchlists.updates", { include_shared: true, limit: ARTICLES_SHOWN });
  return (
    <Card
      title={words.updates}
      aside={
        <Link to="/watchlists" className="text-accent hover:underline">
          {words.allLists}
        </Link>
      }
      flush
    >
      <QueryView
        query={updates}
        rows={4}
        tall
        isEmpty={({ reports, articles }) => reports.length + articles.length === 0}
        empty={<Empty title={words.noUpdates}>{words.noUpdatesHint}</Empty>}
      >
        {(data) => (
          <List>
            {listUpdates(data).map(({ id, kind, title, company, day, item, to, href }) => (
              <ListRow
                key={id}
                title={title}
                to={to}
                href={href}
                about={[words[kind], company, day && formatDay(day)].filter(Boolean).join(" · ")}
              >
                {isNew(item, seen) && <Badge tone="accent">{words.isNew}</Badge>}
              </ListRow>
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}

/** The latest reports, then the latest articles: a company has far more of those. */
function listUpdates({ reports, articles, companies }: Updates): Update[] {
  const names = new Map(companies.map(({ svc_entity_id, name }) => [svc_entity_id, name]));
  const company = ({ svc_entity_id: id }: { svc_entity_id: string }) => names.get(id) ?? id;
  return [
    ...reports.slice(0, REPORTS_SHOWN).map((report) => ({
      id: report.report_id,
      kind: "report" as const,
      title: report.file_title,
      day: report.publish_date,
      item: report,
      company: company(report),
      to: `/reports/${report.report_id}`,
    })),
    ...articles.slice(0, ARTICLES_SHOWN).map((article) => ({
      id: article.article_id,
      kind: "article" as const,
      title: article.title,
      day: article.published_at,
      item: article,
      company: company(article),
      href: article.link ?? undefined,
    })),
  ];
}
