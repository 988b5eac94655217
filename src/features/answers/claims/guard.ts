import type { PageRecord } from "../../reports/index.ts";
import type { DraftAnswer } from "../answer.ts";
import { numberWords } from "../figures/number-words.ts";
import { roundHalfUp } from "../figures/units.ts";
import { listNumbers, numbersIn, plainNumber, rereads } from "./verify.ts";

/**
 * The final check: the numbers of an answer that occur neither on a cited page, nor in a computed claim, nor in the
 * question. An answer with such a number is withheld.
 */
export function findUnsupportedNumbers(
  answer: DraftAnswer,
  question: string,
  findPage: (page: number) => PageRecord | undefined,
): string[] {
  const wanted = new Set(numbersIn(answer.text).map(plainNumber));
  for (const number of listNumbers(question)) wanted.delete(plainNumber(number));
  const cited = citedPages(answer);
  for (const page of cited) {
    wanted.delete(String(page));
    if (wanted.size > 0) removeFound(wanted, findPage(page));
  }
  for (const { verdict, value, page: number, box } of answer.claims) {
    if (value === null) continue;
    const page = number === null ? undefined : findPage(number);
    // The page may print it with other marks for thousands and decimals.
    const isPrinted = page !== undefined && box !== null && rereads(page, box, value);
    if (verdict === "computed" || isPrinted) removeFoundValue(wanted, Math.abs(value));
  }
  return [...wanted];
}

function citedPages({ claims, text }: DraftAnswer): Set<number> {
  const cited = new Set(claims.flatMap(({ page }) => (page === null ? [] : [page])));
  for (const [, page] of text.matchAll(/page (\d+)\)/g)) cited.add(Number(page));
  return cited;
}

/** "31.12.2024" is one number to look at, and names the year. */
const DAY_WITH_YEAR = /(?<!\d)\d{1,2}([./-])\d{1,2}\1((?:19|20)\d{2})(?!\d)/g;

function removeFound(wanted: Set<string>, page: PageRecord | undefined): void {
  for (const { text } of page?.lines ?? [])
    for (const { value } of numberWords(text)) wanted.delete(String(value));
  for (const { text } of [...(page?.words ?? []), ...(page?.lines ?? [])]) {
    if (!/\d/.test(text)) continue;
    for (const number of listNumbers(text)) wanted.delete(plainNumber(number));
    for (const [, , year = ""] of text.matchAll(DAY_WITH_YEAR)) wanted.delete(year);
  }
}

/** A computed value is printed with the requested number of decimals. */
function removeFoundValue(wanted: Set<string>, value: number): void {
  for (const number of wanted) {
    const decimals = (number.split(".")[1] ?? "").length;
    if (Number(number) === roundHalfUp(value, decimals) || Number(number) === value) wanted.delete(number);
  }
}
