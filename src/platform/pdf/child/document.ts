import type { PdfMetadata, PdfPage } from "../page.ts";
import { Unreadable } from "../reasons.ts";
import { readGeometry } from "./geometry.ts";
import { isCovered } from "./image-cover.ts";
import { readMetadata } from "./metadata.ts";
import type { Engine } from "./pdfium.ts";
import { encodePixels } from "./png.ts";
import { WordCollector } from "./words.ts";

const SCRATCH_BYTES = 1_024;
const POINTS_PER_INCH = 72;
const PIXEL_BYTES = 4;
const BITMAP_BGRX = 3;
const WHITE = 0xffffffff;
const RENDER_ANNOTATIONS = 1;
/** A reader accepts a file whose signature follows some garbage, but not later than this. */
const SIGNATURE_WITHIN_BYTES = 1_024;

const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

export interface RenderedPage {
  png: Uint8Array;
  width: number;
  height: number;
}

/** A document opened from bytes already in the engine's memory. */
export class PdfDocument {
  readonly #engine: Engine;
  readonly #document: number;
  readonly #scratch: number;
  readonly #collector: WordCollector;
  readonly pageCount: number;

  constructor(engine: Engine, file: { pointer: number; size: number }) {
    const { pdfium } = engine;
    this.#engine = engine;
    this.#scratch = pdfium.malloc(SCRATCH_BYTES);
    this.#collector = new WordCollector(engine, this.#scratch);
    // Half of the annual reports in circulation are encrypted with an empty password, which is not a secret.
    engine.bytes()[this.#scratch] = 0;
    this.#document = pdfium.FPDF_LoadMemDocument(file.pointer, file.size, this.#scratch);
    if (this.#document === 0) throw explainFailure(engine, file);
    this.pageCount = pdfium.FPDF_GetPageCount(this.#document);
    if (this.pageCount <= 0) throw new Unreadable("damaged_pdf", "The file has no pages.");
  }

  metadata(): PdfMetadata {
    return readMetadata(this.#engine, this.#document);
  }

  /** All words of a page; `lettersMax` limits the cost of a page full of text. */
  readPage(number: number, lettersMax: number): PdfPage {
    const { pdfium } = this.#engine;
    return this.#withPage(number, (page) => {
      const geometry = readGeometry(this.#engine, page, this.#scratch);
      const text = pdfium.FPDFText_LoadPage(page);
      if (text === 0) throw new Unreadable("damaged_page", "The text of the page cannot be read.");
      try {
        if (pdfium.FPDFText_CountChars(text) > lettersMax) {
          throw new Unreadable("too_much_text", "The page contains more text than is allowed.");
        }
        const words = this.#collector.collect(text, geometry);
        const { width, height } = geometry;
        if (words.length > 0) return { number, width, height, words };
        const imageOnly = isCovered(this.#engine, page, { scratch: this.#scratch, area: width * height });
        return { number, width, height, words, ...(imageOnly ? { imageOnly } : {}) };
      } finally {
        pdfium.FPDFText_ClosePage(text);
      }
    });
  }

  /** Renders a page, smaller than requested if it would have too many pixels. */
  renderPage(number: number, options: { dpi: number; gray: boolean; pixelsMax: number }): RenderedPage {
    const { pdfium } = this.#engine;
    return this.#withPage(number, (page) => {
      const { width, height } = this.#pixelSize(page, options);
      const pixels = pdfium.malloc(width * height * PIXEL_BYTES);
      if (pixels === 0) throw new Unreadable("memory_limit", "The page is too large to render.");
      const stride = width * PIXEL_BYTES;
      const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, pixels, stride);
      try {
        if (bitmap === 0) throw new Unreadable("damaged_page", "The page cannot be rendered.");
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_ANNOTATIONS);
        const rendered = this.#engine.bytes().subarray(pixels, pixels + stride * height);
        return { png: encodePixels(rendered, { width, height, gray: options.gray }), width, height };
      } finally {
        if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap);
        pdfium.free(pixels);
      }
    });
  }

  #pixelSize(page: number, { dpi, pixelsMax }: { dpi: number; pixelsMax: number }) {
    const points = readGeometry(this.#engine, page, this.#scratch);
    const scale = Math.min(dpi / POINTS_PER_INCH, Math.sqrt(pixelsMax / (points.width * points.height)));
    return {
      width: Math.max(1, Math.floor(points.width * scale)),
      height: Math.max(1, Math.min(Math.floor(points.height * scale), pixelsMax)),
    };
  }

  #withPage<Result>(number: number, use: (page: number) => Result): Result {
    const { pdfium } = this.#engine;
    const page = pdfium.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) throw new Unreadable("damaged_page", "The page cannot be opened.");
    try {
      return use(page);
    } finally {
      pdfium.FPDF_ClosePage(page);
    }
  }
}

function explainFailure(engine: Engine, file: { pointer: number; size: number }): Unreadable {
  const error = engine.pdfium.FPDF_GetLastError();
  if (error === ERROR_PASSWORD) {
    return new Unreadable("password_required", "The file opens only with a password.");
  }
  if (error === ERROR_SECURITY) {
    return new Unreadable("unsupported_encryption", "The file is protected in a way that cannot be read.");
  }
  const start = engine
    .bytes()
    .subarray(file.pointer, file.pointer + Math.min(file.size, SIGNATURE_WITHIN_BYTES));
  return Buffer.from(start).includes("%PDF-")
    ? new Unreadable("damaged_pdf", "The file begins as a PDF but its structure cannot be read.")
    : new Unreadable("not_a_pdf", "The file is not a PDF.");
}
