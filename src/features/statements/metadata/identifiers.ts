import { isIsin, isLei } from "../../companies/index.ts";
import { COUNTRIES } from "../../reference/index.ts";
import type { PageRecord } from "../../reports/index.ts";

const LABEL = /\b(?:ISIN|LEI|legal entity identifier)\b/giu;
const LETTERS_AFTER = 60;
const CODE = /\b(?:[A-Z]{2}[A-Z0-9]{9}\d|[A-Z0-9]{18}\d{2})\b/g;

/** The ISINs and LEIs that a report prints behind these words, each once. */
export function listIdentifiers(pages: readonly PageRecord[]): string[] {
  const found = new Set<string>();
  for (const { text } of pages) {
    for (const { index } of text.matchAll(LABEL)) {
      for (const [code] of text.slice(index, index + LETTERS_AFTER).matchAll(CODE))
        if (isIsin(code) || isLei(code)) found.add(code);
    }
  }
  return [...found];
}

const HOME =
  /\b(?:incorporated|registered|domiciled|organi[sz]ed|established|formed)\b[^.;]{0,60}?\b(?:in|of)\s+(?:the\s+)?([A-Z][^.,;()\n]{2,40})/g;
const PARTS: readonly [string, string][] = [
  ["England", "GB"],
  ["Scotland", "GB"],
  ["Wales", "GB"],
  ["Northern Ireland", "GB"],
  ["State of Delaware", "US"],
  ["Delaware", "US"],
  ["Nevada", "US"],
  ["Maryland", "US"],
];
const PLACES: readonly [string, string][] = [
  ...PARTS,
  ...COUNTRIES.map(({ name, code }): [string, string] => [name, code]),
].toSorted(([a], [b]) => b.length - a.length);

/** The country that most sentences of a report name as the company's home, by its code; null where none or two do. */
export function findHome(pages: readonly PageRecord[]): string | null {
  const counts = new Map<string, number>();
  for (const { text } of pages) {
    for (const [, place = ""] of text.matchAll(HOME)) {
      const code = PLACES.find(([name]) => place.startsWith(name))?.[1];
      if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  const [most, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] !== second?.[1] ? most[0] : null;
}
