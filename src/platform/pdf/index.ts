/**
 * PDF: words with their boxes and images of pages, from untrusted files. Everything happens in child processes
 * without files, network or configuration, with limits on time and memory; a failure is returned as data.
 */
export type {
  OutlineEntry,
  PageTransform,
  PdfMetadata,
  PdfPage,
  PdfWord,
  TransformedPage,
  Turn,
} from "./page.ts";
export type { FailedPage, PdfReading, ReadOptions, ReadPage } from "./read-document.ts";
export { openPdfReader, PARSER_VERSION, type PdfReader, type PdfReaderOptions } from "./reader.ts";
export type { PdfReason } from "./reasons.ts";
export type { PdfRendering, RenderOptions } from "./render-page.ts";
