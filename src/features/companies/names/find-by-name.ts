import { COUNTRIES } from "../../reference/index.ts";
import { cutAfterLegalForm, cutNearlyForm } from "./cut-name.ts";
import { type FoldedName, foldName } from "./fold-name.ts";
import { listJoinedKeys, wholeKey } from "./name-keys.ts";
import { type KnownCompany, MOST_FREQUENT, type NameSource } from "./name-source.ts";
import { mergeMatches, type NameMatch, rankCandidates } from "./rank-matches.ts";
import { scoreName } from "./score-name.ts";
import { readSearchNames, type SearchName } from "./search-names.ts";
import type { SearchKey } from "./store.ts";
import { listTransliterations } from "./transliterate.ts";
import type { Vocabulary } from "./word-weights.ts";

/** From this score on, prefixes and misspellings will not give anything better. */
const SCORE_GOOD = 0.9;

const CANDIDATES_MAX = 60;
const MATCHES_ENOUGH = 20;
const WORDS_MAX = 8;
const JOINED_MAX = 16;
/** How many companies to read per word: all of them for rare words, not for frequent ones. */
const RARE_MAX = 300;
/** More than all words together can score. */
const WHOLE_WORTH = 50;

const COUNTRY_NAMES = new Set(
  COUNTRIES.flatMap(({ code, name }) => [code.toLowerCase(), name.toLowerCase()]),
);

/**
 * Companies whose name matches, best first. Empty when none is reasonably close. A name in a script in which no company
 * has it is looked up as it sounds.
 */
export async function findByName(source: NameSource, name: string): Promise<NameMatch[]> {
  let matches = await findAsWritten(source, name);
  if ((matches[0]?.score ?? 0) >= SCORE_GOOD) return matches;
  for (const latin of listTransliterations(name))
    matches = mergeMatches(matches, await findAsWritten(source, latin));
  return matches;
}

async function findAsWritten(source: NameSource, name: string): Promise<NameMatch[]> {
  const { vocabulary } = source;
  const readings = readName(name);
  const [query] = readings;
  if (query === undefined) return [];
  // Each company is scored once, however often it is found.
  const scores = new Map<number, number>();
  const score = (candidates: readonly KnownCompany[]) =>
    rankCandidates(candidates, ({ company_no, names }) => {
      const known = scores.get(company_no);
      if (known !== undefined) return known;
      const fresh = scoreCandidate(names, readings, vocabulary.wordWeight);
      scores.set(company_no, fresh);
      return fresh;
    });
  const exact = score(await source.findByKeys(listSearchKeys(query, vocabulary), CANDIDATES_MAX));
  if (isEnough(exact, query)) return exact;
  const nearKeys = await listNearKeys(source, query);
  if (nearKeys.length === 0) return exact;
  const near = score(await source.findByKeys(nearKeys, CANDIDATES_MAX));
  return mergeMatches(exact, near);
}

/** One word may be a prefix of another, so a single good match does not end the search; a full list does. */
function isEnough(matches: readonly NameMatch[], { words }: FoldedName): boolean {
  const needed = words.length > 1 ? 1 : MATCHES_ENOUGH;
  return (matches[needed - 1]?.score ?? 0) >= SCORE_GOOD;
}

/**
 * Possible readings of a name, the most likely first: the whole; one part when the other is in brackets ("BD (Becton,
 * Dickinson)"); the part before a legal form in the middle ("Accenture plc Ireland"); the name without a last word
 * that is almost a legal form ("Kirby Corportaion"); a Chinese name without "group", which full names write as part
 * of their legal form.
 */
export function readName(name: string): FoldedName[] {
  const [, before = "", inside = ""] = /^([^(]*)\(([^)]*)\)\s*$/.exec(name) ?? [];
  const parts = [before, ...(isCountry(inside) || isLegalForm(inside) ? [] : [inside])]
    .filter((part) => part.trim().length > 2)
    .map(foldName);
  const [, beforeGroup] = /^(\p{Script=Han}{2,})集[团團]$/u.exec(name.trim()) ?? [];
  if (beforeGroup !== undefined) parts.push(foldName(beforeGroup));
  const whole = foldName(name);
  const readings = [whole, ...parts, ...cutAfterLegalForm(name), ...cutNearlyForm(whole)];
  return readings.filter(({ words }) => words.length > 0);
}

/** "(publ)" is the legal form, not another name. */
function isLegalForm(text: string): boolean {
  return foldName(`x ${text}`).words.length === 1;
}

/** "(Canada)" says where a company is, not what it is called. */
function isCountry(text: string): boolean {
  return COUNTRY_NAMES.has(text.trim().toLowerCase());
}

function listSearchKeys({ words }: FoldedName, { wordWeight, companiesWith }: Vocabulary): SearchKey[] {
  const rarest = [...new Set(words)].sort((a, b) => wordWeight(b) - wordWeight(a)).slice(0, WORDS_MAX);
  const single = rarest.map((key) => ({
    key,
    worth: wordWeight(key),
    most: companiesWith(key) <= RARE_MAX ? RARE_MAX : MOST_FREQUENT,
  }));
  const kept = words.filter((word) => rarest.includes(word)).slice(0, WORDS_MAX);
  const joined = listJoinedKeys(kept)
    .slice(0, JOINED_MAX)
    .map((key) => ({ key, worth: 1.5, most: MOST_FREQUENT }));
  const whole = { key: wholeKey(words), worth: WHOLE_WORTH, most: MOST_FREQUENT };
  return [whole, ...single, ...joined];
}

/** Vocabulary words that query words may be a prefix or a misspelling of, as search keys. */
async function listNearKeys(source: NameSource, { words }: FoldedName): Promise<SearchKey[]> {
  const query = words.slice(0, WORDS_MAX);
  const found = await source.listNearKeys(query.filter((word) => /^[a-z0-9]+$/.test(word)));
  const near = query.flatMap((word) => found.get(word) ?? []);
  if (near.length === 0) return [];
  // The query words stay in, so that a company with one exact and one similar word ranks above one with only the
  // similar word.
  const exact = listSearchKeys({ words, legal: [] }, source.vocabulary);
  const known = new Set(exact.map(({ key }) => key));
  return [...exact, ...near.filter(({ key }) => !known.has(key))];
}

/** How well a company's names match a query. */
export function prepareScore(
  name: string,
  wordWeight: Vocabulary["wordWeight"],
): (searchNames: string) => number {
  const readings = [name, ...listTransliterations(name)].flatMap(readName);
  return (searchNames) => scoreCandidate(readSearchNames(searchNames), readings, wordWeight);
}

export function scoreCandidate(
  names: readonly SearchName[],
  readings: readonly FoldedName[],
  wordWeight: Vocabulary["wordWeight"],
): number {
  let best = 0;
  for (const known of names)
    for (const [index, query] of readings.entries()) {
      const score =
        scoreName(query, known, wordWeight) - (known.kind === "official" ? 0 : 0.01) - (index > 0 ? 0.03 : 0);
      best = Math.max(best, score);
    }
  return best;
}
