import { LANGUAGES, type Language } from "./languages.ts";

/** `public/start.js` also reads it, before the first paint. */
const COOKIE = "florin_language";
const YEAR_SECONDS = 31_536_000;

/** Language and region such as `de-CH`, chosen by `public/start.js`. Dates and numbers follow it. */
export const locale = document.documentElement.lang;
export const language: Language = LANGUAGES.find((known) => known === locale.slice(0, 2)) ?? "en";

/** Loads the page again: texts and formats are read once, when it starts. */
export function chooseLanguage(chosen: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the service is reached without TLS
  document.cookie = `${COOKIE}=${chosen}; Path=/console; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  location.reload();
}
