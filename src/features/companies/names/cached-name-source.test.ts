import { describe, expect, it } from "vitest";
import { samplePartialName } from "../../../../bench/companies/sample-lookups.ts";
import { synthesizeCompanies } from "../../../../bench/companies/synthesize.ts";
import { freshDatabase } from "../../../../test/database.ts";
import type { Database } from "../../../platform/db/index.ts";
import { loadCompanies } from "../load-companies.ts";
import { CachedNameSource } from "./cached-name-source.ts";
import { findByName } from "./find-by-name.ts";
import { IndexedNameSource } from "./indexed-name-source.ts";
import { loadNameIndex } from "./load-name-index.ts";
import { listTypoNumbers } from "./name-keys.ts";
import { type NameSource, pickNearest } from "./name-source.ts";
import { readSearchNames } from "./search-names.ts";
import { type ComparedRow, listWordsBeginning, listWordsSpelledAlike } from "./store.ts";
import { cachedVocabulary, type Vocabulary } from "./word-weights.ts";

const SOURCE = { name: "synthetic", reference: "test", licence: "made up", source_date: "2026-01-02" };
const COMPANIES = 3_000;
const MEGABYTE = 1_000_000;

/** The same from the database alone, in one statement for each step. */
function plainSource(db: Database, vocabulary: Vocabulary): NameSource {
  return {
    vocabulary,
    async findByKeys(keys, companiesMax) {
      const rows = await db<ComparedRow>`
        with asked as (
          select * from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ worth }) => worth)}::real[],
            ${keys.map(({ most }) => most)}::int[]) as asked (key, worth, most)
        ), found as (
          select hit.company_no, sum(asked.worth) as worth, max(hit.prominence) as prominence
          from asked cross join lateral (
            select company_no, prominence from company_key
            where company_key.key = asked.key order by prominence desc, company_no desc limit asked.most
          ) as hit
          group by hit.company_no
          order by worth desc, prominence desc
          limit ${companiesMax}
        )
        select c.company_no, c.svc_entity_id, c.search_names, c.prominence
        from found join company c using (company_no)`;
      return rows.map(({ search_names, ...row }) => ({ ...row, names: readSearchNames(search_names) }));
    },
    async listNearKeys(words) {
      const near = new Map();
      for (const word of words) {
        const typoNumbers = listTypoNumbers(word);
        const beginning = word.length > 1 ? await listWordsBeginning(db, [{ at: 0, start: word }]) : [];
        const alike = typoNumbers.length > 0 ? await listWordsSpelledAlike(db, [{ at: 0, typoNumbers }]) : [];
        near.set(
          word,
          pickNearest(
            word,
            [...beginning, ...alike].map((hit) => hit.word),
            vocabulary,
          ),
        );
      }
      return near;
    },
  };
}

describe("names looked up in memory", () => {
  it("are those that the database finds, first time and again, with little memory and with enough", async () => {
    const db = await freshDatabase();
    const companies = [...synthesizeCompanies(COMPANIES)];
    await loadCompanies(db, SOURCE, companies);
    const vocabulary = await cachedVocabulary(db, { secondsMax: 300 })();
    const plain = plainSource(db, vocabulary);
    const index = await loadNameIndex(db, 20 * MEGABYTE);
    if (!index) throw new Error("the index does not fit");
    const sources = [MEGABYTE / 20, 20 * MEGABYTE].flatMap((bytesMax) => [
      new CachedNameSource(db, { vocabulary, bytesMax }),
      new IndexedNameSource(index, { vocabulary, bytesMax }),
    ]);
    const queries = Array.from({ length: 150 }, (_, turn) => {
      const company = companies[(turn * 7_919) % COMPANIES];
      return company ? samplePartialName(company, turn) : "";
    });
    const show = async (source: NameSource, name: string) =>
      (await findByName(source, name))
        .slice(0, 20)
        .map(({ company, score }) => [company.svc_entity_id, score, company.names]);
    let found = 0;
    for (const name of [...queries, "", "zzqx", "1", "the"]) {
      const expected = await show(plain, name);
      found += Math.min(1, expected.length);
      for (const source of sources)
        for (const _ of ["first", "again"])
          expect([name, await show(source, name)]).toEqual([name, expected]);
    }
    expect(found).toBeGreaterThan(140);
  });
});
