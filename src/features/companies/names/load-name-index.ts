import type { Sql } from "../../../platform/db/index.ts";
import { HashPostingsBuilder, hashKey, type PairOfRow } from "./hash-postings.ts";
import { NameIndex } from "./name-index.ts";
import { NameTexts, NameTextsBuilder } from "./name-texts.ts";
import { listCompanyKeys, readSearchNames } from "./search-names.ts";
import { listIndexedNames, listIndexedWords } from "./store.ts";
import { makeWordIndex } from "./word-index.ts";

/** A few milliseconds of work; other calls are answered between two pages. */
const ROWS_PER_PAGE = 500;
const WORDS_PER_PAGE = 5_000;
/** What a company takes, roughly: a load that will not fit is given up early. `bytes` is what it takes exactly. */
const BYTES_PER_COMPANY = 200;
const PROMINENCE_MAX = 0x7fff;

/** Reads all companies as they are found by name; null when they take more than `bytesMax`. */
export async function loadNameIndex(sql: Sql, bytesMax: number): Promise<NameIndex | null> {
  const { words, prominences: wordProminences } = await readWords(sql);
  const texts = new NameTextsBuilder(words);
  const keys = new HashPostingsBuilder();
  const companyNos: number[] = [];
  const prominences: number[] = [];
  const pairEnds: number[] = [];
  for (let last = 0; ; ) {
    const rows = await listIndexedNames(sql, last, ROWS_PER_PAGE);
    for (const { company_no, svc_entity_id, prominence, search_names, tickers } of rows) {
      const names = readSearchNames(search_names);
      for (const key of listCompanyKeys(names, tickers)) keys.add(hashKey(key));
      pairEnds.push(keys.pairs);
      texts.add(svc_entity_id, names);
      companyNos.push(company_no);
      prominences.push(prominence);
    }
    if (companyNos.length * BYTES_PER_COMPANY > bytesMax) return null;
    if (rows.length < ROWS_PER_PAGE) break;
    last = rows.at(-1)?.company_no ?? 0;
  }
  const order = orderByProminence(prominences);
  return new NameIndex({
    companyNos: order.map((added) => companyNos[added] ?? 0),
    prominences: Int16Array.from(order, (added) => prominences[added] ?? 0),
    keys: await keys.build(listPairs(order, pairEnds)),
    texts: new NameTexts(texts, order),
    words: await makeWordIndex(words, wordProminences),
  });
}

/** The keys of the first company of an order, then those of the second, and so on. */
function* listPairs(order: Int32Array, pairEnds: readonly number[]): Generator<PairOfRow> {
  for (const [row, added] of order.entries()) {
    const end = pairEnds[added] ?? 0;
    for (let pair = added === 0 ? 0 : (pairEnds[added - 1] ?? 0); pair < end; pair++) yield { pair, row };
  }
}

async function readWords(sql: Sql): Promise<{ words: string[]; prominences: Int16Array }> {
  const words: string[] = [];
  const prominences: number[] = [];
  for (let last = ""; ; ) {
    const rows = await listIndexedWords(sql, last, WORDS_PER_PAGE);
    for (const { word, prominence_most } of rows) {
      words.push(word);
      prominences.push(prominence_most);
    }
    if (rows.length < WORDS_PER_PAGE) return { words, prominences: Int16Array.from(prominences) };
    last = rows.at(-1)?.word ?? "";
  }
}

/** The most prominent first; of equal ones the last added. A counting sort, which takes no time to speak of. */
function orderByProminence(prominences: readonly number[]): Int32Array {
  const starts = new Int32Array(PROMINENCE_MAX + 2);
  const placeOf = (prominence: number) => PROMINENCE_MAX - Math.max(0, prominence);
  for (const prominence of prominences)
    starts[placeOf(prominence) + 1] = (starts[placeOf(prominence) + 1] ?? 0) + 1;
  for (let place = 1; place < starts.length; place++)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const order = new Int32Array(prominences.length);
  for (let added = prominences.length - 1; added >= 0; added--) {
    const place = placeOf(prominences[added] ?? 0);
    const at = starts[place] ?? 0;
    order[at] = added;
    starts[place] = at + 1;
  }
  return order;
}
