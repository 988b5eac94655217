import { isIsin, normaliseIsin, type SourceRecord } from "../../../companies/index.ts";
import { findExchange } from "../../../reference/index.ts";
import { csvEntries, type LineReader, requireColumns } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";

const ADDRESS = "https://raw.githubusercontent.com/JerBouma/FinanceDatabase/main/database/equities.csv";
const COLUMNS = ["symbol", "name", "mic", "isin"] as const;

export const financeDatabase = defineSource({
  name: "financedatabase",
  title: "FinanceDatabase equities",
  about: "listings of companies on markets worldwide: symbol, name as printed by the exchange, market, ISIN",
  licence: "MIT",
  options: [LIST_DATE],
  async open(tools, request) {
    const input = await openInput(tools, "financedatabase", request.location || ADDRESS, /\.csv$/i);
    return openCompanies(tools, {
      ...input,
      source: {
        id: "financedatabase",
        name: "FinanceDatabase",
        reference: input.location,
        licence: "MIT",
        source_date: requireListDate("financedatabase", request, input),
        issues: [],
        createsCompanies: true,
        nameKind: "short",
      },
      entries: (position) => csvEntries(input, readEquities, { position }),
    });
  },
});

/** One line per listing. Its symbol is the ticker with a suffix for the market, which has its own column. */
function readEquities(header: readonly string[]): LineReader<SourceRecord> {
  const at = requireColumns("financedatabase", header, COLUMNS);
  const delistedAt = header.indexOf("delisted");
  return (cells, warn) => {
    const cell = (name: (typeof COLUMNS)[number]) => cells[at[name]]?.trim() ?? "";
    const [symbol, name, mic, isin] = [
      cell("symbol"),
      cell("name"),
      cell("mic"),
      normaliseIsin(cell("isin")),
    ];
    if (symbol === "") return "it has no symbol";
    if (name === "") return null;
    if (isin !== "" && !isIsin(isin)) return `ISIN ${isin} has a wrong check digit`;
    const market = findExchange(mic);
    if (mic !== "" && !market) warn(`market ${mic} is not in the exchange list: loaded without a market`);
    const ticker = symbol.replace(/\.[A-Z]{1,4}$/, "");
    const { mic: exchange, country } = market ?? { mic: null, country: null };
    return {
      key: symbol,
      name,
      exchange,
      country,
      securities: [{ isin: isin || null, ticker, mic: exchange }],
      ...(/^true$/i.test(cells[delistedAt] ?? "") ? { status: { state: "delisted" as const } } : {}),
    };
  };
}
