import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import type { Mark } from "./mark.ts";
import { PageText } from "./page-text.tsx";

const { reports: words } = texts;
const POINTS_PER_INCH = 72;
const MARGIN_POINTS = 2;

/** One page of a report with a place marked: its image, or its text when there is no image. */
export function PagePlace({ reportId, mark }: { reportId: string; mark: Mark }) {
  const digest = useOperation("reports.certificate", { report_id: reportId });
  return (
    <div className="min-h-40 overflow-auto rounded-lg border border-line bg-soft" aria-live="polite">
      <QueryView query={digest} rows={6}>
        {({ content_type }) =>
          content_type === "application/pdf" ? (
            <PageImage reportId={reportId} mark={mark} />
          ) : (
            <PageWords reportId={reportId} mark={mark} />
          )
        }
      </QueryView>
    </div>
  );
}

function PageImage({ reportId, mark: { page, box } }: { reportId: string; mark: Mark }) {
  const picture = useOperation(
    "reports.page_image",
    { report_id: reportId, page },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <QueryView query={picture} rows={6}>
      {({ media_type, base64, width, height, dpi }) => {
        const share = (points: number, pixels: number) =>
          `${(((points * dpi) / POINTS_PER_INCH / pixels) * 100).toFixed(3)}%`;
        const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
        return (
          <div className="relative">
            <img
              src={`data:${media_type};base64,${base64}`}
              alt={words.page(formatWhole(page))}
              width={width}
              height={height}
              className="h-auto w-full"
            />
            {box && (
              <div
                data-mark
                className="pointer-events-none absolute rounded-sm bg-amber-300/40 outline-2 outline-amber-600"
                style={{
                  left: share(left - MARGIN_POINTS, width),
                  top: share(top - MARGIN_POINTS, height),
                  width: share(right - left + 2 * MARGIN_POINTS, width),
                  height: share(bottom - top + 2 * MARGIN_POINTS, height),
                }}
              />
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

function PageWords({ reportId, mark }: { reportId: string; mark: Mark }) {
  const pages = useOperation(
    "reports.pages",
    { report_id: reportId, pages: String(mark.page) },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <QueryView query={pages} rows={6}>
      {(data) =>
        data.pages.map(({ page, text }) => <PageText key={page} page={page} text={text} mark={mark} />)
      }
    </QueryView>
  );
}
