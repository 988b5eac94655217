import type { OutlineEntry, PdfMetadata } from "../page.ts";
import type { Engine } from "./pdfium.ts";

const TEXT_BYTES_MAX = 2_048;
const OUTLINE_ENTRIES_MAX = 2_000;
const OUTLINE_DEPTH_MAX = 8;
/** PDF date format: D:20190207153012-05'00' with everything after the year optional. */
const PDF_DATE = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/;

export function readMetadata(engine: Engine, document: number): PdfMetadata {
  const { pdfium } = engine;
  const text = (tag: string) =>
    withAscii(engine, tag, (pointer) =>
      readUtf16(engine, (buffer, size) => pdfium.FPDF_GetMetaText(document, pointer, buffer, size)),
    );
  return {
    title: text("Title"),
    author: text("Author"),
    subject: text("Subject"),
    producer: text("Producer"),
    creator: text("Creator"),
    createdAt: parsePdfDate(text("CreationDate")),
    language: readUtf16(engine, (buffer, size) => pdfium.FPDFCatalog_GetLanguage(document, buffer, size)),
    tagged: pdfium.FPDFCatalog_IsTagged(document) !== 0,
    encrypted: pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0,
    outline: readOutline(engine, document),
  };
}

export function parsePdfDate(written: string | null): string | null {
  const parts = written === null ? null : PDF_DATE.exec(written);
  if (!parts) return null;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const zone = parts[7] ? `${parts[7]}${parts[8]}:${parts[9] ?? "00"}` : "Z";
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Walks the bookmarks without recursion and never twice, because a damaged outline may contain cycles. */
function readOutline(engine: Engine, document: number): OutlineEntry[] {
  const { pdfium } = engine;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const waiting = [{ bookmark: pdfium.FPDFBookmark_GetFirstChild(document, 0), depth: 0 }];
  while (entries.length < OUTLINE_ENTRIES_MAX) {
    const next = waiting.pop();
    if (!next) break;
    const { bookmark, depth } = next;
    if (bookmark === 0 || seen.has(bookmark)) continue;
    seen.add(bookmark);
    const title = readUtf16(engine, (buffer, size) => pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size));
    if (title !== null) entries.push({ title, page: outlinePage(engine, document, bookmark), depth });
    waiting.push({ bookmark: pdfium.FPDFBookmark_GetNextSibling(document, bookmark), depth });
    if (depth + 1 < OUTLINE_DEPTH_MAX) {
      waiting.push({ bookmark: pdfium.FPDFBookmark_GetFirstChild(document, bookmark), depth: depth + 1 });
    }
  }
  return entries;
}

function outlinePage({ pdfium }: Engine, document: number, bookmark: number): number | null {
  const destination = pdfium.FPDFBookmark_GetDest(document, bookmark);
  if (destination === 0) return null;
  const index = pdfium.FPDFDest_GetDestPageIndex(document, destination);
  return index >= 0 ? index + 1 : null;
}

/** Reads a text that PDFium writes as UTF-16 with a terminating zero; null when there is none. */
function readUtf16(engine: Engine, write: (buffer: number, size: number) => number): string | null {
  const buffer = engine.pdfium.malloc(TEXT_BYTES_MAX);
  try {
    const size = write(buffer, TEXT_BYTES_MAX);
    // PDFium writes nothing at all when the text does not fit.
    if (size <= 2 || size > TEXT_BYTES_MAX) return null;
    const bytes = engine.bytes().subarray(buffer, buffer + size - 2);
    // PostgreSQL cannot store a zero byte, and it means nothing to a reader.
    const text = Buffer.from(bytes).toString("utf16le").replaceAll("\0", "").toWellFormed().trim();
    return text === "" ? null : text;
  } finally {
    engine.pdfium.free(buffer);
  }
}

function withAscii<Result>(engine: Engine, text: string, use: (pointer: number) => Result): Result {
  const pointer = engine.pdfium.malloc(text.length + 1);
  try {
    engine.bytes().set(Buffer.from(`${text}\0`, "latin1"), pointer);
    return use(pointer);
  } finally {
    engine.pdfium.free(pointer);
  }
}
