/** The only place that formats numbers, dates and names of countries: all by the locale of the page. */
import { locale } from "../texts/locale.ts";

const DAY_MILLISECONDS = 86_400_000;

/** Building one takes about 2 ms, so each is built when first used, then kept. */
const lazily = <T>(build: () => T): (() => T) => {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
};

const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);

const whole = lazily(() => numberFormat({ maximumFractionDigits: 0 }));
const decimal = lazily(() => numberFormat({ maximumFractionDigits: 2 }));
const perShare = lazily(() => numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 }));
const exact = lazily(() => numberFormat({ notation: "compact", maximumSignificantDigits: 7 }));
const short = lazily(() => numberFormat({ notation: "compact", maximumFractionDigits: 1 }));
/** With a space before the sign in every language, as in the answers of the service. */
function percentFormat(options: Intl.NumberFormatOptions): (share: number) => string {
  const plain = numberFormat({ style: "percent", ...options });
  return (share) => plain.format(share).replace(/\s*%/, "\u00a0%");
}
const wholePercent = lazily(() => percentFormat({ maximumFractionDigits: 0 }));
/** Always with one decimal, so that the figures of a column stand below each other. */
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
const percent = lazily(() => percentFormat(ONE_DECIMAL));
const exactPercent = lazily(() => percentFormat({ maximumFractionDigits: 2 }));
const change = lazily(() => percentFormat({ ...ONE_DECIMAL, signDisplay: "exceptZero" }));
const months = lazily(() => numberFormat({ style: "unit", unit: "month", unitDisplay: "long" }));
const day = lazily(() => dateFormat({ dateStyle: "medium", timeZone: "UTC" }));
const shortDay = lazily(() => dateFormat({ month: "short", day: "numeric", timeZone: "UTC" }));
const monthOfYear = lazily(() => dateFormat({ month: "short", year: "numeric", timeZone: "UTC" }));
const weekday = lazily(() => dateFormat({ weekday: "long", timeZone: "UTC" }));
// Every time is by the 24-hour clock, as the texts of schedules are.
const clock = lazily(() => dateFormat({ timeStyle: "short", hourCycle: "h23", timeZone: "UTC" }));
const moment = lazily(() => dateFormat({ dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }));
const second = lazily(() => dateFormat({ dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }));
const relative = lazily(() => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" }));
const countries = lazily(() => new Intl.DisplayNames(locale, { type: "region" }));
const collator = lazily(() => new Intl.Collator(locale));
export const getLocalTimeZone = (): string => moment().resolvedOptions().timeZone;

export const formatWhole = (value: number): string => whole().format(value);
export const formatNumber = (value: number): string => decimal().format(value);
export const formatShort = (value: number): string => short().format(value);
export const formatPerShare = (value: number): string => perShare().format(value);

/** Shares of one: 0.5 is 50 %. */
export const formatWholePercent = (share: number): string => wholePercent()(share);
export const formatPercent = (share: number): string => percent()(share);
/** A percentage as reports print it, in hundredths: 50 is 50 %. */
export const formatPercentFigure = (value: number): string => exactPercent()(value / 100);
/** A change with its sign: +4.2 %. */
export const formatChange = (share: number): string => change()(share);

/** A calendar day such as 2026-03-31, independent of time zones. */
export const formatDay = (value: string | null): string =>
  value === null ? "–" : day().format(new Date(value.slice(0, 10)));
export const formatMonths = (count: number): string => months().format(count);

/** Latest days that can have their month without a year. */
const RECENT_DAYS = 330;
/** A day where there is little room: 29 Apr when it is recent, else Apr 2025. */
export function formatBriefDay(value: string | null): string {
  if (value === null) return "–";
  const time = Date.parse(value.slice(0, 10));
  const isRecent = Math.abs(Date.now() - time) < RECENT_DAYS * DAY_MILLISECONDS;
  return (isRecent ? shortDay() : monthOfYear()).format(time);
}
export const formatShortDay = (value: string): string => shortDay().format(new Date(value));
export const formatMoment = (value: string | null): string =>
  value === null ? "–" : moment().format(new Date(value));

/** By the clock of a time zone; by that of UTC where the browser does not know the zone. */
export function formatMomentIn(value: string, timeZone: string): string {
  const style = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
  try {
    return dateFormat({ ...style, timeZone }).format(new Date(value));
  } catch {
    return `${dateFormat({ ...style, timeZone: "UTC" }).format(new Date(value))} UTC`;
  }
}

/** Where several things happen in a minute. */
export const formatSecond = (value: string): string => second().format(new Date(value));

/** A Sunday, so that adding a weekday number gives that weekday. */
const SUNDAY = Date.UTC(2023, 0, 1);
/** 0 and 7 are Sunday. */
export const formatWeekday = (number: number): string => weekday().format(SUNDAY + number * DAY_MILLISECONDS);
export const formatClock = (hour: number, minute: number): string =>
  clock().format(Date.UTC(2023, 0, 1, hour, minute));

/** The name of a country by its two-letter code. */
export const formatCountry = (code: string): string => countries().of(code) ?? code;

/** Orders names as the language does. */
export const compareNames = (one: string, other: string): number => collator().compare(one, other);

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "5 min ago", "in 2 days". */
export function formatSince(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1_000;
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ["second", 1];
  return relative().format(Math.round(seconds / size), unit);
}

// By its code: "$" and "¥" are the signs of several currencies.
const SHORT_AMOUNT = { currencyDisplay: "code", notation: "compact", ...ONE_DECIMAL } as const;
const EXACT_AMOUNT = { currencyDisplay: "code", notation: "compact", maximumSignificantDigits: 7 } as const;
const PRICE = { currencyDisplay: "code", maximumFractionDigits: 4 } as const;

export const formatMoney = (value: number, currency: string): string =>
  inCurrency(value, currency, SHORT_AMOUNT, short);

/** An amount as short as possible without losing a digit that a report prints: USD 36.397bn. */
export const formatFigure = (value: number, currency: string): string =>
  inCurrency(value, currency, EXACT_AMOUNT, exact);

/** A full share price: cents are shown even when zero, and small prices are not rounded away. */
export const formatPrice = (value: number, currency: string): string =>
  inCurrency(value, currency, PRICE, decimal);

/** By style and currency; null for a currency that the browser does not know. */
const amounts = new Map<Intl.NumberFormatOptions, Map<string, Intl.NumberFormat | null>>();

/** Sources report currencies the browser does not know: then the code follows the number. */
function inCurrency(
  value: number,
  currency: string,
  style: Intl.NumberFormatOptions,
  plain: () => Intl.NumberFormat,
): string {
  const known = amounts.get(style) ?? new Map<string, Intl.NumberFormat | null>();
  amounts.set(style, known);
  if (!known.has(currency)) known.set(currency, buildAmountFormat(style, currency));
  return known.get(currency)?.format(value) ?? `${plain().format(value)} ${currency}`;
}

function buildAmountFormat(style: Intl.NumberFormatOptions, currency: string): Intl.NumberFormat | null {
  try {
    return numberFormat({ ...style, style: "currency", currency });
  } catch {
    return null;
  }
}
