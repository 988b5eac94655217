import type { PageRecord } from "../../reports/index.ts";
import { addDays } from "../columns/calendar.ts";
import { findDates } from "../columns/dates.ts";

const FIRST_PAGES = 3;
const LAST_PAGES = 30;
/** Reports appear within a year of the end of their period. */
const DAYS_AFTER_MAX = 366;

/** "Published on 12 March 2024". */
const PUBLISHED =
  /\b(?:published(?: on)?|publication date|date of publication|ver[oö]ffentlicht am|publi[eé] le)\b:?\s*(.{6,30})/i;
/** "PURCHASE, N.Y. – April 25, 2023 – …": how a release begins. */
const DATELINE =
  /^\p{Lu}[\p{L}.'’ ]{1,40}(?:,\s?[\p{L}.'’ ]{2,30})?\s*[,(–—-]+\s*(?:\([A-Z ]+\)\s*[–—-]*\s*)?(\S.{6,22}?\d{4})\s*\)?\s*(?:[–—]|-|\/)/u;
const FILING = /\bform\s+10-[kq]\b/i;
/** Above the signatures of a filing. */
const SIGNED = /^\s*dated?:\s*(.{6,30})/i;

/** The day a report was published, where it prints it; null where it does not. */
export function findPublishDate(pages: readonly PageRecord[], periodEnd: string | null): string | null {
  const isPossible = (day: string) =>
    periodEnd === null || (day > periodEnd && day <= addDays(periodEnd, DAYS_AFTER_MAX));
  const find = (some: readonly PageRecord[], pattern: RegExp) =>
    some
      .flatMap(({ lines }) => lines)
      .flatMap(({ text }) => findDates(pattern.exec(text)?.[1] ?? "").slice(0, 1))
      .filter(isPossible);
  const first = pages.slice(0, FIRST_PAGES);
  const [printed] = [...find(first, PUBLISHED), ...find(first, DATELINE)];
  if (printed !== undefined) return printed;
  if (!first.some(({ text }) => FILING.test(text))) return null;
  // Of several signatures the last one completes the filing.
  return find(pages.slice(-LAST_PAGES), SIGNED).toSorted().at(-1) ?? null;
}
