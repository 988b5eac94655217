/**
 * PDF: words with their boxes and pictures of pages, from files nobody trusts. Everything happens in child
 * processes without files, network or configuration, under limits of time and memory; a failure is data.
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
