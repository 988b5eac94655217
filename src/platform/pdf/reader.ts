import { ChildPool } from "./child-pool.ts";
import { DocumentReading, type PdfReading, type ReadOptions } from "./read-document.ts";
import { type PdfRendering, type RenderOptions, renderPage } from "./render-page.ts";

/** Changes whenever the same file could give other words: the engine, and how words are built from its letters. */
export const PARSER_VERSION = "pdfium-2.15.1/words-1";

const PAGE_SECONDS_MAX = 30;
const FILE_MEGABYTES_MAX = 500;

export interface PdfReaderOptions<Result> {
  /** The transform of each page inside the child, and how the service parses the result. */
  transform: { module: URL; parse: (result: unknown) => Result };
  /** How many documents are read at the same time, each in a separate process. */
  workersMax: number;
  /** CPU time for one whole document. */
  cpuSecondsMax: number;
  /** CPU time for one page, so that a single bad page is skipped instead of the document. */
  pageCpuSecondsMax?: number;
  memoryMegabytesMax: number;
  fileMegabytesMax?: number;
  pagesMax: number;
  charactersMax: number;
  pixelsMax: number;
}

export interface PdfReader<Result> {
  read(filePath: string, options?: ReadOptions<Result>): Promise<PdfReading>;
  renderPage(filePath: string, page: number, options: RenderOptions): Promise<PdfRendering>;
  /** Ends every child; whatever is still being read fails with `reader_closed`. */
  close(): Promise<void>;
}

/** Opens a reader. It starts its children when they are first needed. */
export function openPdfReader<Result>(options: PdfReaderOptions<Result>): PdfReader<Result> {
  const child = { transformUrl: options.transform.module, memoryMegabytesMax: options.memoryMegabytesMax };
  const readers = new ChildPool(child, options.workersMax);
  // A person waits for the image of a page; it must not queue behind whole reports.
  const renderers = new ChildPool(child, 1);
  const limits = {
    cpuSecondsMax: options.cpuSecondsMax,
    pageCpuSecondsMax: Math.min(options.pageCpuSecondsMax ?? PAGE_SECONDS_MAX, options.cpuSecondsMax),
    fileBytesMax: (options.fileMegabytesMax ?? FILE_MEGABYTES_MAX) * 1_048_576,
    pagesMax: options.pagesMax,
    charactersMax: options.charactersMax,
    pixelsMax: options.pixelsMax,
  };
  const parseResult = options.transform.parse;
  return {
    read: (filePath, readOptions = {}) =>
      new DocumentReading({ pool: readers, limits, parseResult }, readOptions).run(filePath),
    renderPage: (filePath, page, renderOptions) =>
      renderPage({ pool: renderers, limits }, filePath, page, renderOptions),
    async close() {
      await Promise.all([readers.close(), renderers.close()]);
    },
  };
}
