/** The SEC's suffixes after a name: depositary receipts of foreign companies, and foreign issuers. */
const MARK = /^(.*\S)\s*\/\s*(?:ADR|FI)\s*\/?\s*$/i;
/** Five letters ending in F or Y: foreign shares, and receipts for them, traded over the counter by others. */
const FOREIGN_TICKER = /^[A-Z]{4}[FY]$/;

/** A filer's name, and whether the SEC's list or its tickers say that its home is elsewhere. */
export function readFiler(
  conformedName: string,
  tickers: readonly string[],
): { name: string; foreign?: true } {
  const [, unmarked] = MARK.exec(conformedName) ?? [];
  const isForeign =
    unmarked !== undefined || (tickers.length > 0 && tickers.every((ticker) => FOREIGN_TICKER.test(ticker)));
  return { name: unmarked ?? conformedName, ...(isForeign ? { foreign: true } : {}) };
}
