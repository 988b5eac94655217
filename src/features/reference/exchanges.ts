import exchanges from "./data/exchanges.json" with { type: "json" };

export interface Exchange {
  /** Market Identifier Code, ISO 10383. */
  mic: string;
  /** The market that operates this one; the same code when it operates itself. */
  operating_mic: string;
  name: string;
  /** Null for `XXXX`, which stands for no market. */
  country: string | null;
}

/** Markets a company can be listed on, by code. Made by `demo/companies/build-exchanges.ts` from ISO 10383. */
export const EXCHANGES: readonly Exchange[] = exchanges;

const BY_MIC: ReadonlyMap<string, Exchange> = new Map(EXCHANGES.map((exchange) => [exchange.mic, exchange]));

export function findExchange(mic: string): Exchange | undefined {
  return BY_MIC.get(mic);
}

export function listExchanges(): readonly Exchange[] {
  return EXCHANGES;
}
