import type { Ocr } from "../../../platform/ocr/index.ts";
import type { PdfReader, ReadPage } from "../../../platform/pdf/index.ts";
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

type Page = ReadPage<PageSummary>;
const PageSize = PageRecord.pick({ width: true, height: true });

/** Reads the pages of a file that have no text from their images. */
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
    if (ocr === null || page.words > 0 || spent) return page;
    this.#pagesTried += 1;
    const startedAt = performance.now();
    try {
      return (await this.#read(ocr, page)) ?? page;
    } finally {
      this.#milliseconds += performance.now() - startedAt;
    }
  }

  async #read(ocr: Ocr<PageSummary>, page: Page): Promise<Page | null> {
    const options = { dpi: DPI, gray: true, signal: this.#signal };
    const picture = await this.#tools.pdf.renderPage(this.#file, page.page, options);
    if (picture.outcome === "failed") return null;
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
    if (seen.outcome === "failed" || seen.words === 0) return null;
    this.#carry = seen.carry;
    this.pages.push(page.page);
    this.words += seen.words;
    this.characters += seen.characters;
    const { words, characters, result, body } = seen;
    return { ...page, words, characters, result, body };
  }
}
