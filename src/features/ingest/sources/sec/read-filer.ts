/** The SEC's marks behind a name: receipts that a bank issues for a foreign company's shares, and foreign issuers. */
const MARK = /^(.*\S)\s*\/\s*(?:ADR|FI)\s*\/?\s*$/i;
/** Five letters, the last an F or a Y: foreign shares, and receipts for such, that others trade over the counter. */
const FOREIGN_TICKER = /^[A-Z]{4}[FY]$/;

/** What a filer is called, and whether the SEC's list or its tickers say that it is at home elsewhere. */
export function readFiler(
  conformedName: string,
  tickers: readonly string[],
): { name: string; foreign?: true } {
  const [, unmarked] = MARK.exec(conformedName) ?? [];
  const isForeign =
    unmarked !== undefined || (tickers.length > 0 && tickers.every((ticker) => FOREIGN_TICKER.test(ticker)));
  return { name: unmarked ?? conformedName, ...(isForeign ? { foreign: true } : {}) };
}
