import { type ReadFacts, readCompanyFacts, writeConcepts, writeFacts } from "../../../facts/index.ts";
import { writeShareCounts } from "../../../prices/index.ts";
import { openDocuments } from "../../reading/open-documents.ts";
import { type Counts, defineSource } from "../../source.ts";
import { findIdsByCiks, listCiks } from "../store.ts";
import { cikOf, SEC_LICENCE } from "./sec-exchanges.ts";

const ADDRESS = "https://data.sec.gov/api/xbrl/companyfacts";
const SOURCE = "SEC companyfacts";
const FACTS_PER_BATCH = 5_000;

export const companyFacts = defineSource<ReadFacts | null>({
  name: "companyfacts",
  title: "SEC company facts",
  about:
    "figures tagged in filings (XBRL) and shares outstanding of companies with a CIK (CIK##########.json, a folder, or companyfacts.zip)",
  licence: SEC_LICENCE,
  options: [
    {
      name: "cik",
      about: "only these companies, separated by commas (default: all known ones)",
      takes: "numbers separated by commas",
    },
  ],
  async open(tools, request) {
    const requestedCiks = request.options["cik"]?.split(",").map((cik) => cikOf(cik.trim()));
    const documents = await openDocuments(tools, {
      source: "companyfacts",
      location: request.location || ADDRESS,
      wanted: /\.json$/,
      addresses: async (base) =>
        (requestedCiks ?? (await listCiks(tools.db))).map((cik) => `${base}/CIK${cik}.json`),
    });
    return {
      ...documents,
      async *entries(position) {
        for await (const { number: line, name, text, fault, units } of documents.read(position)) {
          const item = fault ?? (text === null ? null : readCompanyFacts(text));
          if (typeof item === "string") yield { line, fault: item, excerpt: name, units };
          else yield { line, item, units };
        }
      },
      async write(sql, items) {
        const counts: Counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, faults: [] };
        const ids = await findIdsByCiks(
          sql,
          items.flatMap(({ item }) => item?.cik ?? []),
        );
        const faults: { line: number; reason: string; excerpt: string }[] = [];
        for (const { line, item } of items) {
          const id = item && ids.get(item.cik);
          if (!item || !id) {
            counts.skipped++;
            continue;
          }
          faults.push(
            ...item.faults.map(({ place, reason }) => ({
              line,
              reason,
              excerpt: `CIK ${item.cik} ${place}`,
            })),
          );
          await writeConcepts(sql, item.concepts);
          const facts = item.facts.map((fact) => ({ ...fact, svc_entity_id: id }));
          const origin = {
            source: SOURCE,
            reference: `${documents.location}#CIK${item.cik}`,
            licence: SEC_LICENCE,
          };
          for (let at = 0; at < facts.length; at += FACTS_PER_BATCH) {
            const done = await writeFacts(sql, origin, facts.slice(at, at + FACTS_PER_BATCH));
            counts.added += done.added;
            counts.changed += done.changed;
            counts.unchanged += done.unchanged;
          }
          await writeShareCounts(sql, listShares(id, item));
        }
        return { ...counts, faults };
      },
      batchMax: 1,
    };
  },
});

/** Share counts on filing covers; if several filings report the same day, the latest. */
function listShares(svc_entity_id: string, { facts }: ReadFacts) {
  const covers = facts
    .filter(
      ({ concept, unit, value }) =>
        concept === "EntityCommonStockSharesOutstanding" && unit === "shares" && value > 0,
    )
    .toSorted((a, b) => (a.filed < b.filed ? -1 : 1));
  const byDay = new Map(covers.map((fact) => [fact.period_end, fact]));
  return [...byDay.values()].map(({ period_end, value, accession, form }) => ({
    svc_entity_id,
    date: period_end,
    shares: value,
    source: SOURCE,
    reference: `${form} ${accession}`,
    licence: SEC_LICENCE,
  }));
}
