import type { Sql } from "../../../platform/db/index.ts";
import type { ListingStatus, StoredSecurity } from "../listing-status.ts";

/** A search key: what a match is worth, and how many companies to read, the most prominent first. */
export interface SearchKey {
  key: string;
  worth: number;
  most: number;
}

/**
 * The companies of each key, the most prominent first, as lists of numbers. Each key reads a bounded range of its
 * index, so the cost does not grow with the number of companies. `at` counts the keys from 1.
 */
export function listHits(
  sql: Sql,
  keys: readonly Omit<SearchKey, "worth">[],
): PromiseLike<{ at: number; company_nos: string; prominences: string }[]> {
  return sql.named("company_hits")<{ at: number; company_nos: string; prominences: string }>`
    select asked.at::int as at,
           string_agg(hit.company_no::text, ',' order by hit.prominence desc, hit.company_no desc) as company_nos,
           string_agg(hit.prominence::text, ',' order by hit.prominence desc, hit.company_no desc) as prominences
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ most }) => most)}::int[])
      with ordinality as asked (key, most, at)
    cross join lateral (
      select company_no, prominence from company_key
      where company_key.key = asked.key order by prominence desc, company_no desc limit asked.most
    ) as hit
    group by asked.at`;
}

export interface ComparedRow {
  company_no: number;
  svc_entity_id: string;
  search_names: string;
  prominence: number;
}

export function listCandidates(sql: Sql, companyNos: readonly number[]): PromiseLike<ComparedRow[]> {
  return sql.named("name_candidates")<ComparedRow>`
    select company_no, svc_entity_id, search_names, prominence
    from company where company_no = any(${companyNos}::int[])`;
}

export interface FoundRow {
  company_no: number;
  svc_entity_id: string;
  name: string;
  children: StoredSecurity[];
  fictional: boolean;
  status: ListingStatus;
}

/** Companies as an answer shows them. */
export function listFoundRows(sql: Sql, companyNos: readonly number[]): PromiseLike<FoundRow[]> {
  return sql.named("companies_found_by_name")<FoundRow>`
    select company_no, svc_entity_id, name, children, fictional, listing_status(status) as status
    from company where company_no = any(${companyNos}::int[])`;
}

export interface IndexedName {
  company_no: number;
  svc_entity_id: string;
  prominence: number;
  search_names: string;
  tickers: string[];
}

/** Companies as the index in memory takes them, from the one after `last` on. */
export function listIndexedNames(sql: Sql, last: number, rowsMax: number): PromiseLike<IndexedName[]> {
  return sql.named("company_index_names")<IndexedName>`
    select company_no, svc_entity_id, prominence, search_names,
           array(select ticker from security s where s.company_no = c.company_no and ticker is not null) as tickers
    from company c where company_no > ${last} order by company_no limit ${rowsMax}`;
}

export function listIndexedWords(
  sql: Sql,
  last: string,
  rowsMax: number,
): PromiseLike<{ word: string; prominence_most: number }[]> {
  return sql.named("company_index_words")<{ word: string; prominence_most: number }>`
    select word, prominence_most from name_word where word > ${last} order by word limit ${rowsMax}`;
}

export interface VocabularyWord {
  /** Position of the query word. */
  at: number;
  word: string;
}

export const PREFIX_WORDS = 24;
/** Of words with a long beginning, this many are considered. */
export const PREFIX_STRETCH = 400;
export const TYPO_WORDS = 40;

/** Vocabulary words that start with the query words, those of prominent companies first. */
export function listWordsBeginning(
  sql: Sql,
  query: readonly { at: number; start: string }[],
): PromiseLike<VocabularyWord[]> {
  // Two or three letters start thousands of words: for these an index gives the most prominent ones directly.
  const long = query.filter(({ start }) => start.length > 3);
  const three = query.filter(({ start }) => start.length === 3);
  const two = query.filter(({ start }) => start.length === 2);
  return sql.named("name_words_beginning")<VocabularyWord>`
    (select asked.at, hit.word
     from unnest(${long.map(({ at }) => at)}::int[], ${long.map(({ start }) => start)}::text[]) as asked (at, start)
     cross join lateral (
       select word, prominence_most from (
         select word, prominence_most from name_word
         where word >= asked.start collate "C" and word < (asked.start || U&'\\FFFF') collate "C" limit ${PREFIX_STRETCH}) as stretch
       order by prominence_most desc limit ${PREFIX_WORDS}) as hit)
    union all
    (select asked.at, hit.word
     from unnest(${three.map(({ at }) => at)}::int[], ${three.map(({ start }) => start)}::text[]) as asked (at, start)
     cross join lateral (
       select word from name_word where left(word, 3) = asked.start collate "C"
       order by prominence_most desc limit ${PREFIX_WORDS}) as hit)
    union all
    (select asked.at, hit.word
     from unnest(${two.map(({ at }) => at)}::int[], ${two.map(({ start }) => start)}::text[]) as asked (at, start)
     cross join lateral (
       select word from name_word where left(word, 2) = asked.start collate "C"
       order by prominence_most desc limit ${PREFIX_WORDS}) as hit)`;
}

/** Vocabulary words that may be misspellings of the query words; the caller compares them. */
export function listWordsSpelledAlike(
  sql: Sql,
  query: readonly { at: number; typoNumbers: readonly number[] }[],
): PromiseLike<VocabularyWord[]> {
  return sql.named("name_words_alike")<VocabularyWord>`
    select asked.at, hit.word
    from unnest(${query.map(({ at }) => at)}::int[],
      ${query.map(({ typoNumbers }) => `{${typoNumbers.join(",")}}`)}::text[]) as asked (at, numbers)
    cross join lateral (
      select word from name_word where typo_numbers && asked.numbers::int[]
      order by prominence_most desc, word limit ${TYPO_WORDS}) as hit`;
}

/** The most frequent words with their counts, and the approximate number of companies. */
export async function listFrequentWords(
  sql: Sql,
  most: number,
): Promise<{ words: Map<string, number>; companies: number }> {
  const rows = await sql<{ word: string; companies: number }>`
    select word, companies from name_word order by companies desc limit ${most}`;
  const [table] = await sql<{ companies: number }>`
    select greatest(reltuples, 1)::int as companies from pg_class where oid = 'company'::regclass`;
  return {
    words: new Map(rows.map(({ word, companies }) => [word, companies])),
    companies: table?.companies ?? 1,
  };
}

const PER_NAME_MAX = 5;

export interface WholeNameRow {
  key: string;
  svc_entity_id: string;
  children: StoredSecurity[];
  fictional: boolean;
  search_names: string;
  prominence: number;
}

/** The companies found by whole names, the most prominent of each name first. */
export function listByWholeKeys(sql: Sql, keys: readonly string[]): PromiseLike<WholeNameRow[]> {
  return sql.named("companies_by_whole_names")<WholeNameRow>`
    select asked.key, c.svc_entity_id, c.children, c.fictional, c.search_names, c.prominence
    from unnest(${keys}::text[]) as asked (key)
    cross join lateral (
      select company_no from company_key where company_key.key = asked.key
      order by prominence desc limit ${PER_NAME_MAX}
    ) as hit join company c using (company_no)`;
}
