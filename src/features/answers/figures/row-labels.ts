import { nameWords } from "./lexicon.ts";

const REMARKS =
  /\((?:see )?notes? [^)]*\)|\(\d{1,2}\)|\([a-z]\)|\bnotes? \d+\b|\[\d+\]|[$€£¥]\s?[\d.,]+|\b\d[\d.,]*\b/gi;

/** The words of a row's label. A bare "Total" takes the name of what it is the total of. */
export function labelWords({ label, section }: { label: string; section: string | null }): string[] {
  const words = nameWords(label.replace(REMARKS, " ").replace(/[-–—/]/g, " "));
  if (words.length > 1 || words[0] !== "total" || !section) return words;
  const owner = section.split(" > ").at(-1) ?? "";
  return ["total", ...nameWords(owner.replace(REMARKS, " ").replace(/[-–—/]/g, " ")).filter((word) => word !== "total")];
}

const EXTRA_COST = 0.03;
const EXTRA_COST_MAX = 0.15;

/** How well a label matches a phrase, from 0 to 1. */
export function matchLabel(label: readonly string[], phrase: readonly string[]): number {
  const at = indexOfRun(label, phrase);
  if (at < 0) return 0;
  const extra = label.length - phrase.length;
  if (extra === 0) return 1;
  const cost = Math.min(EXTRA_COST_MAX, extra * EXTRA_COST);
  return (at === 0 ? 0.92 : 0.72) - cost;
}

/** Where a run of words stands in another; -1 when it does not. */
export function indexOfRun(words: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return -1;
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((word, offset) => words[at + offset] === word)) return at;
  }
  return -1;
}
