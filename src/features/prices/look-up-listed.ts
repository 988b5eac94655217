import type { Lookup } from "../companies/index.ts";

/**
 * Companies by ticker or ISIN. The same ticker may be another company's elsewhere, so those on the given market come
 * first.
 */
export async function lookUpListed(
  lookUp: Lookup,
  query: { ticker?: string | undefined; isin?: string | undefined; exchange?: string | undefined },
): ReturnType<Lookup> {
  const { ticker, isin, exchange } = query;
  const anywhere = lookUp({ ticker, isin });
  if (ticker === undefined || exchange === undefined) return anywhere;
  const onExchange = await lookUp({ ticker: `${ticker}.${exchange}`, isin });
  return [...onExchange, ...(await anywhere)];
}
