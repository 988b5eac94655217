import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import { Toggles } from "../../ui/toggles.tsx";
import type { OpenPdf } from "./open-pdf.ts";
import { useNearViewport } from "./use-near-viewport.ts";

const { reports: words } = texts;
const THUMBNAIL_WIDTH = 104;
const VIEWS = (["thumbnails", "outline"] as const).map((value) => ({ value, label: words[value] }));

interface SideProps {
  pdf: OpenPdf;
  current: number;
  onGo: (page: number) => void;
}

/** Every page at a glance, or the headings that the document itself lists. */
export function ViewerSide({ pdf, current, onGo }: SideProps) {
  const [view, setView] = useState<"thumbnails" | "outline">("thumbnails");
  return (
    <aside
      aria-label={words.side}
      className="flex w-40 shrink-0 flex-col border-line border-r bg-card text-xs sm:w-48"
    >
      <div className="border-line border-b p-2">
        <Toggles label={words.side} choices={VIEWS} chosen={view} onChoose={setView} />
      </div>
      <div className="grow overflow-y-auto p-2">
        {view === "thumbnails" ? (
          <Thumbnails pdf={pdf} current={current} onGo={onGo} />
        ) : (
          <Outline pdf={pdf} current={current} onGo={onGo} />
        )}
      </div>
    </aside>
  );
}

function Thumbnails({ pdf: { document, sizes }, current, onGo }: SideProps) {
  return (
    <ol className="space-y-2">
      {sizes.map((size, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <li key={index}>
          <Thumbnail
            document={document}
            page={index + 1}
            size={size}
            isCurrent={index + 1 === current}
            onGo={onGo}
          />
        </li>
      ))}
    </ol>
  );
}

interface ThumbnailProps {
  document: PDFDocumentProxy;
  page: number;
  size: { width: number; height: number };
  isCurrent: boolean;
  onGo: (page: number) => void;
}

function Thumbnail({ document, page, size, isCurrent, onGo }: ThumbnailProps) {
  const button = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNearViewport(button);
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target) return;
    // A page that cannot be rendered stays white, as in the viewer itself.
    void renderThumbnail(document, page, target).catch(() => {});
  }, [isNear, document, page]);
  return (
    <button
      ref={button}
      type="button"
      aria-current={isCurrent ? "page" : undefined}
      aria-label={words.page(formatWhole(page))}
      onClick={() => onGo(page)}
      className={classNames(
        "mx-auto block rounded-md p-1 text-center tabular-nums",
        isCurrent ? "bg-accent-soft text-accent-strong" : "hover:bg-soft",
      )}
    >
      <canvas
        ref={canvas}
        aria-hidden
        className="bg-white shadow-sm"
        style={{ width: THUMBNAIL_WIDTH, height: (THUMBNAIL_WIDTH * size.height) / size.width }}
      />
      {formatWhole(page)}
    </button>
  );
}

async function renderThumbnail(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
): Promise<void> {
  const page = await document.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (THUMBNAIL_WIDTH / width) * devicePixelRatio });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}

interface Entry {
  title: string;
  page: number;
  depth: number;
}

function Outline({ pdf, current, onGo }: SideProps) {
  const outline = useQuery({
    queryKey: ["outline", pdf.document.fingerprints[0]],
    queryFn: () => readOutline(pdf.document),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (outline.data?.length === 0) return <p className="text-dim">{words.noOutline}</p>;
  // The last heading at or before the current page.
  const open = outline.data?.findLastIndex(({ page }) => page <= current);
  return (
    <ol className="space-y-0.5">
      {outline.data?.map(({ title, page, depth }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings repeat and never change
        <li key={index}>
          <button
            type="button"
            aria-current={index === open ? "location" : undefined}
            onClick={() => onGo(page)}
            style={{ paddingLeft: `${0.375 + depth * 0.75}rem` }}
            className={classNames(
              "flex w-full justify-between gap-2 rounded-md py-1 pr-1.5 text-left",
              index === open ? "bg-accent-soft text-accent-strong" : "hover:bg-soft",
            )}
          >
            <span className="min-w-0 break-words">{title}</span>
            <span className="shrink-0 tabular-nums">{formatWhole(page)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const ENTRIES_MAX = 500;
const DEPTH_MAX = 3;
type Node = NonNullable<Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>>[number];

async function readOutline(document: PDFDocumentProxy): Promise<Entry[]> {
  const entries: Entry[] = [];
  const add = async (nodes: readonly Node[], depth: number): Promise<void> => {
    for (const { title, dest, items } of nodes) {
      if (entries.length === ENTRIES_MAX) return;
      const page = await findPage(document, dest);
      if (page !== null) entries.push({ title, page, depth });
      if (depth < DEPTH_MAX) await add(items, depth + 1);
    }
  };
  await add((await document.getOutline()) ?? [], 0);
  return entries;
}

/** The page a heading leads to; null for one that leads nowhere in this document. */
async function findPage(document: PDFDocumentProxy, dest: Node["dest"]): Promise<number | null> {
  try {
    const place = typeof dest === "string" ? await document.getDestination(dest) : dest;
    const target: unknown = place?.[0];
    if (typeof target === "number") return target + 1;
    if (typeof target !== "object" || target === null) return null;
    // The library's own reference to a page, as it came from it.
    return (await document.getPageIndex(target as { num: number; gen: number })) + 1;
  } catch {
    return null;
  }
}
