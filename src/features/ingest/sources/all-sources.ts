import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Source } from "../source.ts";
import { companiesCsv } from "./csv/companies-csv.ts";
import { edinetCodes } from "./edinet/edinet-codes.ts";
import { financeDatabase } from "./financedatabase/equities.ts";
import { gleifGoldenCopy } from "./gleif/golden-copy.ts";
import { gleifIsinLei } from "./gleif/isin-lei.ts";
import { isoMarkets } from "./iso10383/markets.ts";
import { openFigi } from "./openfigi/mapping.ts";
import { pricesCsv } from "./prices/prices-csv.ts";
import { ratesCsv } from "./prices/rates-csv.ts";
import { reportBucket } from "./reports/report-bucket.ts";
import { reportFolder } from "./reports/report-folder.ts";
import { reportUrls } from "./reports/report-urls.ts";
import { companyFacts } from "./sec/company-facts.ts";
import { edgarFilings } from "./sec/edgar-filings.ts";
import { secSubmissions } from "./sec/submissions.ts";
import { secTickers } from "./sec/tickers.ts";

/** Every source. Adding one here gives it a command, a schedule and an entry in the health list. */
export const SOURCES: readonly Source[] = [
  secTickers,
  secSubmissions,
  gleifIsinLei,
  gleifGoldenCopy,
  openFigi,
  edinetCodes,
  financeDatabase,
  companiesCsv,
  isoMarkets,
  companyFacts,
  pricesCsv,
  ratesCsv,
  edgarFilings,
  reportFolder,
  reportBucket,
  reportUrls,
];

export function requireSource(name: string): Source {
  const source = SOURCES.find((one) => one.name === name);
  if (!source)
    throw new OperatorError(
      `Unknown source ${name}. Available sources: ${SOURCES.map((one) => one.name).join(", ")}.`,
    );
  return source;
}
