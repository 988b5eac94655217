import { type HeadPeriod, type Period, readHead } from "./periods.ts";

const QUARTER_MONTHS = 3;
const YEAR_MONTHS = 12;
const QUARTERS = 4;

/** Years of whole weeks end a few days before or after the month does. */
const FIRST_DAYS = /\b\p{L}{3,9}\.?\s+[1-7],|\b[1-7]\s+\p{L}{3,9}\b|\b\d{1,2}\/[1-7]\/\d{2,4}/u;

/** The month a head's date closes; null for a head without a date. */
function closedMonth(head: string): number | null {
  const month = readHead(head)?.endMonth ?? null;
  if (month === null || !FIRST_DAYS.test(head)) return month;
  return month === 1 ? YEAR_MONTHS : month - 1;
}

/** The year and month a date-only head stands at, for putting heads in order. */
function dateOf(head: string): number | null {
  const period = readHead(head);
  return period && period.span === null && period.endMonth !== null
    ? period.year * YEAR_MONTHS + period.endMonth
    : null;
}

/**
 * The month in which the fiscal year ends, from the heads of a balance sheet: a quarterly report shows its own date
 * beside that of the last fiscal year. Null when the heads do not say.
 */
export function findYearEndMonth(balanceHeads: readonly string[], hasYears: boolean): number | null {
  const dated = balanceHeads
    .flatMap((head) => {
      const [date, month] = [dateOf(head), closedMonth(head)];
      return date === null || month === null ? [] : [{ date, month }];
    })
    .toSorted((a, b) => b.date - a.date);
  const [newest] = dated;
  if (!newest) return null;
  const other = dated.find(({ month }) => month !== newest.month);
  return other?.month ?? (hasYears ? newest.month : null);
}

/** The fiscal year and quarter that end nearest to a month. A fiscal year is called by the year it ends in. */
export function fiscalQuarter(
  { year, month }: { year: number; month: number },
  yearEndMonth: number,
): { year: number; quarter: number } {
  const quarters = Math.round((year * YEAR_MONTHS + month - yearEndMonth) / QUARTER_MONTHS);
  const fiscal = Math.ceil(quarters / QUARTERS);
  return { year: fiscal, quarter: quarters - QUARTERS * (fiscal - 1) };
}

/** A column over less than a year that only gives the date it ends at, with its fiscal year and its part of it. */
export function inFiscalTerms(head: HeadPeriod | null, yearEndMonth: number | null): HeadPeriod | null {
  if (head === null || yearEndMonth === null || head.endMonth === null) return head;
  if (head.span === null || head.span === "year" || head.part !== null) return head;
  const { year, quarter } = fiscalQuarter({ year: head.year, month: head.endMonth }, yearEndMonth);
  if (head.span === "quarter") return { ...head, year, part: quarter };
  return { ...head, year, part: head.span === "half" && quarter % 2 === 0 ? quarter / 2 : null };
}

/** The quarter of the year that a period ends with; null where it does not say which of them it is. */
export function lastQuarterOf({ span, part }: Pick<Period, "span" | "part">): number | null {
  if (span === "year") return QUARTERS;
  if (span === "nine_months") return 3;
  return part !== null && span === "half" ? part * 2 : part;
}

/** A column at a date, as the balance at the end of such a period; null where it stands at another time. */
export function asStandingAt(
  head: HeadPeriod | null,
  { span, part }: Period,
  yearEndMonth: number | null,
): HeadPeriod | null {
  if (head === null || yearEndMonth === null || head.span !== null || head.endMonth === null) return null;
  const { year, quarter } = fiscalQuarter({ year: head.year, month: head.endMonth }, yearEndMonth);
  return quarter === lastQuarterOf({ span, part }) ? { ...head, year, span, part } : null;
}
