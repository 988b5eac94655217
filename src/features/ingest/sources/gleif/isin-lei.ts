import { openMerger, type SourceRecord } from "../../../companies/index.ts";
import { csvEntries, requireColumns } from "../../reading/csv-entries.ts";
import { LIST_DATE, requireListDate } from "../../reading/list-date.ts";
import { openInput } from "../../reading/open-input.ts";
import { defineSource } from "../../source.ts";
import { findNamesByIsins } from "../store.ts";
import { GLEIF_LICENCE } from "./golden-copy.ts";

const ADDRESS = "https://mapping.gleif.org/api/v2/isin-lei/latest/download";

/** A format check only; check digits are verified for the few of many millions that belong to companies here. */
const LEI = /^[A-Z0-9]{20}$/;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

interface Pair {
  lei: string;
  isin: string;
}

export const gleifIsinLei = defineSource<Pair>({
  name: "isin-lei",
  title: "GLEIF ISIN-to-LEI mapping",
  about: "the LEI of companies whose ISIN is known; run it before `gleif`, so that its names can be matched",
  licence: GLEIF_LICENCE,
  options: [LIST_DATE],
  async open(tools, request) {
    const input = await openInput(tools, "isin-lei", request.location || ADDRESS, /\.csv$/i);
    const merger = openMerger(tools.db);
    const source = {
      id: "isin-lei",
      name: "GLEIF ISIN-to-LEI mapping",
      reference: input.location,
      licence: GLEIF_LICENCE,
      source_date: requireListDate("isin-lei", request, input),
      issues: [],
      createsCompanies: false,
    };
    return {
      ...input,
      entries: (position: number) =>
        csvEntries<Pair>(
          input,
          (header) => {
            const at = requireColumns("isin-lei", header, ["LEI", "ISIN"]);
            return (cells) => {
              const [lei = "", isin = ""] = [cells[at.LEI]?.trim(), cells[at.ISIN]?.trim()];
              if (!LEI.test(lei)) return `LEI ${JSON.stringify(lei)} is not 20 letters and digits`;
              return ISIN.test(isin) ? { lei, isin } : `ISIN ${JSON.stringify(isin)} is invalid`;
            };
          },
          { position },
        ),
      // Most ISINs are of bonds and funds: only those of companies' own securities matter here.
      async write(sql, items) {
        const names = await findNamesByIsins(
          sql,
          items.map(({ item }) => item.isin),
        );
        const reported = items.flatMap(({ line, item: { lei, isin } }) => {
          const name = names.get(isin);
          const item: SourceRecord = { key: isin, name: name ?? "", lei, securities: [{ isin }] };
          return name === undefined ? [] : [{ line, item }];
        });
        const result = await merger.merge(sql, source, reported);
        const { added, changed, unchanged, faults } = result;
        // Unknown companies and repeated lines.
        const skipped = items.length - added - changed - unchanged - faults.length;
        return { ...result, skipped };
      },
      finish: () => merger.finish(),
      batchMax: 5_000,
    };
  },
});
