import type { Database } from "../../../platform/db/index.ts";
import { normaliseCik, normaliseIsin, normaliseTicker } from "../identifiers.ts";
import type { CompanyQuery, FoundCompany, Lookup } from "../lookup.ts";
import { prepareScore } from "../names/find-by-name.ts";
import { presentScore } from "../names/match-score.ts";
import { SCORE_MIN } from "../names/rank-matches.ts";
import { readTicker } from "../ticker-notations.ts";
import { findPastHolders, listAsOf, type PastEntity } from "./store.ts";

const RESULTS_MAX = 20;

/**
 * A look-up as of a point in time: companies found now or then, each in its version of that time, if that version
 * matches.
 */
export async function lookUpAsOf(
  db: Database,
  lookUp: Lookup,
  query: CompanyQuery,
  asOf: string,
): Promise<FoundCompany[]> {
  const now = await lookUp(query);
  const identifiers = listIdentifiers(query);
  const then = identifiers.length > 0 ? await findPastHolders(db, identifiers, asOf) : [];
  const ids = [...new Set([...now.map(({ svc_entity_id }) => svc_entity_id), ...then])];
  const known = await listAsOf(db, ids, asOf);
  // All words weigh the same here: past word frequencies are not stored.
  const score = query.name === undefined ? () => 1 : await prepareScore(query.name, () => 1);
  return ids
    .flatMap((id) => known.get(id) ?? [])
    .map((entity) => describe(entity, query, score))
    .filter(({ match_score }) => match_score >= SCORE_MIN)
    .toSorted((a, b) => b.match_score - a.match_score)
    .slice(0, RESULTS_MAX)
    .map((company) => ({ ...company, match_score: presentScore(company.match_score) }));
}

function listIdentifiers({ isin, ticker, perm_id }: CompanyQuery): string[] {
  return [
    ...(isin ? [normaliseIsin(isin)] : []),
    ...(ticker ? readTicker(ticker).map(({ ticker_key }) => ticker_key) : []),
    ...(perm_id ? [perm_id.trim(), perm_id.trim().toUpperCase(), normaliseCik(perm_id) ?? perm_id] : []),
  ];
}

function describe(
  entity: PastEntity,
  query: CompanyQuery,
  score: (searchNames: string) => number,
): FoundCompany {
  const { search_names, lei, cik, perm_id, ...row } = entity;
  return { ...row, match_score: matches(entity, query) ? score(search_names) : 0 };
}

function matches({ svc_entity_id, children, lei, cik, perm_id }: PastEntity, query: CompanyQuery): boolean {
  const isins = children.map(({ isin }) => isin);
  const tickers = children.flatMap(({ ticker }) => (ticker ? [normaliseTicker(ticker)] : []));
  const ids = [svc_entity_id, lei, cik, perm_id];
  const requested = (part: CompanyQuery) => listIdentifiers(part);
  return (
    (!query.isin || requested({ isin: query.isin }).some((isin) => isins.includes(isin))) &&
    (!query.ticker || requested({ ticker: query.ticker }).some((ticker) => tickers.includes(ticker))) &&
    (!query.perm_id || requested({ perm_id: query.perm_id }).some((id) => ids.includes(id)))
  );
}
