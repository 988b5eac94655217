/** One printed word. Coordinates are points from the top-left corner of the page as a reader sees it. */
export interface PdfWord {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  bold: boolean;
  /** How far the word is turned clockwise from upright, in degrees. */
  turn: Turn;
}

export type Turn = 0 | 90 | 180 | 270;

export interface PdfPage {
  /** 1 for the first page. */
  number: number;
  width: number;
  height: number;
  words: PdfWord[];
  /** The words were read from a picture of the page. */
  ocr?: true;
}

export interface PdfMetadata {
  title: string | null;
  author: string | null;
  subject: string | null;
  producer: string | null;
  creator: string | null;
  createdAt: string | null;
  /** What the file itself claims, such as `en-US`; most files claim nothing. */
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
 * What a page becomes inside the child. A pure function: it sees one page and what it handed on from the page
 * before, so that reading can go on with the next page after a child had to be replaced.
 */
export type PageTransform = (page: PdfPage, carry: unknown) => TransformedPage;

export interface TransformedPage {
  /** Small and structured: parsed by the service for every page. */
  result: unknown;
  /** Large and opaque: handed on as bytes, so that the service's own thread never has to read it. */
  body: string;
  /** Plain JSON for the next page. */
  carry: unknown;
}
