import { useQuery } from "@tanstack/react-query";
import { PanelLeft } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useWide } from "../../ui/use-wide.ts";
import { useWidth } from "../../ui/use-width.ts";
import { CopyCitation } from "./copy-citation.tsx";
import type { Mark } from "./mark.ts";
import { type OpenPdf, openPdf } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import { nextTurn, type Turn, turnBox, turnSize } from "./turn.ts";
import { usePdfSearch } from "./use-pdf-search.ts";
import { ScrollingPages, ViewerFrame } from "./viewer-frame.tsx";
import { ViewerSide } from "./viewer-side.tsx";
import { FindBox, PageBox, Tool, ZoomTools } from "./viewer-tools.tsx";

const { reports: words } = texts;
const GAP = 12;
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2];

export function PdfViewer({ url, title, mark }: { url: string; title: string; mark: Mark | null }) {
  const opened = useQuery({
    queryKey: ["pdf", url],
    queryFn: ({ signal }) => openPdf(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <ViewerFrame>
      <QueryView query={opened} rows={10} tall>
        {(pdf) => <Pages pdf={pdf} title={title} mark={mark} />}
      </QueryView>
    </ViewerFrame>
  );
}

function Pages({ pdf, title, mark }: { pdf: OpenPdf; title: string; mark: Mark | null }) {
  const { document } = pdf;
  const [turn, setTurn] = useState<Turn>(0);
  const [isSideOpen, setIsSideOpen] = useState(false);
  const sizes = useMemo(() => pdf.sizes.map((size) => turnSize(size, turn)), [pdf.sizes, turn]);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [zoom, setZoom] = useState(1);
  const [currentPage, setCurrentPage] = useState(1);
  // Where the person went last: a page, or a match. A new mark comes before it.
  const [gone, setGone] = useState<{ to: Mark; from: Mark | null } | null>(null);
  const target = gone && gone.from === mark ? gone.to : mark;
  const goTo = (to: Mark) => setGone({ to, from: mark });
  const search = usePdfSearch(pdf, ({ page, boxes }) => goTo({ page, box: boxes[0] ?? null, quote: null }));
  const widest = Math.max(...sizes.map((size) => size.width));
  const scale = width === 0 ? 0 : ((width - 2 * GAP) / widest) * zoom;
  const place = useMemo(() => target && turnMark(target, pdf, turn), [target, pdf, turn]);
  useScrollTo(place, { frame, scale, sizes });
  const goToPage = (page: number) => goTo({ page, box: null, quote: null });

  const follow = () => {
    const middle = (frame.current?.scrollTop ?? 0) + (frame.current?.clientHeight ?? 0) / 2;
    let bottom = GAP;
    const index = sizes.findIndex(({ height }) => {
      bottom += height * scale + GAP;
      return bottom > middle;
    });
    setCurrentPage(index < 0 ? sizes.length : index + 1);
  };
  const larger = ZOOMS.find((one) => one > zoom);
  const smaller = ZOOMS.findLast((one) => one < zoom);
  const fit = () => {
    const room = (frame.current?.clientHeight ?? 0) - 2 * GAP;
    const whole = ((room / (sizes[currentPage - 1]?.height ?? room)) * zoom) / scale;
    setZoom(zoom === 1 ? Math.min(1, whole) : 1);
  };

  return (
    <ScrollingPages
      ref={frame}
      onScroll={follow}
      position={
        <span className="sr-only">{words.pageOf(formatWhole(currentPage), formatWhole(sizes.length))}</span>
      }
      side={isSideOpen && <ViewerSide pdf={pdf} current={currentPage} onGo={goToPage} />}
      tools={
        <div className="flex grow flex-wrap items-center justify-between gap-x-2">
          <div className="flex items-center gap-1">
            <Tool
              label={words.side}
              pressed={isSideOpen}
              onClick={() => setIsSideOpen(!isSideOpen)}
              icon={<PanelLeft size={17} aria-hidden />}
            />
            <PageBox current={currentPage} count={sizes.length} onGo={goToPage} />
          </div>
          <FindBox search={search} />
          <div className="flex">
            <ZoomTools
              onZoom={(direction) => setZoom((direction > 0 ? larger : smaller) ?? zoom)}
              canZoomIn={larger !== undefined}
              canZoomOut={smaller !== undefined}
              onFit={fit}
              isPageFitted={zoom !== 1}
              onMark={mark && gone ? () => goTo({ ...mark }) : null}
              onTurn={() => setTurn(nextTurn(turn))}
            />
            <CopyCitation
              title={title}
              page={currentPage}
              fallback={() => readPageText(document, currentPage)}
            />
          </div>
        </div>
      }
    >
      <div className="flex flex-col" style={{ gap: GAP, padding: GAP, minWidth: "min-content" }}>
        {scale > 0 &&
          pdf.sizes.map((size, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              document={document}
              page={index + 1}
              size={size}
              turn={turn}
              scale={scale}
              box={mark?.page === index + 1 ? mark.box : null}
              found={search.matches.flatMap((match, at) =>
                match.page === index + 1 ? [{ boxes: match.boxes, isCurrent: at === search.at }] : [],
              )}
            />
          ))}
      </div>
    </ScrollingPages>
  );
}

const turnMark = (mark: Mark, { sizes }: OpenPdf, turn: Turn): Mark => {
  const size = sizes[mark.page - 1];
  return mark.box && size ? { ...mark, box: turnBox(mark.box, size, turn) } : mark;
};

async function readPageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .trim();
}

/** Brings a place into view whenever there is a new one, or its page has another size. */
function useScrollTo(
  target: Mark | null,
  {
    frame,
    scale,
    sizes,
  }: { frame: RefObject<HTMLDivElement | null>; scale: number; sizes: OpenPdf["sizes"] },
): void {
  const isWide = useWide();
  // Before the next paint, so that only pages that are seen are rendered.
  useLayoutEffect(() => {
    if (!target || !frame.current || scale === 0) return;
    const above = sizes
      .slice(0, target.page - 1)
      .reduce((sum, { height }) => sum + height * scale + GAP, GAP);
    const boxTop = (target.box?.[1] ?? 0) * scale;
    const top = above + boxTop - (target.box ? frame.current.clientHeight / 3 : GAP);
    const left = Math.max(0, (target.box?.[0] ?? 0) * scale - frame.current.clientWidth / 2);
    // On a phone the pages are above or below the answer and may be out of view.
    if (!isWide) frame.current.scrollIntoView({ block: "nearest" });
    // Gliding over many pages would render them all on the way.
    const isClose = Math.abs(top - frame.current.scrollTop) < frame.current.clientHeight;
    frame.current.scrollTo({ top, left, behavior: isClose ? "smooth" : "instant" });
  }, [target, scale, sizes, isWide, frame]);
}
