/** Numbers and dates in the locale of the browser. */
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

export const formatWhole = (value: number): string => whole.format(value);
export const formatNumber = (value: number): string => decimal.format(value);
export const formatShort = (value: number): string => short.format(value);

/** A calendar day such as 2026-03-31, independent of time zones. */
export const formatDay = (value: string | null): string =>
  value === null ? "–" : day.format(new Date(value.slice(0, 10)));
export const formatShortDay = (value: string): string => shortDay.format(new Date(value));
export const formatMoment = (value: string | null): string =>
  value === null ? "–" : moment.format(new Date(value));

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
    return new Intl.NumberFormat(undefined, { ...style, style: "currency", currency }).format(value);
  } catch {
    return `${plain.format(value)} ${currency}`;
  }
}
