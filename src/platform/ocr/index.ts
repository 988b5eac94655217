/**
 * OCR: words with their boxes from the image of a page. Works offline, in a separate thread, one page at a time, with
 * a time limit.
 */
export { OCR_VERSION, type Ocr, type OcrOptions, type OcrPage, type OcrReading, openOcr } from "./ocr.ts";
