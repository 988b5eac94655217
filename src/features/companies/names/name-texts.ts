import { NAME_KINDS, type SearchName } from "./search-names.ts";

/** Words, legal forms and kinds of names as numbers, and identifiers as bytes. */
export class NameTexts {
  readonly #words: readonly string[];
  readonly #legalForms: readonly string[][];
  readonly #numbers: Uint32Array;
  readonly #numberEnds: Uint32Array;
  readonly #ids: Buffer;
  readonly #idEnds: Uint32Array;
  /** From the row as it is asked for to the row as it was added. */
  readonly #order: Int32Array;

  constructor(builder: NameTextsBuilder, order: Int32Array) {
    this.#words = builder.words;
    this.#legalForms = builder.legalForms;
    this.#numbers = Uint32Array.from(builder.numbers);
    this.#numberEnds = Uint32Array.from(builder.numberEnds);
    this.#ids = Buffer.concat(builder.ids);
    this.#idEnds = Uint32Array.from(builder.idEnds);
    this.#order = order;
  }

  /** Without the words, which the index of words holds too. */
  get bytes(): number {
    const columns = [this.#numbers, this.#numberEnds, this.#ids, this.#idEnds, this.#order];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 8 * this.#words.length);
  }

  idAt(row: number): string {
    const at = this.#order[row] ?? 0;
    return this.#ids.toString("utf8", at === 0 ? 0 : this.#idEnds[at - 1], this.#idEnds[at]);
  }

  namesAt(row: number): SearchName[] {
    const added = this.#order[row] ?? 0;
    const names: SearchName[] = [];
    const end = this.#numberEnds[added] ?? 0;
    let at = added === 0 ? 0 : (this.#numberEnds[added - 1] ?? 0);
    while (at < end) {
      const head = this.#numbers[at++] ?? 0;
      const words: string[] = [];
      for (let left = head & WORDS_MASK; left > 0; left--)
        words.push(this.#words[this.#numbers[at++] ?? 0] ?? "");
      const kind = NAME_KINDS[(head >>> KIND_SHIFT) & KIND_MASK] ?? "official";
      names.push({ kind, words, legal: this.#legalForms[head >>> LEGAL_SHIFT] ?? [] });
    }
    return names;
  }
}

/** The first number of a name: how many words, its kind, its legal forms. */
const WORDS_MASK = 0xff;
const KIND_SHIFT = 8;
const KIND_MASK = 0x7;
const LEGAL_SHIFT = 11;

export class NameTextsBuilder {
  readonly words: string[] = [];
  readonly legalForms: string[][] = [];
  readonly numbers: number[] = [];
  readonly numberEnds: number[] = [];
  readonly ids: Buffer[] = [];
  readonly idEnds: number[] = [];
  readonly #wordNumbers = new Map<string, number>();
  readonly #legalNumbers = new Map<string, number>();
  #idBytes = 0;

  /** Words already in memory are shared. */
  constructor(words: readonly string[]) {
    for (const word of words) this.#numberOf(word);
  }

  add(svcEntityId: string, names: readonly SearchName[]): void {
    for (const { kind, words, legal } of names) {
      const head = (NAME_KINDS.indexOf(kind) << KIND_SHIFT) | (this.#legalNumberOf(legal) << LEGAL_SHIFT);
      this.numbers.push((head | words.length) >>> 0);
      for (const word of words) this.numbers.push(this.#numberOf(word));
    }
    this.numberEnds.push(this.numbers.length);
    const id = Buffer.from(svcEntityId);
    this.ids.push(id);
    this.#idBytes += id.length;
    this.idEnds.push(this.#idBytes);
  }

  #numberOf(word: string): number {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) return known;
    this.#wordNumbers.set(word, this.words.length);
    return this.words.push(word) - 1;
  }

  #legalNumberOf(legal: readonly string[]): number {
    const key = legal.join(" ");
    const known = this.#legalNumbers.get(key);
    if (known !== undefined) return known;
    this.#legalNumbers.set(key, this.legalForms.length);
    return this.legalForms.push([...legal]) - 1;
  }
}
