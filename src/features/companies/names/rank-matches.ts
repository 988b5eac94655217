import type { KnownCompany } from "./name-source.ts";

/** Below this, the names have too little in common. */
export const SCORE_MIN = 0.56;

const PROMINENCE_SHARE = 0.12;

export interface NameMatch extends KnownCompany {
  score: number;
}

/** The candidates above the minimum score, best first. */
export function rankCandidates(
  candidates: readonly KnownCompany[],
  score: (candidate: KnownCompany) => number,
): NameMatch[] {
  return candidates
    .map((candidate) => ({ ...candidate, score: score(candidate) }))
    .filter(({ score }) => score >= SCORE_MIN)
    .sort(byRank);
}

/** Merges both lists, each company once with its better score. */
export function mergeMatches(first: readonly NameMatch[], second: readonly NameMatch[]): NameMatch[] {
  const byId = new Map<string, NameMatch>();
  for (const match of [...first, ...second]) {
    const known = byId.get(match.svc_entity_id);
    if (known === undefined || match.score > known.score) byId.set(match.svc_entity_id, match);
  }
  return [...byId.values()].sort(byRank);
}

/** Prominence decides between names that match about equally well. */
function byRank(a: NameMatch, b: NameMatch): number {
  return rank(b) - rank(a) || (a.svc_entity_id < b.svc_entity_id ? -1 : 1);
}

function rank({ score, prominence }: NameMatch): number {
  return score + (prominence / 1_000) * PROMINENCE_SHARE;
}
