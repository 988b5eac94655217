import { SizedCache } from "../../../kernel/sized-cache.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { listTypoNumbers } from "./name-keys.ts";
import { type KnownCompany, type NameSource, pickNearest } from "./name-source.ts";
import { readSearchNames } from "./search-names.ts";
import {
  listCandidates,
  listHits,
  listWordsBeginning,
  listWordsSpelledAlike,
  type SearchKey,
} from "./store.ts";
import type { Vocabulary } from "./word-weights.ts";

/** The companies of one key, the most prominent first. */
interface Hits {
  companyNos: Int32Array;
  prominences: Int32Array;
}

const NO_HITS: Hits = { companyNos: new Int32Array(), prominences: new Int32Array() };
const HIT_BYTES = 8;
const ENTRY_BYTES = 200;
const NEAR_BYTES = 1_200;

/**
 * Reads what look-ups by name need, and keeps it. It is made for one revision of the companies, so nothing in it has to
 * be brought up to date.
 */
export class CachedNameSource implements NameSource {
  readonly vocabulary: Vocabulary;
  readonly #sql: Sql;
  readonly #hits: SizedCache<string, Hits>;
  readonly #companies: SizedCache<number, KnownCompany>;
  readonly #near: SizedCache<string, readonly SearchKey[]>;

  constructor(sql: Sql, { vocabulary, bytesMax }: { vocabulary: Vocabulary; bytesMax: number }) {
    this.#sql = sql;
    this.vocabulary = vocabulary;
    this.#hits = new SizedCache(bytesMax * 0.3);
    this.#companies = new SizedCache(bytesMax * 0.5);
    this.#near = new SizedCache(bytesMax * 0.2);
  }

  async findByKeys(keys: readonly SearchKey[], companiesMax: number): Promise<KnownCompany[]> {
    const hits = await this.#readHits(keys);
    const found = new Map<number, { worth: number; prominence: number }>();
    for (const [index, { companyNos, prominences }] of hits.entries()) {
      // With the precision of the database's own sum, so that equal sums are equal.
      const worth = Math.fround(keys[index]?.worth ?? 0);
      for (const [at, companyNo] of companyNos.entries()) {
        const known = found.get(companyNo);
        if (known) known.worth = Math.fround(known.worth + worth);
        else found.set(companyNo, { worth, prominence: prominences[at] ?? 0 });
      }
    }
    const best = [...found]
      .sort(([, a], [, b]) => b.worth - a.worth || b.prominence - a.prominence)
      .slice(0, companiesMax);
    return this.#readCompanies(best.map(([companyNo]) => companyNo));
  }

  async listNearKeys(words: readonly string[]): Promise<ReadonlyMap<string, readonly SearchKey[]>> {
    const known = new Map(words.map((word) => [word, this.#near.get(word)]));
    const missing = [...known].filter(([, keys]) => keys === undefined).map(([word]) => word);
    const read = missing.length === 0 ? new Map() : await this.#readNear(missing);
    return new Map(words.map((word) => [word, known.get(word) ?? read.get(word) ?? []]));
  }

  async #readHits(keys: readonly SearchKey[]): Promise<Hits[]> {
    const nameOf = ({ key, most }: SearchKey) => `${most} ${key}`;
    const known = keys.map((key) => this.#hits.get(nameOf(key)));
    const missing = keys.filter((_, index) => known[index] === undefined);
    if (missing.length === 0) return known.flatMap((hits) => hits ?? []);
    const read = new Map<string, Hits>();
    for (const { at, company_nos, prominences } of await listHits(this.#sql, missing)) {
      const key = missing[at - 1];
      if (key === undefined) throw new Error("companies of a key that was not asked for");
      const hits = { companyNos: readNumbers(company_nos), prominences: readNumbers(prominences) };
      read.set(nameOf(key), hits);
      this.#hits.set(nameOf(key), hits, hits.companyNos.length * HIT_BYTES + ENTRY_BYTES);
    }
    // Most keys of a query have no companies, which must not be asked for again either.
    for (const key of missing.map(nameOf)) if (!read.has(key)) this.#hits.set(key, NO_HITS, ENTRY_BYTES);
    return keys.map((key, index) => known[index] ?? read.get(nameOf(key)) ?? NO_HITS);
  }

  async #readCompanies(companyNos: readonly number[]): Promise<KnownCompany[]> {
    const known = companyNos.map((companyNo) => this.#companies.get(companyNo));
    const missing = companyNos.filter((_, index) => known[index] === undefined);
    const read = new Map<number, KnownCompany>();
    const rows = missing.length === 0 ? [] : await listCandidates(this.#sql, missing);
    for (const { search_names, ...row } of rows) {
      const company = { ...row, names: readSearchNames(search_names) };
      read.set(row.company_no, company);
      this.#companies.set(row.company_no, company, 2 * ENTRY_BYTES + 6 * search_names.length);
    }
    return companyNos.flatMap((companyNo, index) => known[index] ?? read.get(companyNo) ?? []);
  }

  async #readNear(words: readonly string[]): Promise<Map<string, SearchKey[]>> {
    const asked = words.map((word, at) => ({ at, start: word, typoNumbers: listTypoNumbers(word) }));
    const [beginning, alike] = await Promise.all([
      listWordsBeginning(
        this.#sql,
        asked.filter(({ start }) => start.length > 1),
      ),
      listWordsSpelledAlike(
        this.#sql,
        asked.filter(({ typoNumbers }) => typoNumbers.length > 0),
      ),
    ]);
    const found = Map.groupBy([...beginning, ...alike], ({ at }) => at);
    const near = new Map<string, SearchKey[]>();
    for (const [at, word] of words.entries()) {
      const others = found.get(at)?.map((hit) => hit.word) ?? [];
      const keys = pickNearest(word, others, this.vocabulary);
      near.set(word, keys);
      this.#near.set(word, keys, NEAR_BYTES);
    }
    return near;
  }
}

const readNumbers = (text: string): Int32Array =>
  text === "" ? new Int32Array() : Int32Array.from(text.split(","), Number);
