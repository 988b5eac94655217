import type { OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Badge } from "../../ui/surface.tsx";
import { CompanyLogo, DemoBadge } from "../companies/company-mark.tsx";

const { news: words } = texts;
export type Article = OutputOf<"news.search">[number];

export function ArticleList({
  articles,
  numbered = false,
}: {
  articles: readonly Article[];
  numbered?: boolean;
}) {
  return (
    <ol className="divide-y divide-line">
      {articles.map((article) => (
        <li key={article.article_id} id={`source-${article.position}`} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-dim text-xs">
            {numbered && <span className="font-semibold text-ink">[{article.position}]</span>}
            <span className="font-medium">{article.source}</span>
            <time dateTime={article.published_at} title={`${words.dateEvidence}: ${article.date_evidence}`}>
              {formatDay(article.published_at)}
            </time>
            {article.source_count > 1 && (
              <Badge tone="accent">{words.publishers(formatWhole(article.source_count))}</Badge>
            )}
            <DemoBadge fictional={article.fictional} />
            <Companies ids={article.svc_entity_id} />
          </div>
          <h2 className="mt-1 font-semibold">
            {article.link === "" ? (
              article.title
            ) : (
              <a href={article.link} target="_blank" rel="noreferrer" className="hover:underline">
                {article.title}
              </a>
            )}
          </h2>
          <p className="mt-1 line-clamp-3 text-dim">{article.snippet}</p>
        </li>
      ))}
    </ol>
  );
}

const COMPANIES_SHOWN = 5;

function Companies({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul aria-label={words.companies} className="ml-auto flex gap-1.5">
      {ids.slice(0, COMPANIES_SHOWN).map((id) => (
        <li key={id}>
          <Link to={`/companies/${id}`} aria-label={`${texts.companies.title}: ${id}`} className="block">
            <CompanyLogo id={id} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
