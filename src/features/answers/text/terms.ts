/** Words as they are compared: folded, without punctuation, in the singular. */

const WORD = /[\p{L}\p{N}]+(?:[.'’&/][\p{L}\p{N}]+)*/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words that say nothing about the topic. */
const STOP = new Set(
  (
    "a an and are as at be been being but by can could did do does doing for from had has have having how i if in " +
    "into is it its itself me my of on or our ours per shall should so such than that the their theirs them then " +
    "there these they this those to under until up us was we were what when where which while who whom why will " +
    "with would you your also any each other some about above after again against all am because before below " +
    "between both down during few further here more most no nor not now off once only out over own same very"
  ).split(" "),
);

export function isStopWord(term: string): boolean {
  return STOP.has(term);
}

/** The terms of a text in order, for an index or a question. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of fold(text).matchAll(WORD)) {
    if (CJK.test(word)) terms.push(...bigrams(word));
    else terms.push(stem(word));
  }
  return terms;
}

export function contentTermsOf(text: string): string[] {
  return termsOf(text).filter((term) => !STOP.has(term));
}

const PLAIN_WORD = /[a-z0-9]+(?:[.'’&/][a-z0-9]+)*/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range starts at zero
const PLAIN = /^[\u0000-\u007f‘’“”–—•®™©]*$/;

/**
 * Optimised for long texts: a report repeats its words, so each is folded, put into the singular and numbered once.
 */
export class TermReader {
  readonly #numbers = new Map<string, number>();
  /** By the word as written; a stop word has no number. */
  readonly #known = new Map<string, number>();

  /** The number of terms so far: every number is below it. */
  get size(): number {
    return this.#numbers.size;
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  contentTerms(text: string): number[] {
    const lower = text.toLowerCase();
    if (!PLAIN.test(lower)) return contentTermsOf(text).map((term) => this.#numberFor(term));
    const terms: number[] = [];
    for (const word of lower.match(PLAIN_WORD) ?? []) {
      let number = this.#known.get(word);
      if (number === undefined) {
        const singular = stem(word);
        number = STOP.has(singular) ? NO_TERM : this.#numberFor(singular);
        this.#known.set(word, number);
      }
      if (number !== NO_TERM) terms.push(number);
    }
    return terms;
  }

  #numberFor(term: string): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(term, number);
    }
    return number;
  }
}

const NO_TERM = -1;

function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most text is ASCII; decomposing it into letters and accents would cost more than everything else.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range starts at zero
  if (/^[\u0000-\u007f‘’“”–—]*$/.test(lower)) return lower;
  return lower.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Chinese and Japanese have no spaces: two characters at a time represent words. */
function bigrams(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ""}${letter}`);
}

/** Most words: lower-case letters with no ending to remove. */
const PLAIN_SINGULAR = /^[a-z0-9]*[a-rt-z0-9]$/;

const IRREGULAR: Record<string, string> = {
  taxes: "tax",
  losses: "loss",
  leases: "lease",
  purchases: "purchase",
  expenses: "expense",
  expenditures: "expenditure",
  increases: "increase",
  decreases: "decrease",
  releases: "release",
  sales: "sale",
  businesses: "business",
  processes: "process",
  analyses: "analysis",
};

/** The approximate singular of an English word; other languages mostly pass unchanged. */
export function stem(word: string): string {
  if (PLAIN_SINGULAR.test(word)) return word;
  const bare = word.replace(/['’]s?$/u, "").replace(/['’.]/gu, "");
  const known = IRREGULAR[bare];
  if (known) return known;
  if (bare.length > 4 && bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  if (bare.length > 5 && /(?:ss|sh|ch|x|z)es$/.test(bare)) return bare.slice(0, -2);
  if (bare.length > 3 && /[^su]s$/.test(bare) && !bare.endsWith("is")) return bare.slice(0, -1);
  return bare;
}
