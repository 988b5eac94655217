import type { RecordName, SourceRecord } from "../../../companies/index.ts";
import { csvEntries, type LineReader, requireColumns } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { type Input, openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";

const ADDRESS = "https://disclosure2dl.edinet-fsa.go.jp/searchdocument/codelist/Edinetcode.zip";
const COLUMNS = [
  "ＥＤＩＮＥＴコード",
  "提出者名",
  "提出者名（英字）",
  "提出者名（ヨミ）",
  "証券コード",
] as const;

export const edinetCodes = defineSource({
  name: "edinet",
  title: "EDINET code list",
  about:
    "Japanese and English names and readings of companies that file in Japan, with their securities codes",
  licence: "Public Data License 1.0 (Japan)",
  options: [LIST_DATE],
  async open(tools, request) {
    const input = await openInput(tools, "edinet", request.location || ADDRESS, /\.csv$/i);
    return openCompanies(tools, {
      ...input,
      source: {
        id: "edinet",
        name: "EDINET code list",
        reference: input.location,
        licence: "Public Data License 1.0 (Japan)",
        source_date: requireListDate("edinet", request, input, await readListDay(input)),
        issues: [],
        createsCompanies: true,
      },
      // The first line says when the list was created and how long it is.
      entries: (position) => csvEntries(input, readCodes, { position, encoding: "shift_jis", skipLines: 1 }),
    });
  },
});

/** The first line says when the list was made: "2023年10月31日現在". */
async function readListDay(input: Input): Promise<string | null> {
  for await (const piece of await input.stream()) {
    const [line = ""] = new TextDecoder("shift_jis").decode(piece.subarray(0, 400)).split("\n");
    const [, year, month = "", day = ""] =
      /(\d{4})年(\d{1,2})月(\d{1,2})日/.exec(line.normalize("NFKC")) ?? [];
    return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : null;
  }
  return null;
}

/** Companies with a securities code; the other filers are funds and people. */
function readCodes(header: readonly string[]): LineReader<SourceRecord> {
  const at = requireColumns("edinet", header, COLUMNS);
  return (cells) => {
    const cell = (name: (typeof COLUMNS)[number]) => cells[at[name]]?.normalize("NFKC").trim() ?? "";
    const code = cell("証券コード");
    if (code === "") return null;
    if (!/^[0-9A-Z]{5}$/.test(code)) return `securities code ${JSON.stringify(code)} is not five characters`;
    const japanese = cell("提出者名");
    const english = cell("提出者名（英字）");
    const others: RecordName[] = [
      { name: japanese, kind: "local" },
      // The legal form comes before or after the name; people write neither.
      { name: japanese.replace(/(株式会社|有限会社|合同会社)/g, "").trim(), kind: "local" },
      { name: cell("提出者名（ヨミ）"), kind: "local" },
    ];
    return {
      key: cell("ＥＤＩＮＥＴコード"),
      name: english || japanese,
      other_names: others.filter(
        ({ name }, index) => name !== "" && others.findIndex((o) => o.name === name) === index,
      ),
      domicile: "JP",
      country: "JP",
      exchange: "XTKS",
      // The fifth character distinguishes share classes; the ticker is the first four.
      securities: [{ ticker: code.slice(0, 4), mic: "XTKS" }],
    };
  };
}
