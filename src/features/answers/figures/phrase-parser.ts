import { stripParentheticals } from "./asides.ts";
import { number } from "./expression.ts";
import { ROW_CONCEPT } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { combine, figurePhrase, measurePhrase, modify, type Phrase, pin, Unreadable } from "./phrase.ts";
import type { Token } from "./question-tokens.ts";

export type FindDefined = (id: string) => readonly Token[] | null;

const DEPTH_MAX = 12;

/** Reads tokens as one phrase; throws `Unreadable` with the words it stumbled over. */
export function parsePhrase(tokens: readonly Token[], findDefined: FindDefined, depth = 0): Phrase {
  if (depth > DEPTH_MAX) throw new Unreadable("definitions that need each other");
  return new PhraseParser(stripParentheticals(tokens), findDefined, depth).parse();
}

class PhraseParser {
  readonly #tokens: readonly Token[];
  readonly #findDefined: FindDefined;
  readonly #depth: number;
  #at = 0;

  constructor(tokens: readonly Token[], findDefined: FindDefined, depth: number) {
    this.#tokens = tokens;
    this.#findDefined = findDefined;
    this.#depth = depth;
  }

  parse(): Phrase {
    const phrase = this.#sum();
    const rest = this.#tokens.slice(this.#at);
    if (rest.length > 0) throw new Unreadable(rest.map(printToken).join(" "));
    return phrase;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #takeSign(...signs: string[]): string | null {
    const token = this.#peek();
    if (token?.kind !== "sign" || !signs.includes(token.sign)) return null;
    this.#at += 1;
    return token.sign;
  }

  #takeWord(...words: string[]): string | null {
    const token = this.#peek();
    if (token?.kind !== "word" || !words.includes(token.word)) return null;
    this.#at += 1;
    return token.word;
  }

  #takePeriod(): { first: Period; last: Period } | null {
    const token = this.#peek();
    if (token?.kind !== "period") return null;
    this.#at += 1;
    return token;
  }

  #sum(): Phrase {
    let left = this.#product();
    for (let sign = this.#takeSign("+", "-"); sign; sign = this.#takeSign("+", "-")) {
      left = combine(sign as "+" | "-", left, this.#product());
    }
    return left;
  }

  #product(): Phrase {
    let left = this.#modified();
    for (let sign = this.#takeSign("*", "/"); sign; sign = this.#takeSign("*", "/")) {
      left = combine(sign as "*" | "/", left, this.#modified());
    }
    return left;
  }

  /** "3 year average of …", "change in …", "growth in …" take everything up to the next sign. */
  #modified(): Phrase {
    const before = this.#takePeriod();
    const years = this.#takeYears();
    const modifier = this.#takeWord("average", "change", "growth", "cagr", "sum");
    if (modifier === "sum") return this.#list();
    if (modifier === null) {
      const phrase = this.#share(years ?? 0);
      return before ? pin(phrase, before) : phrase;
    }
    const middle = this.#takePeriod();
    const next = this.#peek();
    // A period behind the phrase belongs to the average or the change, not to what is averaged.
    const inner = next?.kind === "word" && next.word !== "ratio" ? this.#modified() : this.#share(0, false);
    const own = before ?? middle ?? this.#takePeriod();
    return own ? pin(modify(modifier, inner, years), own) : modify(modifier, inner, years);
  }

  /** "the sum of X and Y": everything that follows. */
  #list(): Phrase {
    let phrase = this.#suffixed(0, true);
    while (this.#peek()?.kind === "term") phrase = combine("+", phrase, this.#suffixed(0, true));
    return phrase;
  }

  #takeYears(): number | null {
    const token = this.#peek();
    if (token?.kind !== "years") return null;
    this.#at += 1;
    return token.count;
  }

  /** "X as a % of Y", "ratio of X to Y". */
  #share(years: number, dated = true): Phrase {
    this.#takeWord("ratio");
    if (this.#takeWord("percent_of")) {
      // "what percentage of revenue was …" names the whole first; "the share of costs to revenue" the part.
      const whole = this.#suffixed(0, dated);
      if (this.#takeWord("to") || this.#takeSign("/"))
        return { ...combine("/", whole, this.#suffixed(0, dated)), percent: true };
      return { ...combine("/", this.#suffixed(0, dated), whole), percent: true };
    }
    const left = this.#suffixed(years, dated);
    if (this.#takeWord("percent_of")) {
      const share = { ...combine("/", left, this.#whole(dated)), percent: true };
      // "X as a percentage of Y grew": the percentage did, not Y.
      const suffix = this.#takeWord("growth", "cagr", "change");
      return suffix === null ? share : modify(suffix, share, years || null);
    }
    if (!this.#takeWord("to")) return left;
    const right = this.#suffixed(0, dated);
    this.#takeWord("ratio");
    return combine("/", left, right);
  }

  #whole(dated: boolean): Phrase {
    const phrase = this.#operand();
    const period = dated ? this.#takePeriod() : null;
    return period ? pin(phrase, period) : phrase;
  }

  #suffixed(years: number, dated: boolean): Phrase {
    let phrase = this.#operand();
    for (;;) {
      const period = dated ? this.#takePeriod() : null;
      if (period) phrase = pin(phrase, period);
      const suffix = this.#takeWord("margin", "growth", "cagr", "change", "ratio");
      if (suffix === "margin") phrase = { ...combine("/", phrase, figurePhrase("revenue")), percent: true };
      else if (suffix !== null && suffix !== "ratio") phrase = modify(suffix, phrase, years || null);
      if (!period && !suffix) return phrase;
    }
  }

  #operand(): Phrase {
    const token = this.#peek();
    this.#at += 1;
    if (token?.kind === "number") return { at: () => number(token.value), percent: false };
    if (token?.kind === "sign" && token.sign === "(") {
      const inner = this.#sum();
      if (!this.#takeSign(")")) throw new Unreadable("a bracket that is not closed");
      return inner;
    }
    if (token?.kind === "term") return this.#term(token);
    throw new Unreadable(token ? printToken(token) : "what is asked for");
  }

  #term({ meaning, text }: Token & { kind: "term" }): Phrase {
    switch (meaning.kind) {
      case "concept":
        return figurePhrase(meaning.id);
      case "measure":
        return measurePhrase(meaning.id);
      case "defined": {
        const tokens = this.#findDefined(meaning.id);
        if (!tokens) throw new Unreadable(text);
        return parsePhrase(tokens, this.#findDefined, this.#depth + 1);
      }
      case "row":
        return figurePhrase(`${ROW_CONCEPT}${meaning.id}`);
      case "statement":
        throw new Unreadable(text);
    }
  }
}

/** In words, since every figure of an answer must stand in the report. */
const YEARS_IN_WORDS: Record<number, string> = { 2: "two", 3: "three", 4: "four", 5: "five", 10: "ten" };

export function printToken(token: Token): string {
  switch (token.kind) {
    case "term":
    case "name":
    case "unknown":
      return token.text;
    case "word":
      return token.word.replace("_", " ");
    case "sign":
      return token.sign;
    case "number":
      return String(token.value);
    case "years":
      return `${YEARS_IN_WORDS[token.count] ?? "several"}-year`;
    case "period":
      return String(token.last.year);
  }
}
