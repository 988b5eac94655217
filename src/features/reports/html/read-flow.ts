import { Parser } from "htmlparser2";
import type { FlowItem } from "./flow.ts";
import { BODY_STYLE, pageBreaks, type Style, styleOf } from "./style.ts";
import { TableCollector } from "./table-collector.ts";
import { WordCollector } from "./word-collector.ts";

const BLOCK =
  /^(?:p|div|br|li|ul|ol|dl|dt|dd|h[1-6]|section|article|header|footer|main|aside|blockquote|pre|figure|figcaption|form|fieldset|address|center|body|html|caption)$/;

/** Every level makes the parser slower, and no report is nested so deeply. */
export const DEPTH_MAX = 5_000;

export class NestedTooDeep extends Error {}

interface OpenElement {
  style: Style;
  breakAfter: boolean;
}

/** Parses HTML piece by piece and passes on its content. Holds one paragraph and one table at a time. */
export class FlowReader {
  readonly #emit: (item: FlowItem) => void;
  readonly #parser: Parser;
  readonly #open: OpenElement[] = [];
  /** The tables around the current position. A table that contains another is used for layout and read as text. */
  readonly #tables: (TableCollector | "layout")[] = [];
  readonly #text: WordCollector;

  constructor(emit: (item: FlowItem) => void, { xml }: { xml: boolean }) {
    this.#emit = emit;
    this.#text = new WordCollector((words) => emit({ kind: "paragraph", words }));
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#enter(name, attributes),
        onclosetag: (name) => this.#leave(name),
        ontext: (text) => this.#read(text),
      },
      { decodeEntities: true, recognizeSelfClosing: xml },
    );
  }

  write(html: string): void {
    this.#parser.write(html);
  }

  end(): void {
    this.#parser.end();
    while (this.#tables.length > 0) this.#closeTable();
    this.#text.flush();
  }

  get #style(): Style {
    return this.#open.at(-1)?.style ?? BODY_STYLE;
  }

  /** The table being collected, if any. */
  get #table(): TableCollector | null {
    const innermost = this.#tables.at(-1);
    return innermost === undefined || innermost === "layout" ? null : innermost;
  }

  #read(text: string): void {
    if (this.#style.hidden) return;
    (this.#table?.text ?? this.#text).add(text, this.#style);
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length >= DEPTH_MAX) throw new NestedTooDeep();
    const breaks = pageBreaks(attributes["style"]);
    const style = styleOf(name, attributes, this.#style);
    this.#open.push({ style, breakAfter: breaks.after && !style.hidden });
    if (style.hidden) return;
    if (breaks.before) this.#breakPage(true);
    if (name === "hr" && !breaks.after) this.#breakPage(breaks.before);
    if (name === "table") this.#openTable();
    else if (name === "tr") this.#table?.openRow();
    else if (name === "td" || name === "th") this.#openCell(attributes);
    else if (BLOCK.test(name)) this.#endBlock();
  }

  #leave(name: string): void {
    const left = this.#open.pop();
    if (!left || left.style.hidden) return;
    if (name === "table") this.#closeTable();
    else if (BLOCK.test(name) || name === "td" || name === "th") this.#endBlock();
    if (left.breakAfter) this.#breakPage(true);
  }

  /** Inside a cell a block is a word boundary; elsewhere it ends the paragraph. */
  #endBlock(): void {
    if (this.#table) this.#table.text.add(" ", this.#style);
    else this.#text.flush();
  }

  #breakPage(explicit: boolean): void {
    // A table split in two would lose its headers.
    if (this.#table) return;
    this.#text.flush();
    this.#emit({ kind: "page_break", explicit });
  }

  #openTable(): void {
    this.#text.flush();
    const around = this.#table;
    if (around) {
      around.finish();
      this.#tables[this.#tables.length - 1] = "layout";
    }
    this.#tables.push(new TableCollector(this.#emit));
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const span = (name: string) => Number.parseInt(attributes[name] ?? "1", 10) || 1;
    if (this.#table) this.#table.openCell({ columns: span("colspan"), rows: span("rowspan") });
    else this.#text.flush();
  }

  #closeTable(): void {
    this.#table?.finish();
    this.#tables.pop();
    this.#text.flush();
  }
}
