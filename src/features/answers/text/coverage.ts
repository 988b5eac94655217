import type { WeighedTerm } from "./candidates.ts";
import { kindOf } from "./member-kinds.ts";
import type { RequestTerm } from "./request.ts";
import { type Token, tokensOf } from "./roots.ts";
import { isStopWord } from "./terms.ts";

export function matches({ wordings }: RequestTerm, tokens: readonly Token[]): boolean {
  return wordings.some(
    ({ roots }) => roots.length > 0 && roots.every((root) => tokens.some((token) => token.root === root)),
  );
}

/** Another word for what is asked for: mostly the same, at times not. */
const OTHER_WORDING = 0.95;

/** The share of a question's weight that some texts have, each counted in part. */
export function coverageOf(
  terms: readonly WeighedTerm[],
  parts: readonly { tokens: readonly Token[]; share: number }[],
): number {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return 0;
  const covered = terms.reduce((sum, term) => {
    const literal = { ...term, wordings: term.wordings.slice(0, 1) };
    const shares = parts.map(({ tokens, share }) => {
      if (!matches(term, tokens)) return 0;
      return matches(literal, tokens) ? share : OTHER_WORDING * share;
    });
    return sum + Math.max(0, ...shares) * term.weight;
  }, 0);
  return covered / total;
}

const EXTRA_WORD = 0.08;
const EXTRA_MAX = 0.4;
/** Words of heads and totals that say when, in what or from whom, or nothing. */
const PLAIN = new RegExp(
  "^(?:(?:sub)?total|grand|net|years?|ended|ending|fiscal|months?|twelve|as|at|end|period" +
    "|closing|vs|change|variation|variance|amounts?|consolidated|group|company|reported|external" +
    "|customers?|third|parties|unaffiliated|thousands?|millions?|billions?|jan(?:uary)?" +
    "|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?" +
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|increase|decrease|percent|usd|eur|gbp|cad|aud" +
    "|chf)$",
  "i",
);

/** The words of a label that say what it is about; of "Net income (loss) attributable to owners" only "income". */
export function ownWords(label: string): Token[] {
  const bare = label.replace(/\([^)]*\)/g, " ").replace(OWNERS, "");
  return tokensOf(bare).filter(
    ({ text }) =>
      /\p{L}{3}/u.test(text) &&
      !PLAIN.test(text) &&
      (text.toLowerCase() === "other" || !isStopWord(text.toLowerCase())),
  );
}

/** What belongs to the owners of the company is the company's; what belongs to others, or a share, is not. */
const OWNERS = /\battributable to (?!.*(?:non-?controlling|minorit|\bper\b)).*$/i;

/** Whether a text has all terms, apart from those that reports often leave out. */
export function hasAll(terms: readonly WeighedTerm[], tokens: readonly Token[]): boolean {
  return terms.every((term) => term.soft || matches(term, tokens));
}

/** A label with more words than the question may be about something else. `said`: all roots of the question. */
export function extraShare(
  label: string,
  terms: readonly WeighedTerm[],
  said: ReadonlySet<string> = NOTHING,
): number {
  const extra = ownWords(label).filter(
    ({ text, root }) =>
      kindOf(text) === null &&
      !said.has(root) &&
      !terms.some(({ wordings }) => wordings.some(({ roots }) => roots.includes(root))),
  );
  return 1 - Math.min(EXTRA_MAX, EXTRA_WORD * extra.length);
}

const NOTHING: ReadonlySet<string> = new Set();
