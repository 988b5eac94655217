import type { PageRecord } from "../../reports/index.ts";
import { findCurrency } from "../figures/units.ts";
import { type Sentence, sentencesOf } from "../passages/sentences.ts";

const REPORTS = "(?:accounts|report|results|figures|(?:financial |consolidated )*statements|amounts|numbers)";
/** In which the accounts are, and not in which a loan is. */
const ASKED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:in )?(?:what|which) currency\b[^,]*\b(?:report(?:s|ed|ing)?|present(?:s|ed)?|prepare[sd]?|${REPORTS})\b[^,]{0,30}$`,
    "i",
  ),
  /^what(?:['’]s| is| was) (?:\S+ ){0,3}?(?:reporting|presentation(?:al)?|functional) currency\b[^,]{0,40}$/i,
  /^(?:what|which) (?:is the )?currency (?:does|do|is|are) (?:\S+ ){1,4}?(?:use[sd]?|report(?:s|ed)? in)\b[^,]{0,30}$/i,
];

export const asksCurrency = (question: string) => ASKED.some((pattern) => pattern.test(question.trim()));

const SAID = new RegExp(
  String.raw`\b(?:presentation(?:al)?|reporting) currency\b` +
    String.raw`|\b${REPORTS}\b[^.;]{0,60}?\b(?:presented|reported|expressed|stated|prepared) in\b`,
  "i",
);

/** The sentence that says in which currency the accounts are, where it is the one their tables are in. */
export function findCurrencySentence(pages: readonly PageRecord[], currency: string): Sentence | null {
  for (const page of pages) {
    if (!SAID.test(page.text.replace(/\s+/g, " "))) continue;
    const found = sentencesOf(page).find(({ text, kind }) => {
      const at = kind === "text" ? text.search(SAID) : -1;
      return at >= 0 && findCurrency(text.slice(at)) === currency;
    });
    if (found) return found;
  }
  return null;
}
