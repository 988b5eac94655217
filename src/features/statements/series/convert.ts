import type { Sql } from "../../../platform/db/index.ts";
import { listRates } from "../../prices/index.ts";

/** How one amount was converted. */
export interface Conversion {
  rate: number;
  source: string;
  date: string;
}

export type Convert = (currency: string, date: string) => Conversion | null;

interface Amount {
  currency: string;
  date: string;
}

/** Converts amounts into one currency by the rate of each period's last day. Null where no rate is known. */
export async function openConversion(
  sql: Sql,
  amounts: readonly Amount[],
  { into, asOf }: { into: string; asOf: string | null },
): Promise<Convert> {
  const others = amounts.filter(({ currency }) => currency !== into);
  const wanted = new Map(
    others
      .flatMap(({ currency, date }) => [
        { currency, date },
        { currency: into, date },
      ])
      .filter(({ currency }) => currency !== "USD")
      .map((one) => [`${one.currency} ${one.date}`, one]),
  );
  const rates = new Map(
    (wanted.size > 0 ? await listRates(sql, [...wanted.values()], asOf) : []).map((rate) => [
      `${rate.currency} ${rate.wanted}`,
      rate,
    ]),
  );
  const dollars = (currency: string, date: string) =>
    currency === "USD" ? { usd: 1, date, source: "by definition" } : rates.get(`${currency} ${date}`);
  return (currency, date) => {
    if (currency === into) return { rate: 1, source: "by definition", date };
    const from = dollars(currency, date);
    const to = dollars(into, date);
    if (!from || !to) return null;
    const sources = [from, to].filter((_, index) => [currency, into][index] !== "USD");
    return {
      rate: from.usd / to.usd,
      source: [...new Set(sources.map(({ source }) => source))].join(", "),
      date: sources.map((one) => one.date).sort()[0] ?? date,
    };
  };
}
