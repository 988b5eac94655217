import { createHash } from "node:crypto";
import { OperatorError } from "../../../../kernel/operator-error.ts";
import { csvEntries } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { openCompanies } from "../open-companies.ts";
import { readMapping } from "./column-mapping.ts";
import { readMappedLine } from "./read-mapped-line.ts";

export const companiesCsv = defineSource({
  name: "companies-csv",
  title: "Any CSV of companies",
  about: "companies or listings from your own CSV file, with a mapping of its columns",
  licence: "as the mapping says",
  options: [{ name: "mapping", about: "JSON file that maps the columns", takes: "a file" }, LIST_DATE],
  async open(tools, request) {
    if (request.location === "") throw new OperatorError("companies-csv needs a file or a URL.");
    const mapping = readMapping(request.options["mapping"]);
    const input = await openInput(tools, mapping.source.id, request.location, /\.csv$/i);
    const date = requireListDate("companies-csv", request, input, mapping.source.date ?? null);
    const { encoding, delimiter, skip_lines: skipLines } = mapping;
    return openCompanies(tools, {
      ...input,
      // A corrected mapping reads the same lines differently.
      version: createHash("sha256")
        .update(`${input.version}${JSON.stringify(mapping)}`)
        .digest("hex")
        .slice(0, 16),
      source: {
        id: mapping.source.id,
        name: mapping.source.name,
        reference: input.location,
        licence: mapping.source.licence,
        source_date: date,
        issues: [],
        createsCompanies: mapping.creates_companies,
        nameKind: mapping.name_kind,
      },
      entries: (position) =>
        csvEntries(input, readMappedLine(mapping, date), { position, encoding, delimiter, skipLines }),
    });
  },
});
