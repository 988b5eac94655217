import type { FoldedName } from "./fold-name.ts";
import { foldName } from "./fold-name.ts";
import { addNameKeys } from "./name-keys.ts";

export const NAME_KINDS = ["official", "former", "alias", "local", "short"] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export interface SearchName extends FoldedName {
  kind: NameKind;
}

/**
 * Folded once when the company is loaded, so that look-ups need not: one line per name with kind, words and legal
 * forms.
 */
export function writeSearchNames(names: readonly { name: string; kind: NameKind }[]): string {
  const lines = names.map(({ name, kind }) => {
    const { words, legal } = foldName(name);
    return `${kind}|${words.join(" ")}|${legal.join(" ")}`;
  });
  return [...new Set(lines)].join("\n");
}

export function readSearchNames(text: string): SearchName[] {
  return text.split("\n").map((line) => {
    const [kind, words = "", legal = ""] = line.split("|");
    // The line was written by writeSearchNames, so its first part is a kind.
    return { kind: kind as NameKind, words: split(words), legal: split(legal) };
  });
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

/** All search keys of a company: those of its names, and its tickers, since people type them as names. */
export function listCompanyKeys(names: readonly SearchName[], tickers: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const name of names) addNameKeys(keys, name);
  for (const ticker of tickers) {
    const key = ticker.toLowerCase().replace(/[^a-z0-9]/g, "");
    if (/[a-z]/.test(key) && key.length >= 2) keys.add(key);
  }
  keys.delete("");
  return [...keys];
}

/** The single words of a company's names, for the vocabulary. */
export function listCompanyWords(names: readonly SearchName[]): string[] {
  return [...new Set(names.flatMap(({ words }) => words))].filter((word) => word !== "");
}
