import { locale } from "../texts/locale.ts";

/** The only place that formats numbers, dates and names of countries: all by the locale of the page. */
const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);

const whole = numberFormat({ maximumFractionDigits: 0 });
const decimal = numberFormat({ maximumFractionDigits: 2 });
const perShare = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 });
const exact = numberFormat({ notation: "compact", maximumSignificantDigits: 7 });
const short = numberFormat({ notation: "compact", maximumFractionDigits: 1 });
const wholePercent = numberFormat({ style: "percent", maximumFractionDigits: 0 });
const percent = numberFormat({ style: "percent", maximumFractionDigits: 1 });
const change = numberFormat({ style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" });
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const shortDay = dateFormat({ month: "short", day: "numeric", timeZone: "UTC" });
const weekday = dateFormat({ weekday: "long", timeZone: "UTC" });
const clock = dateFormat({ timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });
const moment = dateFormat({ dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
const countries = new Intl.DisplayNames(locale, { type: "region" });
const collator = new Intl.Collator(locale);
export const localTimeZone = moment.resolvedOptions().timeZone;

export const formatWhole = (value: number): string => whole.format(value);
export const formatNumber = (value: number): string => decimal.format(value);
export const formatShort = (value: number): string => short.format(value);
export const formatPerShare = (value: number): string => perShare.format(value);

/** Shares of one: 0.5 is 50 %. */
export const formatWholePercent = (share: number): string => wholePercent.format(share);
export const formatPercent = (share: number): string => percent.format(share);
/** A change with its sign: +4.2 %. */
export const formatChange = (share: number): string => change.format(share);

/** A calendar day such as 2026-03-31, independent of time zones. */
export const formatDay = (value: string | null): string =>
  value === null ? "–" : day.format(new Date(value.slice(0, 10)));
export const formatShortDay = (value: string): string => shortDay.format(new Date(value));
export const formatMoment = (value: string | null): string =>
  value === null ? "–" : moment.format(new Date(value));

/** A Sunday, so that adding a weekday number gives that weekday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MILLISECONDS = 86_400_000;
/** 0 and 7 are Sunday. */
export const formatWeekday = (number: number): string => weekday.format(SUNDAY + number * DAY_MILLISECONDS);
export const formatClock = (hour: number, minute: number): string =>
  clock.format(Date.UTC(2023, 0, 1, hour, minute));

/** The name of a country by its two-letter code. */
export const formatCountry = (code: string): string => countries.of(code) ?? code;

/** Orders names as the language does. */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);

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
  return relative.format(Math.round(seconds / size), unit);
}

export const formatMoney = (value: number, currency: string): string =>
  inCurrency(value, currency, { notation: "compact", maximumFractionDigits: 1 }, short);

/** An amount as short as possible without losing a digit that a report prints: US$36.397bn. */
export const formatFigure = (value: number, currency: string): string =>
  inCurrency(value, currency, { notation: "compact", maximumSignificantDigits: 7 }, exact);

/** A full share price: cents are shown even when zero, and small prices are not rounded away. */
export const formatPrice = (value: number, currency: string): string =>
  inCurrency(value, currency, { currencyDisplay: "code", maximumFractionDigits: 4 }, decimal);

/** Sources report currencies the browser does not know: then the code follows the number. */
function inCurrency(
  value: number,
  currency: string,
  style: Intl.NumberFormatOptions,
  plain: Intl.NumberFormat,
): string {
  try {
    return numberFormat({ ...style, style: "currency", currency }).format(value);
  } catch {
    return `${plain.format(value)} ${currency}`;
  }
}
