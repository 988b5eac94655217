import { VOCABULARY } from "../data/finance-vocabulary.ts";
import { termsOf } from "../text/terms.ts";

/** For words of a question, the words a report may use instead. */
export class Vocabulary {
  readonly #byFirst = new Map<string, { ask: string[]; find: string[][] }[]>();

  constructor(text: string = VOCABULARY) {
    for (const line of text.split("\n")) {
      const [asks, finds] = line.split("=>").map((side) => side.split(",").map((phrase) => phrase.trim()));
      if (!asks || !finds) continue;
      const find = finds.map(termsOf).filter((terms) => terms.length > 0);
      for (const ask of asks.map(termsOf)) {
        const [first] = ask;
        if (first === undefined) continue;
        const list = this.#byFirst.get(first) ?? [];
        list.push({ ask, find });
        this.#byFirst.set(
          first,
          list.sort((a, b) => b.ask.length - a.ask.length),
        );
      }
    }
  }

  /** The longest entry that begins at a position: how many words it covers, and what to look for. */
  match(terms: readonly string[], at: number): { words: number; find: string[][] } | null {
    for (const { ask, find } of this.#byFirst.get(terms[at] ?? "") ?? []) {
      if (ask.every((term, offset) => terms[at + offset] === term)) return { words: ask.length, find };
    }
    return null;
  }
}
