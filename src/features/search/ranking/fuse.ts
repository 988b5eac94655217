import type { PassageKey } from "../store.ts";

export interface RankedPassage extends PassageKey {
  text_key: string;
  /** From the ranks by words and by meaning. */
  fused: number;
  hasWords: boolean;
  /** The cosine of passage and question; null when meaning was not asked or the passage is not among the closest. */
  similarity: number | null;
  /** Others that say the same in the same words. */
  copies: PassageKey[];
}

/** The usual constant of reciprocal rank fusion: a first place counts little more than a tenth. */
const DAMPING = 60;

export const keyOf = ({ report_id, passage_no }: PassageKey): string => `${report_id} ${passage_no}`;

/** Joins two rankings of passages by the sum of their reciprocal ranks. */
export function fuse(
  byWords: readonly (PassageKey & { text_key: string })[],
  byMeaning: readonly (PassageKey & { text_key: string; similarity: number })[],
): RankedPassage[] {
  const passages = new Map<string, RankedPassage>();
  for (const [rank, { report_id, passage_no, text_key }] of byWords.entries())
    passages.set(keyOf({ report_id, passage_no }), {
      report_id,
      passage_no,
      text_key,
      fused: 1 / (DAMPING + rank),
      hasWords: true,
      similarity: null,
      copies: [],
    });
  for (const [rank, { report_id, passage_no, text_key, similarity }] of byMeaning.entries()) {
    const known = passages.get(keyOf({ report_id, passage_no }));
    const fused = (known?.fused ?? 0) + 1 / (DAMPING + rank);
    const base = known ?? { report_id, passage_no, text_key, hasWords: false, copies: [] };
    passages.set(keyOf({ report_id, passage_no }), { ...base, fused, similarity });
  }
  return [...passages.values()].sort((a, b) => b.fused - a.fused || compareKeys(a, b));
}

/** One passage for each text; the others are counted as its copies. */
export function collapse(ranked: readonly RankedPassage[]): RankedPassage[] {
  const first = new Map<string, RankedPassage>();
  for (const passage of ranked) {
    const known = first.get(passage.text_key);
    if (known) known.copies.push({ report_id: passage.report_id, passage_no: passage.passage_no });
    else first.set(passage.text_key, { ...passage, copies: [] });
  }
  return [...first.values()];
}

function compareKeys(one: PassageKey, other: PassageKey): number {
  if (one.report_id !== other.report_id) return one.report_id < other.report_id ? -1 : 1;
  return one.passage_no - other.passage_no;
}
