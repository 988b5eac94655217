import path from "node:path";
import { isDay } from "../../../../kernel/day.ts";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { writeRates } from "../../../prices/index.ts";
import { csvEntries, type LineReader } from "../../reading/csv-entries.ts";
import { openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";

const ADDRESS = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip";

interface DayOfRates {
  date: string;
  /** US dollars per unit of each currency. */
  usd: Readonly<Record<string, number>>;
}

export const ratesCsv = defineSource<DayOfRates>({
  name: "rates-csv",
  title: "Currency rates from CSV",
  about:
    "rates to the US dollar: the ECB's history (Date, USD, JPY, … per euro) or one pair as Stooq writes it (usdpln_d.csv)",
  licence: "ECB: free use with attribution; vendors: see their terms",
  options: [
    { name: "licence", about: "licence of the rates" },
    { name: "source", about: "who publishes the pair (default: Stooq)" },
  ],
  async open(tools, request) {
    const input = await openInput(tools, "rates-csv", request.location || ADDRESS, /\.csv$/i);
    const name = path.basename(input.location);
    const licence = request.options["licence"] ?? "";
    const today = tools.now.toISOString().slice(0, 10);
    const known = { source: "" };
    return {
      ...input,
      entries: (position) =>
        csvEntries(
          input,
          (header) => {
            known.source = isEuroHistory(header)
              ? "European Central Bank"
              : (request.options["source"] ?? "Stooq");
            return makeReader(header, name, today);
          },
          { position },
        ),
      async write(sql, items) {
        const { source } = known;
        // If a file has a day twice, the last one counts.
        const days = [...new Map(items.map(({ item }) => [item.date, item])).values()];
        const rates = days.flatMap(({ date, usd }) =>
          Object.entries(usd).map(([currency, value]) => ({ currency, date, usd: value, source, licence })),
        );
        const { added, changed } = await writeRates(sql, rates);
        const skipped = items.length - days.length;
        return { added, changed, unchanged: rates.length - added - changed, skipped };
      },
    };
  },
});

const isEuroHistory = (header: readonly string[]) => header.includes("Date") && header.includes("USD");

function makeReader(header: readonly string[], fileName: string, today: string): LineReader<DayOfRates> {
  const read = makeDayReader(header, fileName);
  return (cells) => {
    const date = cells[header.indexOf("Date")]?.trim() ?? "";
    if (!isDay(date)) return `date ${JSON.stringify(date)} is not a valid date`;
    if (date > today) return `date ${date} is in the future`;
    const usd = read(cells);
    return typeof usd === "string" ? usd : { date, usd };
  };
}

type Rates = DayOfRates["usd"];

function makeDayReader(
  header: readonly string[],
  fileName: string,
): (cells: readonly string[]) => Rates | string {
  if (isEuroHistory(header)) return (cells) => readEuroDay(header, cells);
  const pair = /(?:^|[_-])([a-z]{3})([a-z]{3})(?:_d)?\./i.exec(fileName);
  const [closeAt, dateAt] = [header.indexOf("Close"), header.indexOf("Date")];
  const [base = "", quote = ""] = [pair?.[1]?.toUpperCase(), pair?.[2]?.toUpperCase()];
  if (closeAt < 0 || dateAt < 0 || (base !== "USD" && quote !== "USD"))
    throw new OperatorError(
      `rates-csv: ${fileName} is neither the ECB's history nor a pair with the US dollar in its name. Nothing was loaded.`,
    );
  return (cells) => {
    const close = Number(cells[closeAt]);
    if (!isRate(close)) return `rate ${JSON.stringify(cells[closeAt])} is not a rate`;
    return base === "USD" ? { [quote]: 1 / close } : { [base]: close };
  };
}

/** Rates are given per euro; the dollar value of a unit follows from the euro's own rate. */
function readEuroDay(header: readonly string[], cells: readonly string[]): Rates | string {
  const reported = header.flatMap((currency, at) => {
    const text = cells[at]?.trim() ?? "";
    // Currencies come and go: a cell is empty or N/A on days without a rate.
    return /^[A-Z]{3}$/.test(currency) && !/^(n\/a)?$/i.test(text) ? [{ currency, text }] : [];
  });
  const wrong = reported.find(({ text }) => !isRate(Number(text)));
  if (wrong) return `rate ${JSON.stringify(wrong.text)} of ${wrong.currency} is not a rate`;
  const perEuro = new Map(reported.map(({ currency, text }) => [currency, Number(text)]));
  const dollar = perEuro.get("USD");
  if (dollar === undefined) return "it has no US dollar rate";
  perEuro.delete("USD");
  const others = [...perEuro].map(([currency, rate]) => [currency, dollar / rate]);
  return { ...Object.fromEntries(others), EUR: dollar };
}

const isRate = (value: number) => value > 0 && Number.isFinite(value);
