import { useRef } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { CopyCitation } from "./copy-citation.tsx";
import type { Mark } from "./mark.ts";
import { PageText } from "./page-text.tsx";
import type { ReportFile } from "./report-viewer.tsx";
import { useNearViewport } from "./use-near-viewport.ts";
import { ScrollingPages, ViewerFrame } from "./viewer-frame.tsx";

const { reports: words } = texts;
/** The maximum number of pages the service returns per call. */
const PART_PAGES = 20;

interface Part {
  first: number;
  last: number;
}

/** A report without page images, such as a web page: its extracted text, page by page. */
export function TextViewer(props: { file: ReportFile; pageCount: number; mark: Mark | null }) {
  const { file, pageCount, mark } = props;
  const reportId = file.report_id;
  const parts = Array.from({ length: Math.ceil(pageCount / PART_PAGES) }, (_none, index) => ({
    first: index * PART_PAGES + 1,
    last: Math.min(pageCount, (index + 1) * PART_PAGES),
  }));
  return (
    <ViewerFrame isText>
      <ScrollingPages
        position={words.asText(formatWhole(pageCount))}
        tools={
          <CopyCitation
            title={file.file_title}
            page={mark?.page ?? 1}
            fallback={async () => mark?.quote ?? ""}
          />
        }
      >
        <div className="space-y-3 p-3">
          {parts.map((part) => (
            <TextPart
              key={part.first}
              reportId={reportId}
              part={part}
              mark={mark && mark.page >= part.first && mark.page <= part.last ? mark : null}
            />
          ))}
        </div>
      </ScrollingPages>
    </ViewerFrame>
  );
}

/** A range of pages, fetched when it comes close to the viewport or something on it must be shown. */
function TextPart(props: { reportId: string; part: Part; mark: Mark | null }) {
  const {
    reportId,
    part: { first, last },
    mark,
  } = props;
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  const pages = useOperation(
    "reports.pages",
    { report_id: reportId, pages: `${first}-${last}` },
    { enabled: isNear || mark !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <div ref={place} className={classNames("space-y-3", !pages.data && "min-h-96")}>
      <QueryView query={pages} rows={12}>
        {(data) =>
          data.pages.map(({ page, text }) => (
            <PageText key={page} page={page} text={text} mark={mark?.page === page ? mark : null} />
          ))
        }
      </QueryView>
    </div>
  );
}
