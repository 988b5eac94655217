/** One printed word. Coordinates are points from the top-left corner of the page as displayed. */
export interface PdfWord {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  bold: boolean;
  /** The word's clockwise rotation from upright, in degrees. */
  turn: Turn;
}

export type Turn = 0 | 90 | 180 | 270;

export interface PdfPage {
  /** 1 for the first page. */
  number: number;
  width: number;
  height: number;
  words: PdfWord[];
  /** The words were read from an image of the page. */
  ocr?: true;
  /** It has no words, and an image covers most of it. */
  imageOnly?: true;
}

export interface PdfMetadata {
  title: string | null;
  author: string | null;
  subject: string | null;
  producer: string | null;
  creator: string | null;
  createdAt: string | null;
  /** The file's declared language, such as `en-US`; most files declare none. */
  language: string | null;
  tagged: boolean;
  encrypted: boolean;
  outline: OutlineEntry[];
}

export interface OutlineEntry {
  title: string;
  /** Null when the entry points nowhere in this file. */
  page: number | null;
  depth: number;
}

/**
 * How the child transforms a page. A pure function: it sees one page and the state of the previous page, so that
 * reading can continue with the next page after a child was replaced.
 */
export type PageTransform = (page: PdfPage, carry: unknown) => TransformedPage;

export interface TransformedPage {
  /** Small and structured: parsed by the service for every page. */
  result: unknown;
  /** Large and opaque: passed on as bytes, so that the service's thread never has to parse it. */
  body: string;
  /** Plain JSON for the next page. */
  carry: unknown;
}
