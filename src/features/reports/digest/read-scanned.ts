import type { Ocr } from "../../../platform/ocr/index.ts";
import type { PdfReader, PdfReading, ReadPage } from "../../../platform/pdf/index.ts";
import { PageRecord, type PageSummary } from "../layout/index.ts";

export interface ScanTools {
  pdf: PdfReader<PageSummary>;
  /** Null when it is disabled. */
  ocr: Ocr<PageSummary> | null;
}

const DPI = 200;
/** The limit for one report; further pages stay without text, and the certificate lists them. */
const PAGES_MAX = 300;
const SECONDS_MAX = 900;

const SCANNED_SHARE = 0.1;
const ENABLE_OCR = "Enable OCR (FLORIN_OCR=on) and read the report again: florin reports reread.";
const PROBLEMS = {
  garbled_text: "The letters of the page are stored as other characters.",
  image_only: "The page is an image without text.",
};

type Page = ReadPage<PageSummary>;
type FailedPage = PdfReading["failedPages"][number];
const PageSize = PageRecord.pick({ width: true, height: true });

/** Reads the pages of a file that have no text, or nonsense instead of it, from their images. */
export class ScannedPages {
  readonly pages: number[] = [];
  words = 0;
  characters = 0;
  readonly #tools: ScanTools;
  readonly #file: string;
  readonly #language: string;
  readonly #signal: AbortSignal;
  #pagesTried = 0;
  #milliseconds = 0;
  readonly #unread: { page: number; problem: NonNullable<PageSummary["problem"]> }[] = [];
  /** State passed from one scanned page to the next; for pages with text the PDF child process keeps its own. */
  #carry: unknown = null;

  constructor(tools: ScanTools, file: string, options: { language?: string | null; signal: AbortSignal }) {
    this.#tools = tools;
    this.#file = file;
    this.#language = options.language ?? "en";
    this.#signal = options.signal;
  }

  /** The page unchanged, or as read from its image. */
  async readIfScanned(page: Page): Promise<Page> {
    const { ocr } = this.#tools;
    const spent = this.#pagesTried >= PAGES_MAX || this.#milliseconds > SECONDS_MAX * 1_000;
    const { problem } = page.result;
    if (problem !== undefined && (ocr === null || spent)) this.#unread.push({ page: page.page, problem });
    if (ocr === null || (page.words > 0 && problem !== "garbled_text") || spent) return page;
    this.#pagesTried += 1;
    const startedAt = performance.now();
    try {
      const read = await this.#read(ocr, page);
      if (read !== "failed" && read !== "no text") return read;
      // An image in which OCR finds no text is a picture; nonsense stays nonsense.
      const isPicture = read === "no text" && problem === "image_only";
      if (problem !== undefined && !isPicture) this.#unread.push({ page: page.page, problem });
      return page;
    } finally {
      this.#milliseconds += performance.now() - startedAt;
    }
  }

  /**
   * The pages whose text is missing from the reading. A few pages with an image and no text are pictures; from
   * `SCANNED_SHARE` of the pages on, the file counts as scanned.
   */
  listUnread(pageCount: number): FailedPage[] {
    const images = this.#unread.filter(({ problem }) => problem === "image_only");
    const isScan = images.length >= pageCount * SCANNED_SHARE;
    const unread = isScan ? this.#unread : this.#unread.filter((page) => !images.includes(page));
    const remedy = this.#tools.ocr === null ? ENABLE_OCR : "OCR did not read it.";
    return unread.map(({ page, problem }) => ({
      page,
      reason: problem,
      detail: `${PROBLEMS[problem]} ${remedy}`,
    }));
  }

  async #read(ocr: Ocr<PageSummary>, page: Page): Promise<Page | "failed" | "no text"> {
    const options = { dpi: DPI, gray: true, signal: this.#signal };
    const picture = await this.#tools.pdf.renderPage(this.#file, page.page, options);
    if (picture.outcome === "failed") return "failed";
    const { width, height } = PageSize.parse(JSON.parse(Buffer.from(page.body).toString()));
    const seen = await ocr.readPage(
      {
        png: picture.png,
        pixelsWide: picture.width,
        number: page.page,
        width,
        height,
        language: this.#language,
        carry: this.#carry,
      },
      this.#signal,
    );
    if (seen.outcome === "failed") return "failed";
    if (seen.words === 0) return "no text";
    this.#carry = seen.carry;
    this.pages.push(page.page);
    this.words += seen.words;
    this.characters += seen.characters;
    const { words, characters, result, body } = seen;
    return { ...page, words, characters, result, body };
  }
}
