import type { KnownCompany } from "./name-source.ts";

/** Below this, the names have too little in common. */
export const SCORE_MIN = 0.56;

const PROMINENCE_SHARE = 0.12;

export interface NameMatch {
  company: KnownCompany;
  score: number;
}

/** The candidates above the minimum score, best first. */
export function rankCandidates(
  candidates: readonly KnownCompany[],
  score: (candidate: KnownCompany) => number,
): NameMatch[] {
  return candidates
    .map((company) => ({ company, score: score(company) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort(byRank);
}

/** Merges both lists, each company once with its better score. */
export function mergeMatches(first: readonly NameMatch[], second: readonly NameMatch[]): NameMatch[] {
  const byNumber = new Map<number, NameMatch>();
  for (const match of [...first, ...second]) {
    const known = byNumber.get(match.company.company_no);
    if (known === undefined || match.score > known.score) byNumber.set(match.company.company_no, match);
  }
  return [...byNumber.values()].sort(byRank);
}

/** Prominence decides between names that match about equally well. */
function byRank(a: NameMatch, b: NameMatch): number {
  return rank(b) - rank(a) || (a.company.svc_entity_id < b.company.svc_entity_id ? -1 : 1);
}

function rank({ score, company }: NameMatch): number {
  return score + (company.prominence / 1_000) * PROMINENCE_SHARE;
}
