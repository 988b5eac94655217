import type { Ocr } from "../../../platform/ocr/index.ts";
import type { PdfReader, ReadPage } from "../../../platform/pdf/index.ts";
import { PageRecord, type PageSummary } from "../layout/index.ts";

export interface ScanTools {
  pdf: PdfReader<PageSummary>;
  /** Null when it is switched off. */
  ocr: Ocr<PageSummary> | null;
}

const DPI = 200;
/** What one report may cost; pages beyond stay without text, and the certificate names them. */
const PAGES_MAX = 300;
const SECONDS_MAX = 900;

type Page = ReadPage<PageSummary>;
const PageSize = PageRecord.pick({ width: true, height: true });

/** Reads those pages of one file that have no text of their own from their pictures. */
export class ScannedPages {
  readonly pages: number[] = [];
  words = 0;
  characters = 0;
  readonly #tools: ScanTools;
  readonly #file: string;
  readonly #language: string;
  readonly #signal: AbortSignal;
  #tried = 0;
  #milliseconds = 0;
  /** Scanned pages hand on to scanned pages; pages with text do so by themselves in the PDF child. */
  #carry: unknown = null;

  constructor(tools: ScanTools, file: string, options: { language?: string | null; signal: AbortSignal }) {
    this.#tools = tools;
    this.#file = file;
    this.#language = options.language ?? "en";
    this.#signal = options.signal;
  }

  /** The page as it was, or as its picture shows it. */
  async look(page: Page): Promise<Page> {
    const { ocr } = this.#tools;
    const spent = this.#tried >= PAGES_MAX || this.#milliseconds > SECONDS_MAX * 1_000;
    if (ocr === null || page.words > 0 || spent) return page;
    this.#tried += 1;
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
