import {
  listNumbers,
  numbersIn,
  type ReadableReport,
  type ReportAnswer,
} from "../src/features/answers/index.ts";

/** How many numbers an answer shows, and how many of them stand nowhere. */
export interface ClaimCheck {
  numbers: number;
  unsupported: string[];
}

/**
 * Judges an answer by the pages alone, not by what its claims say of themselves: each number must stand among the
 * words of a page it cites, be a computed claim, be the number of a cited page, or stand in the question.
 */
export function checkClaims(report: ReadableReport, answer: ReportAnswer, question: string): ClaimCheck {
  const cited = new Set(answer.claims.flatMap(({ page }) => (page === null ? [] : [page])));
  for (const [, page] of answer.text.matchAll(/page (\d+)\)/g)) cited.add(Number(page));
  // Years and amounts repeated from the question are the asker's own.
  const printed = new Set<string>([...[...cited].map(String), ...listNumbers(question).map(plain)]);
  for (const page of report.pages) {
    if (!cited.has(page.page)) continue;
    for (const { text } of [...page.words, ...page.lines, ...page.blocks]) addNumbers(text, printed);
  }
  for (const { verdict, value } of answer.claims) {
    if (verdict === "computed" && value !== null) printed.add(plain(String(Math.abs(value))));
  }
  const numbers = numbersIn(answer.text).map(plain);
  return { numbers: numbers.length, unsupported: numbers.filter((number) => !isSupported(number, printed)) };
}

function addNumbers(text: string, printed: Set<string>): void {
  for (const number of listNumbers(text)) printed.add(plain(number));
}

function isSupported(number: string, printed: ReadonlySet<string>): boolean {
  if (printed.has(number)) return true;
  // What is printed with fewer decimals than the claim has is its rounding.
  const decimals = (number.split(".")[1] ?? "").length;
  return [...printed].some((other) => Number(other).toFixed(decimals) === Number(number).toFixed(decimals));
}

function plain(number: string): string {
  return number.includes(".") ? number.replace(/0+$/, "").replace(/\.$/, "") : number;
}
