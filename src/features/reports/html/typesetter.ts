import type { PdfPage, PdfWord } from "../../../platform/pdf/index.ts";
import type { FlowItem } from "./flow.ts";
import { PAGE, type SetLine, setParagraph } from "./set-lines.ts";
import { setTable } from "./set-table.ts";

/** Relative to the line height. */
const LINE_PITCH = 1.25;
/** Larger than the gap between lines of one paragraph. */
const PARAGRAPH_GAP = 1;
/** A ruled line in the lower part of a page marks the end of that page. */
const FULL_SHARE = 0.5;

/** Lays out the content of a report on pages. */
export class Typesetter {
  readonly #emit: (page: PdfPage) => void;
  #number = 1;
  #words: PdfWord[] = [];
  #y = PAGE.margin;

  constructor(emit: (page: PdfPage) => void) {
    this.#emit = emit;
  }

  add(item: FlowItem): void {
    if (item.kind === "page_break") {
      if (item.explicit || this.#y > PAGE.height * FULL_SHARE) this.endPage();
      return;
    }
    const lines = item.kind === "table" ? setTable(item.rows) : setParagraph(item.words);
    this.#y += (lines[0]?.height ?? 0) * PARAGRAPH_GAP;
    for (const line of lines) this.#place(line);
  }

  /** Passes the page on, unless it is empty. */
  endPage(): void {
    this.#y = PAGE.margin;
    if (this.#words.length === 0) return;
    this.#emit({ number: this.#number, width: PAGE.width, height: PAGE.height, words: this.#words });
    this.#number += 1;
    this.#words = [];
  }

  #place({ words, height }: SetLine): void {
    if (this.#y + height > PAGE.height - PAGE.margin) this.endPage();
    for (const word of words) this.#words.push({ ...word, y0: word.y0 + this.#y, y1: word.y1 + this.#y });
    this.#y += height * LINE_PITCH;
  }
}
