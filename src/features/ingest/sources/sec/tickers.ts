import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import type { SourceRecord } from "../../../companies/index.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { type Input, openInput } from "../../reading/open-input.ts";
import { defineSource, type Entry } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";
import { readFiler } from "./read-filer.ts";
import { cikOf, micOfSecExchange, SEC_LICENCE } from "./sec-exchanges.ts";

const ADDRESS = "https://www.sec.gov/files/company_tickers_exchange.json";
const FIELDS = ["cik", "name", "ticker", "exchange"] as const;

/** The newer file: a table with its column names. */
const WithExchange = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())) });
/** The older one: numbered objects, without exchanges. */
const Numbered = z.record(z.string().regex(/^\d+$/), z.unknown());

const Row = z.object({
  cik: z
    .number()
    .int()
    .positive()
    .or(z.string().regex(/^\d{1,10}$/)),
  name: z.string().min(1),
  ticker: z.string().nullish(),
  exchange: z.string().nullish(),
});
type Row = z.output<typeof Row>;

export const secTickers = defineSource({
  name: "sec-tickers",
  title: "SEC company tickers",
  about:
    "US-listed companies: CIK, name, tickers and exchange (company_tickers_exchange.json or company_tickers.json)",
  licence: SEC_LICENCE,
  options: [LIST_DATE],
  async open(tools, request) {
    const input = await openInput(tools, "sec-tickers", request.location || ADDRESS, /\.json$/i);
    return openCompanies(tools, {
      ...input,
      isFullList: true,
      source: {
        id: "sec-tickers",
        name: "SEC company tickers",
        reference: input.location,
        licence: SEC_LICENCE,
        source_date: requireListDate("sec-tickers", request, input),
        issues: ["cik"],
        createsCompanies: true,
      },
      entries: () => readCompanies(input),
    });
  },
});

/** A company may have several lines, one per ticker; it is reported once, with all of them. */
async function* readCompanies(input: Input): AsyncGenerator<Entry<SourceRecord>> {
  const rows = readRows(await readText(Readable.from(await input.stream())));
  const units = input.totalUnits;
  const companies = new Map<string, { line: number; rows: Row[] }>();
  for (const [index, raw] of rows.entries()) {
    const row = Row.safeParse(raw);
    if (!row.success) {
      const fault = row.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
      yield { line: index + 1, fault, excerpt: JSON.stringify(raw).slice(0, 120), units };
      continue;
    }
    const cik = cikOf(row.data.cik);
    const company = companies.get(cik) ?? { line: index + 1, rows: [] };
    company.rows.push(row.data);
    companies.set(cik, company);
  }
  for (const [cik, { line, rows: own }] of companies) yield { line, item: recordOf(cik, own), units };
}

function readRows(text: string): unknown[] {
  const json = parse(text);
  const table = WithExchange.safeParse(json);
  if (table.success) {
    const { fields, data } = table.data;
    const missing = FIELDS.filter((field) => !fields.includes(field));
    if (missing.length > 0)
      throw new OperatorError(
        `sec-tickers: the list has no field ${missing.join(", ")}; it has ${fields.join(", ")}. Nothing was loaded.`,
      );
    return data.map((cells) => Object.fromEntries(fields.map((field, at) => [field, cells[at]])));
  }
  const numbered = Numbered.safeParse(json);
  if (!numbered.success)
    throw new OperatorError("sec-tickers: the file is not in the SEC's ticker format. Nothing was loaded.");
  return Object.values(numbered.data).map((row) => {
    const { cik_str, title, ticker } = (row ?? {}) as Record<string, unknown>;
    return { cik: cik_str, name: title, ticker };
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OperatorError("sec-tickers: the file is not JSON. Nothing was loaded.", { cause });
  }
}

function recordOf(cik: string, rows: readonly Row[]): SourceRecord {
  const securities = rows.flatMap(({ ticker, exchange }) =>
    ticker ? [{ ticker, mic: micOfSecExchange(exchange) }] : [],
  );
  const exchange = securities.find(({ mic }) => mic !== null)?.mic ?? null;
  return {
    key: cik,
    cik,
    ...readFiler(
      rows[0]?.name ?? "",
      securities.map(({ ticker }) => ticker),
    ),
    securities,
    // A company with a ticker here is traded in the US, also in the older list, which does not say where.
    ...(securities.length > 0 ? { country: "US" } : {}),
    ...(exchange ? { exchange } : {}),
  };
}
