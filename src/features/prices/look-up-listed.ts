import type { Lookup } from "../companies/index.ts";

/** Companies with a ticker or ISIN. The same ticker is another company's elsewhere: the market's own come first. */
export async function lookUpListed(
  lookUp: Lookup,
  query: { ticker?: string | undefined; isin?: string | undefined; exchange?: string | undefined },
): ReturnType<Lookup> {
  const { ticker, isin, exchange } = query;
  const anywhere = lookUp({ ticker, isin });
  if (ticker === undefined || exchange === undefined) return anywhere;
  const there = await lookUp({ ticker: `${ticker}.${exchange}`, isin });
  return [...there, ...(await anywhere)];
}
