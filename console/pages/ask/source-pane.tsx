import { ChevronDown, ChevronUp, ExternalLink } from "lucide-react";
import { lazy, Suspense } from "react";
import { texts } from "../../texts/index.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { Skeleton } from "../../ui/surface.tsx";
import { type Mark, placePath } from "../reports/mark.ts";

const { ask: words } = texts;
// The PDF library is large; it is loaded with the first source.
export const loadViewer = () => import("../reports/report-viewer.tsx");
const ReportViewer = lazy(async () => ({ default: (await loadViewer()).ReportViewer }));

interface OpenPlace {
  reportId: string;
  title: string;
  mark: Mark;
}

/** The page a source is on, with buttons to the other sources. */
export function SourcePane(props: {
  place: OpenPlace;
  index: number;
  count: number;
  onStep: (step: number) => void;
}) {
  const { place, index, count, onStep } = props;
  const { reportId, title, mark } = place;
  return (
    <section aria-label={words.source} className="flex h-full flex-col">
      <div className="mb-2 flex items-center gap-1">
        <div className="min-w-0 grow">
          <p className="truncate font-medium">{words.onPage(title, formatWhole(mark.page))}</p>
          <p className="text-dim text-xs tabular-nums" aria-live="polite">
            {words.sourceOf(formatWhole(index + 1), formatWhole(count))}
          </p>
        </div>
        <Button
          kind="bare"
          aria-label={words.previousSource}
          title={words.previousSource}
          disabled={index === 0}
          onClick={() => onStep(-1)}
        >
          <ChevronUp size={17} aria-hidden />
        </Button>
        <Button
          kind="bare"
          aria-label={words.nextSource}
          title={words.nextSource}
          disabled={index === count - 1}
          onClick={() => onStep(1)}
        >
          <ChevronDown size={17} aria-hidden />
        </Button>
        <Link
          to={placePath(reportId, mark)}
          className={buttonClass("bare")}
          aria-label={words.openReport}
          title={words.openReport}
        >
          <ExternalLink size={16} aria-hidden />
        </Link>
      </div>
      <div className="min-h-0 grow">
        <Suspense fallback={<Skeleton rows={12} tall />}>
          <ReportViewer reportId={reportId} mark={mark} />
        </Suspense>
      </div>
    </section>
  );
}
