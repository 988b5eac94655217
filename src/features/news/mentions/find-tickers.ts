const MARKETS =
  "NYSE|NASDAQ|Nasdaq|NASDAQGS|AMEX|LSE|LON|TSX|TSE|TYO|ETR|FRA|EPA|AMS|ASX|HKG|SEHK|NSE|BSE|SHA|SHE|KRX";
const WITH_MARKET = new RegExp(`\\b(${MARKETS})(?:GS|GM|CM)?\\s?:\\s?([A-Z0-9]{1,6}(?:\\.[A-Z])?)\\b`, "g");
const CASHTAG = /(?<![\w$])\$([A-Z]{2,5}(?:\.[A-Z])?)(?![\w$])/g;

/** Unambiguous tickers, as look-ups accept them: `NYSE: IBM` and `$IBM`. Bare capitals are words. */
export function findTickers(text: string): string[] {
  const found = new Set<string>();
  for (const [, market = "", ticker] of text.matchAll(WITH_MARKET))
    found.add(`${market.toUpperCase()}:${ticker}`);
  for (const [, ticker] of text.matchAll(CASHTAG)) found.add(`${ticker}.US`);
  return [...found];
}
