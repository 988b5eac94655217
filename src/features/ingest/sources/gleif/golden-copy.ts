import { OperatorError } from "../../../../kernel/operator-error.ts";
import { readJsonArray } from "../../../../platform/tables/index.ts";
import type { SourceRecord } from "../../../companies/index.ts";
import { csvEntries } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { type Input, openInput } from "../../reading/open-input.ts";
import { defineSource, type Entry } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";
import { readLeiCsv } from "./read-lei-csv.ts";
import { readLeiJson } from "./read-lei-json.ts";

const ADDRESS = "https://goldencopy.gleif.org/api/v2/golden-copies/publishes/lei2/latest.csv";
export const GLEIF_LICENCE = "CC0 1.0";

export const gleifGoldenCopy = defineSource({
  name: "gleif",
  title: "GLEIF golden copy",
  about:
    "every company with a Legal Entity Identifier: registered name, other and former names, status and successor",
  licence: GLEIF_LICENCE,
  options: [
    {
      name: "known-only",
      about: "yes: only add to known companies, create no new ones",
      takes: "yes or no",
    },
    LIST_DATE,
  ],
  async open(tools, request) {
    const input = await openInput(tools, "gleif", request.location || ADDRESS, /\.(csv|json)$/i);
    return openCompanies(tools, {
      ...input,
      source: {
        id: "gleif",
        name: "GLEIF golden copy",
        reference: input.location,
        licence: GLEIF_LICENCE,
        source_date: requireListDate("gleif", request, input),
        issues: ["lei"],
        createsCompanies: request.options["known-only"] !== "yes",
      },
      entries: (position) =>
        isJson(input) ? readJson(input, position) : csvEntries(input, readLeiCsv, { position }),
    });
  },
});

function isJson({ name }: Input): boolean {
  return /\.json(\.gz)?$/i.test(name);
}

/** This many unknown records in a row, from the first on, mean another format, not broken records. */
const UNKNOWN_MAX = 100;

async function* readJson(input: Input, position: number): AsyncGenerator<Entry<SourceRecord | null>> {
  let count = 0;
  let isOther = position === 0;
  for await (const { line, text } of readJsonArray(await input.stream())) {
    if (++count <= position) continue;
    const item = readLeiJson(text);
    isOther &&= typeof item === "string";
    if (isOther && count === UNKNOWN_MAX) break;
    const units = input.unitsRead();
    if (typeof item === "string") yield { line, fault: item, excerpt: text.slice(0, 120), units };
    else yield { line, item, units };
  }
  if (isOther)
    throw new OperatorError(
      'gleif: the file has no list of "records" with an LEI each. Nothing was loaded: the format has changed.',
    );
}
