import { type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { useEffect, useRef } from "react";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import type { Match } from "./find-in-page.ts";
import { type Turn, turnBox, turnSize } from "./turn.ts";
import { useNearViewport } from "./use-near-viewport.ts";

const { reports: words } = texts;

interface PageProps {
  document: PDFDocumentProxy;
  page: number;
  /** The unturned size in points. */
  size: { width: number; height: number };
  turn: Turn;
  /** Screen pixels per point. */
  scale: number;
  box: readonly number[] | null;
  /** What a search found on this page. */
  found: readonly { boxes: Match; isCurrent: boolean }[];
}

export function PdfPage({ document, page, size, turn, scale, box, found }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(frame);

  useEffect(() => {
    if (!isNear || !canvas.current || !layer.current) return;
    const drawing = paint(document, page, {
      canvas: canvas.current,
      layer: layer.current,
      scale,
      turn,
    });
    return () => drawing.stop();
  }, [isNear, document, page, scale, turn]);
  const { width, height } = turnSize(size, turn);

  return (
    <section
      ref={frame}
      id={`page-${page}`}
      aria-label={words.page(formatWhole(page))}
      className="relative mx-auto bg-white shadow-sm"
      style={{ width: width * scale, height: height * scale }}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" aria-hidden />
      <div ref={layer} className="pdf-text" />
      {found.flatMap(({ boxes, isCurrent }) =>
        boxes.map((one) => (
          <div
            key={one.join()}
            data-found={isCurrent ? "current" : "other"}
            className={classNames(
              "pointer-events-none absolute rounded-sm",
              isCurrent ? "bg-orange-400/60 outline-2 outline-orange-700" : "bg-yellow-300/50",
            )}
            style={placeOf(turnBox(one, size, turn), scale)}
          />
        )),
      )}
      {box && (
        <div
          data-mark
          className="pointer-events-none absolute rounded-sm bg-amber-300/50 outline-2 outline-amber-600"
          style={placeOf(turnBox(box, size, turn), scale)}
        />
      )}
    </section>
  );
}

const MARGIN_POINTS = 2;

/** Left, top, right and bottom in points, with some padding around the figure. */
function placeOf([left = 0, top = 0, right = 0, bottom = 0]: readonly number[], scale: number) {
  return {
    left: (left - MARGIN_POINTS) * scale,
    top: (top - MARGIN_POINTS) * scale,
    width: (right - left + 2 * MARGIN_POINTS) * scale,
    height: (bottom - top + 2 * MARGIN_POINTS) * scale,
  };
}

interface Target {
  canvas: HTMLCanvasElement;
  layer: HTMLDivElement;
  scale: number;
  turn: Turn;
}

/** The rendered page with an invisible text layer over it, for selecting and searching. */
function paint(
  document: PDFDocumentProxy,
  number: number,
  { canvas, layer, scale, turn }: Target,
): { stop: () => void } {
  let isStopped = false;
  let stop = () => {};
  const run = async () => {
    const page = await document.getPage(number);
    if (isStopped) return;
    const rotation = (page.rotate + turn * 90) % 360;
    const viewport = page.getViewport({ scale: scale * devicePixelRatio, rotation });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    layer.replaceChildren();
    layer.style.setProperty("--total-scale-factor", String(scale));
    const text = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: layer,
      viewport: page.getViewport({ scale, rotation }),
    });
    stop = () => {
      task.cancel();
      text.cancel();
    };
    await Promise.all([task.promise, text.render()]);
  };
  // A cancelled rendering rejects; no one is waiting for it.
  run().catch(() => {});
  return {
    stop: () => {
      isStopped = true;
      stop();
    },
  };
}
