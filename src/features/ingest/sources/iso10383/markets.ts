import { createHash } from "node:crypto";
import { isDay } from "../../../../kernel/day.ts";
import { findCountry } from "../../../reference/index.ts";
import { csvEntries, type LineReader, requireColumns } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { type Input, openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { type MarketRow, writeMarkets } from "./store.ts";

const ADDRESS = "https://www.iso20022.org/sites/default/files/ISO10383_MIC/ISO10383_MIC.csv";
const COLUMNS = [
  "MIC",
  "OPERATING MIC",
  "MARKET NAME-INSTITUTION DESCRIPTION",
  "ISO COUNTRY CODE (ISO 3166)",
  "STATUS",
] as const;

export const isoMarkets = defineSource<MarketRow>({
  name: "mic",
  title: "ISO 10383 market identifier codes",
  about: "every market with its operator, country and status, including closed ones",
  licence: "published by ISO 20022 for free use",
  options: [
    { name: "encoding", about: "of the file (default: utf-8 if valid, else windows-1252)" },
    LIST_DATE,
  ],
  async open(tools, request) {
    const input = await openInput(tools, "mic", request.location || ADDRESS, /\.csv$/i);
    const encoding = request.options["encoding"] ?? (await detectEncoding(input));
    return {
      ...input,
      entries: (position) => csvEntries(input, readMarkets, { position, encoding }),
      async write(sql, items) {
        // A market may be listed twice, in its old and its current form; the last one counts.
        const rows = new Map(items.map(({ item }) => [item.mic, item]));
        const origin = { source_date: requireListDate("mic", request, input), reference: input.location };
        const result = await writeMarkets(sql, origin, [...rows.values()]);
        return { ...result, skipped: items.length - rows.size };
      },
    };
  },
});

/** Published in windows-1252 and redistributed in UTF-8; text in one is hardly ever valid in the other. */
async function detectEncoding(input: Input): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of await input.stream()) decoder.decode(piece, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

function readMarkets(header: readonly string[]): LineReader<MarketRow> {
  const at = requireColumns("mic", header, COLUMNS);
  const expiryAt = header.indexOf("EXPIRY DATE");
  return (cells) => {
    const cell = (name: (typeof COLUMNS)[number]) => cells[at[name]]?.trim() ?? "";
    const [mic, operating_mic, country] = [
      cell("MIC"),
      cell("OPERATING MIC"),
      cell("ISO COUNTRY CODE (ISO 3166)"),
    ];
    if (!/^[A-Z0-9]{4}$/.test(mic)) return `MIC ${JSON.stringify(mic)} is not four characters`;
    if (!/^[A-Z0-9]{4}$/.test(operating_mic))
      return `operating MIC ${JSON.stringify(operating_mic)} is not four characters`;
    if (country !== "" && country !== "ZZ" && !findCountry(country))
      return `country ${country} is not in ISO 3166-1`;
    const expiry = (cells[expiryAt]?.trim() ?? "").replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
    if (expiry !== "" && !isDay(expiry)) return `expiry date ${JSON.stringify(expiry)} is not a valid date`;
    const market = {
      mic,
      operating_mic,
      name: cell("MARKET NAME-INSTITUTION DESCRIPTION"),
      country: findCountry(country) ? country : null,
      status: cell("STATUS"),
      expiry_date: expiry || null,
    };
    const row_hash = createHash("sha256").update(JSON.stringify(market)).digest("base64url").slice(0, 22);
    return { ...market, row_hash };
  };
}
