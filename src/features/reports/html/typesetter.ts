import type { PdfPage, PdfWord } from "../../../platform/pdf/index.ts";
import type { FlowItem } from "./flow.ts";
import { PAGE, type SetLine, setParagraph } from "./set-lines.ts";
import { setTable } from "./set-table.ts";

/** Of the height of a line. */
const LINE_PITCH = 1.25;
/** Larger than the gap between lines that belong together. */
const PARAGRAPH_GAP = 1;
/** A ruled line far down a page stands for the end of that page. */
const FULL_SHARE = 0.5;

/** Puts what a report says onto pages, one after the other. */
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
      if (item.sure || this.#y > PAGE.height * FULL_SHARE) this.endPage();
      return;
    }
    const lines = item.kind === "table" ? setTable(item.rows) : setParagraph(item.words);
    this.#y += (lines[0]?.height ?? 0) * PARAGRAPH_GAP;
    for (const line of lines) this.#place(line);
  }

  /** Hands the page on; one without a word is no page. */
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
