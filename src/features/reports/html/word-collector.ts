import type { FlowWord } from "./flow.ts";
import type { Style } from "./style.ts";

const WORD_LENGTH_MAX = 200;
/** An endless paragraph is passed on in parts. */
const WORDS_MAX = 5_000;
/** Soft hyphens and zero-width characters: invisible, and an obstacle to every search. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]|\p{Cc}(?<!\s)/gu;

/** Assembles words whose letters may come from several elements. */
export class WordCollector {
  readonly #emit: (words: FlowWord[]) => void;
  #words: FlowWord[] = [];
  #open: FlowWord | null = null;

  constructor(emit: (words: FlowWord[]) => void) {
    this.#emit = emit;
  }

  add(text: string, { bold, size }: Style): void {
    const clean = text.toWellFormed().normalize("NFKC").replace(INVISIBLE, "");
    for (const [at, piece] of clean.split(/\s+/).entries()) {
      if (at > 0) this.#close();
      if (piece === "") continue;
      if (this.#open) this.#open.text += piece;
      else this.#open = { text: piece, bold, size };
      if (this.#open.text.length > WORD_LENGTH_MAX) this.#close();
    }
    if (this.#words.length > WORDS_MAX) this.flush();
  }

  flush(): void {
    this.#close();
    const words = this.#words;
    this.#words = [];
    if (words.length > 0) this.#emit(words);
  }

  #close(): void {
    const word = this.#open;
    this.#open = null;
    if (!word) return;
    for (let from = 0; from < word.text.length; from += WORD_LENGTH_MAX) {
      this.#words.push({ ...word, text: word.text.slice(from, from + WORD_LENGTH_MAX).toWellFormed() });
    }
  }
}
