/**
 * OCR: words with their boxes from the picture of a page. Everything it needs is on this machine; it reads in a
 * thread of its own, a page at a time, under a limit of time.
 */
export { OCR_VERSION, type Ocr, type OcrOptions, type OcrPage, type OcrReading, openOcr } from "./ocr.ts";
