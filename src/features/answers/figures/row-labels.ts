import { nameWords } from "./lexicon.ts";

const REMARKS =
  /\((?:see )?notes? [^)]*\)|\(\d{1,2}\)|\([a-z]\)|\bnotes? \d+\b|\[\d+\]|[$€£¥]\s?[\d.,]+|\b\d[\d.,]*\b/gi;
/** "Net income (loss)": the other sign the row may have. */
export const OTHER_SIGN =
  /\((?:loss(?:es)?|income|earnings|benefit|provision|expenses?|gains?|deficit|decreases?|increases?|used[^)]*|provided[^)]*|benefit from|provision for)\)\/?/gi;
/** Words for the direction of a flow, which the sign of the figure shows already. */
export const DIRECTION: ReadonlySet<string> = new Set(["provided", "used", "generated", "required"]);

/** The words of a label or of a phrase it is compared with. */
export function rowWords(label: string): string[] {
  const plain = label
    .replace(REMARKS, " ")
    .replace(OTHER_SIGN, " ")
    .replace(/[-–—/]/g, " ");
  return nameWords(plain).filter((word) => !DIRECTION.has(word));
}

/** The words of a row's label. A bare "Total", or no label at all, takes the name of what it is the total of. */
export function labelWords({ label, section }: { label: string; section: string | null }): string[] {
  const words = rowWords(label);
  if (!section || words.length > 1 || (words.length === 1 && words[0] !== "total")) return words;
  const owner = section.split(" > ").at(-1) ?? "";
  return ["total", ...rowWords(owner).filter((word) => word !== "total")];
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
  const leading = label.slice(0, at);
  return (leading.every((word) => LEADING.has(word)) ? 0.92 : 0.68) - cost;
}

/** Words before a name that leave it what it is; any other may make it something else. */
const LEADING = new Set(["total", "net", "less", "consolidated", "gross", "add"]);

/** Where a run of words stands in another; -1 when it does not. */
export function indexOfRun(words: readonly string[], run: readonly string[]): number {
  if (run.length === 0) return -1;
  for (let at = 0; at + run.length <= words.length; at++) {
    if (run.every((word, offset) => words[at + offset] === word)) return at;
  }
  return -1;
}
