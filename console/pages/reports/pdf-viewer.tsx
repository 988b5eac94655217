import { useQuery } from "@tanstack/react-query";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useWide } from "../../ui/use-wide.ts";
import { useWidth } from "../../ui/use-width.ts";
import type { Mark } from "./mark.ts";
import { type OpenPdf, openPdf } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import { ScrollingPages, ViewerFrame } from "./viewer-frame.tsx";

const { reports: words } = texts;
const GAP = 12;
const ZOOMS = [0.6, 0.8, 1, 1.25, 1.6, 2];

export function PdfViewer({ url, mark }: { url: string; mark: Mark | null }) {
  const opened = useQuery({
    queryKey: ["pdf", url],
    queryFn: ({ signal }) => openPdf(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <ViewerFrame>
      <QueryView query={opened} rows={10} tall>
        {(pdf) => <Pages pdf={pdf} mark={mark} />}
      </QueryView>
    </ViewerFrame>
  );
}

function Pages({ pdf: { document, sizes }, mark }: { pdf: OpenPdf; mark: Mark | null }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const isWide = useWide();
  const [zoom, setZoom] = useState(1);
  const [currentPage, setCurrentPage] = useState(1);
  const widest = Math.max(...sizes.map((size) => size.width));
  const scale = width === 0 ? 0 : ((width - 2 * GAP) / widest) * zoom;

  useEffect(() => {
    if (!mark || !frame.current || scale === 0) return;
    const above = sizes.slice(0, mark.page - 1).reduce((sum, { height }) => sum + height * scale + GAP, GAP);
    const boxTop = (mark.box?.[1] ?? 0) * scale;
    const top = above + boxTop - (mark.box ? frame.current.clientHeight / 3 : GAP);
    const left = Math.max(0, (mark.box?.[0] ?? 0) * scale - frame.current.clientWidth / 2);
    // On a phone the pages are above or below the answer and may be out of view.
    if (!isWide) frame.current.scrollIntoView({ block: "nearest" });
    frame.current.scrollTo({ top, left, behavior: "smooth" });
  }, [mark, scale, sizes, isWide]);

  const follow = () => {
    const middle = (frame.current?.scrollTop ?? 0) + (frame.current?.clientHeight ?? 0) / 2;
    let bottom = GAP;
    const index = sizes.findIndex(({ height }) => {
      bottom += height * scale + GAP;
      return bottom > middle;
    });
    setCurrentPage(index < 0 ? sizes.length : index + 1);
  };
  const zoomBy = (step: number) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + step] ?? zoom);

  return (
    <ScrollingPages
      ref={frame}
      onScroll={follow}
      position={words.pageOf(formatWhole(currentPage), formatWhole(sizes.length))}
      tools={
        <div className="flex gap-1">
          <Button
            kind="bare"
            aria-label={words.zoomOut}
            disabled={zoom === ZOOMS[0]}
            onClick={() => zoomBy(-1)}
          >
            <ZoomOut size={17} aria-hidden />
          </Button>
          <Button
            kind="bare"
            aria-label={words.zoomIn}
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => zoomBy(1)}
          >
            <ZoomIn size={17} aria-hidden />
          </Button>
        </div>
      }
    >
      <div className="flex flex-col" style={{ gap: GAP, padding: GAP, minWidth: "min-content" }}>
        {scale > 0 &&
          sizes.map((size, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              document={document}
              page={index + 1}
              size={size}
              scale={scale}
              box={mark?.page === index + 1 ? mark.box : null}
            />
          ))}
      </div>
    </ScrollingPages>
  );
}
