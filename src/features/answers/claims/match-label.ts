import { LINES } from "../../reference/index.ts";
import { findMeaning, tokensOf } from "../text/roots.ts";
import { isStopWord } from "../text/terms.ts";
import type { CellEvidence } from "./evidence.ts";

const LABEL_SHARE = 0.6;

/** The clause names this row better than any other row of the table. */
export function isRowOf(clause: string, { label, others }: CellEvidence): boolean {
  const said = saidRoots(clause);
  const own = named(label, said);
  if (own.share < LABEL_SHARE) return false;
  return others.every((other) => {
    const rival = named(other, said);
    return rival.share < own.share || (rival.share === own.share && rival.count <= own.count);
  });
}

const FIELD_SHARE = 0.5;

/** A field is asked for by the name of this row, or of no other row better: "Backlog" of "Order backlog". */
export function isFieldOf(field: string, label: string, others: readonly string[]): boolean {
  const shareOf = (row: string) => {
    const [share, shareBack] = [named(row, saidRoots(field)).share, named(field, saidRoots(row)).share];
    return { most: Math.max(share, shareBack), sum: share + shareBack };
  };
  const own = shareOf(label);
  return own.most >= FIELD_SHARE && others.every((other) => shareOf(other).sum <= own.sum);
}

/** A sentence says at least half of what a field is called. */
export function speaksOf(text: string, field: string): boolean {
  return shareSaid(text, field) >= FIELD_SHARE;
}

/** How much of a name a text says, 0 to 1. */
export const shareSaid = (text: string, name: string): number => named(name, saidRoots(text)).share;

export const namesRow = (text: string, label: string): boolean =>
  named(label, saidRoots(text)).share >= LABEL_SHARE;

interface SaidRoots {
  plain: ReadonlySet<string>;
  /** With the roots of what means the same. */
  expanded: ReadonlySet<string>;
}

let lastSaid: { text: string; roots: SaidRoots } | undefined;

function saidRoots(text: string): SaidRoots {
  // One text is held against every row of a report, one after the other.
  if (lastSaid?.text !== text)
    lastSaid = { text, roots: { plain: new Set(contentRoots(text)), expanded: expandedRoots(text) } };
  return lastSaid.roots;
}

const LABELS_KNOWN_MAX = 50_000;
const knownLabels = new Map<string, readonly string[]>();

/** The roots of a row's label; the rows of a report are looked through for every question. */
function labelRoots(label: string): readonly string[] {
  let roots = knownLabels.get(label);
  if (!roots) {
    roots = contentRoots(label.replace(UNIT_OF_LABEL, " ").replace(OR_LOSS, "$1"));
    if (knownLabels.size >= LABELS_KNOWN_MAX) knownLabels.clear();
    knownLabels.set(label, roots);
  }
  return roots;
}

/** "(minutes per property)", "(pence)": in what a row is measured, not what it is called. */
export const UNIT_OF_LABEL = /\((?:[^()]*\b(?:per|an?|of|in)\b[^()]*|pence|cents|percent|%)\)\s*$/i;
export const PENCE = /\bpence\b/i;
/** "Profit (loss)" is called either. */
const OR_LOSS = /\b(profit|income|earnings|gains?)\s*\((?:loss|losses|expense)\)/gi;

/** How much of a label is said: in its own words, or completely in another name of the same figure. */
function named(label: string, { plain, expanded }: SaidRoots): { share: number; count: number } {
  const roots = labelRoots(label);
  const count = roots.filter((root) => expanded.has(root)).length;
  let best = { share: roots.length === 0 ? 0 : count / roots.length, count };
  for (const other of namesOf(label).names) {
    const isBetter = best.share < 1 || other.length > best.count;
    if (isBetter && other.every((root) => plain.has(root))) best = { share: 1, count: other.length };
  }
  return best;
}

/** The names that people give a figure, in all languages, as roots. */
interface FigureNames {
  names: readonly string[][];
  isCost: boolean;
}

/** By the words of a label. */
let namesByLabel: Map<string, FigureNames> | undefined;

function namesOf(label: string): FigureNames {
  namesByLabel ??= indexNames();
  return namesByLabel.get(labelRoots(label).join(" ")) ?? { names: [], isCost: false };
}

/** The roots of those names of a label's figure that a text says completely; a cost may be called one. */
export function namesSaid(label: string, text: string): string[] {
  const { plain } = saidRoots(text);
  const { names, isCost } = namesOf(label);
  const said = names.filter((name) => name.every((root) => plain.has(root))).flat();
  return isCost ? [...said, ...COST_ROOTS] : said;
}

function indexNames(): Map<string, FigureNames> {
  const index = new Map<string, FigureNames>();
  for (const { name, labels, asked, sign } of LINES) {
    const all = [name, ...asked, ...Object.values(labels).flat()].map((one) => contentRoots(one));
    const names = all.filter((roots) => roots.length > 0);
    for (const roots of names) {
      const key = roots.join(" ");
      if (!index.has(key)) index.set(key, { names, isCost: sign === "cost" });
    }
  }
  return index;
}

/** Small words that distinguish one row from another: "income before tax" is not "income tax". */
const TELLING = new Set(["before", "after", "other", "per", "not", "under", "above", "below"]);

export function contentRoots(text: string): string[] {
  return tokensOf(text)
    .filter(({ text: word }) => {
      const lower = word.toLowerCase();
      return /\p{L}/u.test(word) && (TELLING.has(lower) || !isStopWord(lower));
    })
    .map(({ root }) => root);
}

export function expandedRoots(text: string): Set<string> {
  const roots = contentRoots(text);
  const others = roots.flatMap((_, at) => findMeaning(roots, at).others.flatMap(({ roots: other }) => other));
  return new Set([...roots, ...others]);
}

const COST_ROOTS = contentRoots("cost expense expenditure spending");
