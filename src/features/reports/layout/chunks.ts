import { type Block, printHeads, printRow } from "./blocks.ts";
import { type Box, enclose } from "./box.ts";
import { findFurniture, type SeenLines } from "./furniture.ts";
import type { LayoutLine, PageLayout } from "./layout.ts";
import { Vocabulary } from "./prose.ts";
import { divideIntoSentences } from "./sentences.ts";
import type { Row, Table } from "./table.ts";
import { countTokens } from "./tokens.ts";

/** A passage to search for and to cite. The caller puts company and report before it. */
export interface Chunk extends Box {
  /** Position in the report. */
  index: number;
  /** 1 for the first page. */
  page: number;
  /** The headings it stands under, outermost first; null before the first. */
  heading: string | null;
  kind: "text" | "table";
  text: string;
}

/** What a page hands on to the next: where the numbering and the headings are, and what keeps returning. */
export interface ChunkState {
  nextIndex: number;
  headings: { level: number; text: string }[];
  seen: SeenLines;
}

export const CHUNK_START: ChunkState = { nextIndex: 0, headings: [], seen: [] };

/** A chunk is closed when it has this many tokens … */
const TOKENS_AIM = 170;
/** … and never grows beyond this, unless one row or sentence alone is longer. */
const TOKENS_MAX = 220;
/** Less than this is not left alone when something follows it on the page. */
const TOKENS_MIN = 60;
const HEADING_LETTERS_MAX = 160;
const HEADINGS_MAX = 3;
const CHAPTER_LEVEL = 2;

interface Piece extends Box {
  text: string;
  tokens: number;
}

/** Chunks of a whole report, page by page. */
export function* chunkPages(pages: Iterable<{ page: number; layout: PageLayout }>): Generator<Chunk> {
  let state = CHUNK_START;
  for (const { page, layout } of pages) {
    const chunked = chunkPage(page, layout, state);
    yield* chunked.chunks;
    state = chunked.state;
  }
}

/** Chunks of one page. A chunk never crosses a page, so that each has one place to point to. */
export function chunkPage(
  page: number,
  layout: PageLayout,
  state: ChunkState,
): { chunks: Chunk[]; state: ChunkState } {
  const { furniture, seen } = findFurniture(layout.lines, state.seen);
  const vocabulary = new Vocabulary(layout.lines);
  const packer = new Packer(page, state);
  for (const block of layout.blocks) {
    if (isFurniture(block, furniture)) continue;
    if (block.kind === "heading") packer.addHeading(block);
    else if (block.table !== null) addTable(packer, layout, block);
    else packer.addText(textPieces(ownLines(layout, block, furniture), vocabulary));
  }
  packer.flush();
  return { chunks: packer.chunks, state: { nextIndex: packer.nextIndex, headings: packer.headings, seen } };
}

function isFurniture(block: Block, furniture: ReadonlySet<number>): boolean {
  // "Total 12 34" may end many a page and is never furniture.
  if (block.table !== null) return false;
  for (let line = block.firstLine; line <= block.lastLine; line++) if (!furniture.has(line)) return false;
  return true;
}

function ownLines(layout: PageLayout, block: Block, furniture: ReadonlySet<number>): LayoutLine[] {
  const lines = layout.lines.slice(block.firstLine, block.lastLine + 1);
  return lines.filter((_, at) => !furniture.has(block.firstLine + at));
}

function textPieces(lines: readonly LayoutLine[], vocabulary: Vocabulary): Piece[] {
  return divideIntoSentences(lines, vocabulary).flatMap(cutLong);
}

/** A sentence without end, such as a list without stops, is cut between words. */
function cutLong(sentence: Box & { text: string }): Piece[] {
  const tokens = countTokens(sentence.text);
  if (tokens <= TOKENS_MAX) return [{ ...sentence, tokens }];
  const pieces: Piece[] = [];
  let open: string[] = [];
  let openTokens = 0;
  const close = () => pieces.push({ ...sentence, text: open.join(" "), tokens: openTokens });
  for (const word of sentence.text.split(" ")) {
    // No token reaches over a space, so that those of the words add up.
    const wordTokens = countTokens(word);
    if (open.length > 0 && openTokens + wordTokens > TOKENS_MAX) {
      close();
      open = [];
      openTokens = 0;
    }
    open.push(word);
    openTokens += wordTokens;
  }
  close();
  return pieces;
}

function addTable(packer: Packer, layout: PageLayout, block: Block): void {
  const table = layout.tables[block.table ?? -1];
  if (table) packer.addTable(table, layout.rows.slice(table.firstRow, table.lastRow + 1));
}

/** What to print before a row of another section; of nested ones only the part that is new. */
function newSection(before: string | null, section: string | null): string | null {
  if (section === before || section === null) return null;
  const outer = `${before} > `;
  return section.startsWith(outer) ? section.slice(outer.length) : section;
}

/** Collects pieces into chunks of about the wished size. */
class Packer {
  readonly chunks: Chunk[] = [];
  readonly #page: number;
  nextIndex: number;
  headings: { level: number; text: string }[];
  #open: Piece[] = [];
  #tokens = 0;
  /** Whether more than headings is waiting. */
  #hasText = false;
  #heading: string | null;

  constructor(page: number, state: ChunkState) {
    this.#page = page;
    this.nextIndex = state.nextIndex;
    this.headings = state.headings;
    this.#heading = this.#path();
  }

  addHeading(block: Block): void {
    const level = block.level ?? HEADINGS_MAX;
    // What stood under one chapter is not mixed with the next, however short it is.
    const anotherChapter = level <= CHAPTER_LEVEL && this.#hasText;
    if (this.#tokens >= TOKENS_MIN || anotherChapter) this.flush();
    const text = block.text.slice(0, HEADING_LETTERS_MAX);
    const above = this.headings.filter((heading) => heading.level < level);
    this.headings = [...above, { level, text }].slice(-HEADINGS_MAX);
    if (this.#open.length === 0) this.#heading = this.#path();
    this.#push({ ...block, text: block.text, tokens: countTokens(block.text) });
  }

  addText(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const full = this.#tokens >= TOKENS_AIM || this.#tokens + piece.tokens > TOKENS_MAX;
      if (full && this.#tokens >= TOKENS_MIN) this.flush();
      this.#push(piece);
      this.#hasText = true;
    }
  }

  /** Rows stay whole, and each chunk repeats the heads, without which its figures would mean nothing. */
  addTable(table: Table, rows: readonly Row[]): void {
    if (this.#tokens >= TOKENS_MIN) this.flush();
    const heads = printHeads(table);
    const headTokens = countTokens(heads);
    let section: string | null = null;
    let begun = false;
    for (const row of rows) {
      const text = printRow(row);
      const tokens = countTokens(text);
      if (begun && (this.#tokens >= TOKENS_AIM || this.#tokens + tokens > TOKENS_MAX)) {
        this.flush("table");
        begun = false;
      }
      const name = begun ? newSection(section, row.section) : row.section;
      if (!begun && heads !== "") this.#push({ ...row, text: heads, tokens: headTokens });
      if (name !== null) this.#push({ ...row, text: `${name}:`, tokens: countTokens(name) });
      this.#push({ ...row, text, tokens });
      section = row.section;
      begun = true;
    }
    this.flush("table");
  }

  flush(kind: "text" | "table" = "text"): void {
    const text = this.#open.map((piece) => piece.text).join(kind === "table" ? "\n" : " ");
    // A lone mark or number says nothing and would only be found by accident.
    if (/\p{L}{2}|\d{3}/u.test(text)) {
      const heading = this.#heading;
      this.chunks.push({
        index: this.nextIndex,
        page: this.#page,
        heading,
        kind,
        text,
        ...enclose(this.#open),
      });
      this.nextIndex += 1;
    }
    this.#open = [];
    this.#tokens = 0;
    this.#hasText = false;
    this.#heading = this.#path();
  }

  #push(piece: Piece): void {
    this.#open.push(piece);
    this.#tokens += piece.tokens;
  }

  #path(): string | null {
    return this.headings.length === 0 ? null : this.headings.map(({ text }) => text).join(" > ");
  }
}
