import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Answered } from "../../ui/answer.tsx";
import { formatWhole } from "../../ui/format.ts";
import { Card, Notice } from "../../ui/surface.tsx";

const { reports: words } = texts;

/** For what cannot be drawn, such as a web page: the text that was read, page by page. */
export function PageTexts({ reportId }: { reportId: string }) {
  const pages = useOperation("reports.pages", { report_id: reportId, pages: "1-20" });
  return (
    <Card title={words.viewer} className="min-h-96">
      <Answered asked={pages} rows={12}>
        {(data) => (
          <div className="space-y-5">
            <Notice>{words.notDrawn}</Notice>
            {data.pages.map(({ page, text }) => (
              <section key={page} aria-label={words.page(formatWhole(page))}>
                <h3 className="mb-1 text-dim text-xs">{words.page(formatWhole(page))}</h3>
                <p className="whitespace-pre-line leading-relaxed">{text}</p>
              </section>
            ))}
          </div>
        )}
      </Answered>
    </Card>
  );
}
