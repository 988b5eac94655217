import { Lexicon, type Meaning } from "./lexicon.ts";
import { DIRECTION, rowWords } from "./row-labels.ts";
import { rowUnit } from "./row-reading.ts";
import type { StatementRow, Statements } from "./statement-book.ts";

/** A name that only says what to do with figures, or nothing at all, names no row. */
const NO_NAME = new Set(
  (
    "total net other average mean change difference growth increase decrease ratio percent % sum margin year amount value " +
    "number balance end rate cost less plus minus basic diluted item company thousand million billion"
  ).split(" "),
);
const WORDS_MAX = 14;

export type RowUnit = ReturnType<typeof rowUnit>;

/** What the rows of a report's tables are called, for questions that call them so. */
export class RowNames {
  readonly #rows = new Map<string, StatementRow[]>();
  readonly lexicon: Lexicon;

  constructor(book: Statements, pages: readonly number[]) {
    for (const page of pages) for (const row of book.rowsOf(page)) this.#add(row);
    this.lexicon = new RowLexicon(this.#rows);
  }

  rowsCalled(key: string): readonly StatementRow[] {
    return this.#rows.get(key) ?? [];
  }

  unitOf(key: string): RowUnit | null {
    const [first] = this.rowsCalled(key);
    const cell = first?.row.cells.find(({ kind }) => kind === "number");
    return first && cell ? rowUnit(first, cell.percent) : null;
  }

  #add(row: StatementRow): void {
    const own = rowWords(row.row.label);
    const section = rowWords(row.row.section?.split(" > ").at(-1) ?? "");
    const names = [own, row.words, [...section, ...own], [...own, ...section]];
    for (const key of new Set(names.map((words) => words.join(" ")))) {
      if (key === "" || key.split(" ").length > WORDS_MAX) continue;
      const list = this.#rows.get(key);
      if (list) list.push(row);
      else this.#rows.set(key, [row]);
    }
  }
}

/** A row's own name goes before what everybody calls so. */
class RowLexicon extends Lexicon {
  readonly #rows: ReadonlyMap<string, readonly StatementRow[]>;

  constructor(rows: ReadonlyMap<string, readonly StatementRow[]>) {
    super(null, []);
    this.#rows = rows;
  }

  override get wordsMax(): number {
    return WORDS_MAX;
  }

  override find(words: readonly string[]): Meaning | undefined {
    const wordWeight = words.filter((word) => !DIRECTION.has(word));
    if (wordWeight.length < 2 && wordWeight.every((word) => NO_NAME.has(word))) return undefined;
    const key = wordWeight.join(" ");
    return this.#rows.has(key) ? { kind: "row", id: key } : undefined;
  }
}
