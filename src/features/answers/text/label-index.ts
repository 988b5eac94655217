import type { PageRecord } from "../../reports/index.ts";
import type { WeighedTerm } from "./candidates.ts";
import { rootOf } from "./roots.ts";

/** By the root of a word: the rows whose labels have it, as their pages and their places there. */
type LabelIndex = ReadonlyMap<string, readonly { page: PageRecord; row: number }[]>;

const indexes = new WeakMap<readonly PageRecord[], LabelIndex>();

function indexOf(pages: readonly PageRecord[]): LabelIndex {
  const known = indexes.get(pages);
  if (known) return known;
  const index = new Map<string, { page: PageRecord; row: number }[]>();
  for (const page of pages) {
    for (const [row, { label }] of page.rows.entries()) {
      for (const word of new Set(label.match(/[\p{L}\p{N}]+(?:[.'’&][\p{L}\p{N}]+)*/gu))) {
        const root = rootOf(word);
        const places = index.get(root);
        if (places) places.push({ page, row });
        else index.set(root, [{ page, row }]);
      }
    }
  }
  indexes.set(pages, index);
  return index;
}

const LABELS_MIN = 3;
const LABEL_PAGES_MAX = 6;

/** The pages with several rows that are called by one of some words, those with the most first. */
export function pagesByLabels(report: readonly PageRecord[], roots: ReadonlySet<string>): PageRecord[] {
  const rows = new Map<PageRecord, Set<string>>();
  const places = indexOf(report);
  for (const root of roots) {
    for (const { page } of places.get(root) ?? []) {
      const known = rows.get(page);
      if (known) known.add(root);
      else rows.set(page, new Set([root]));
    }
  }
  return [...rows]
    .filter(([, own]) => own.size >= LABELS_MIN)
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, LABEL_PAGES_MAX)
    .map(([page]) => page);
}

const PAGES_MAX = 4;
/** The share of a question's weight that a label must have: its page may be far from the topic. */
const SHARE_MIN = 0.5;

/** The pages of a report with rows that are called what the question names, wherever they are; the best first. */
export function pagesByLabel(report: readonly PageRecord[], terms: readonly WeighedTerm[]): PageRecord[] {
  const index = indexOf(report);
  const weights = new Map<PageRecord, Map<number, number>>();
  for (const { wordings, weight } of terms) {
    const places = new Set(
      wordings.flatMap(({ roots }) => (roots.length === 1 ? (index.get(roots[0] ?? "") ?? []) : [])),
    );
    for (const { page, row } of places) {
      const rows = weights.get(page) ?? new Map<number, number>();
      rows.set(row, (rows.get(row) ?? 0) + weight);
      weights.set(page, rows);
    }
  }
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  return [...weights]
    .map(([page, rows]) => ({ page, most: Math.max(...rows.values()) }))
    .filter(({ most }) => most >= SHARE_MIN * total)
    .sort((a, b) => b.most - a.most)
    .slice(0, PAGES_MAX)
    .map(({ page }) => page);
}
