import { findDates, findDay } from "./dates.ts";
import { findSpans } from "./spans.ts";
import type { YearColumn } from "./type-columns.ts";
import { findCurrency } from "./units.ts";

const WHOLE = /\btotal\b|\bstatutory\b|\bgroup\b|\bconsolidated\b|\bkonzern\b|\bgroupe\b|連結/i;
const PART = new RegExp(
  String.raw`\bunderlying\b|\bexceptional|\bnon[- ]?(?:recurring|underlying|trading|core|gaap|ifrs)\b` +
    String.raw`|\b(?:specific|special|significant|one-off|adjusting` +
    String.raw`|separately (?:disclosed|reported)) items?\b` +
    String.raw`|\bbefore\b|\bcore\b|\bcompany\b|\bparent\b|\bbank\b|\bdiscontinued\b|\bcontinuing\b` +
    String.raw`|\bconstant\b|\bcomparable\b|\blike[- ]for[- ]like\b|\borganic`,
  "i",
);

/**
 * Of several columns for one period, those of the whole: the group and not the parent company, the total and not what
 * is before exceptional items, the currency of the other years and not a translation of the latest.
 */
export function keepWhole(columns: readonly YearColumn[]): YearColumn[] {
  const yearsIn = new Map<string, Set<number>>();
  for (const { head, year } of columns) {
    const currency = findCurrency(head) ?? "";
    yearsIn.set(currency, (yearsIn.get(currency) ?? new Set()).add(year));
  }
  const rank = ({ head }: YearColumn) => {
    const part = PART.test(head) ? 1 : 0;
    const whole = WHOLE.test(head) && !part ? 1 : 0;
    return [part - whole, -(yearsIn.get(findCurrency(head) ?? "")?.size ?? 0)] as const;
  };
  const whole = columns.filter((column) => {
    const own = rank(column);
    return columns.every((other) => {
      if (other === column || periodOf(other) !== periodOf(column)) return true;
      const [part, years] = rank(other);
      return own[0] < part || (own[0] === part && own[1] <= years);
    });
  });
  return whole.filter((column) => whole.every((other) => !areRivals(column, other)));
}

/** Two columns of one period with a name each, such as two regions: nothing says that one of them is the whole. */
function areRivals(one: YearColumn, other: YearColumn): boolean {
  if (one === other || periodOf(one) !== periodOf(other)) return false;
  if (findCurrency(one.head) !== findCurrency(other.head)) return false;
  const [own, others] = [nameOf(one), nameOf(other)];
  return own !== "" && others !== "" && own !== others;
}

const nameOf = ({ head }: YearColumn) => (head.toLowerCase().match(/\p{L}{3,}/gu) ?? []).join(" ");

/** What the head says of its period. */
export function periodOf({ head, year }: Pick<YearColumn, "head" | "year">): string {
  const spans = findSpans(head).map(({ months, part }) => `${months} ${part}`);
  return [year, findDates(head).at(-1), JSON.stringify(findDay(head)), ...spans].join(" ");
}
