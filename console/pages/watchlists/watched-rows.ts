import type { OutputOf } from "../../api/operations.ts";

export type Watched = OutputOf<"watchlists.get">["company_list"][number];
type Figure = Watched["figures"][number];

export type SortKey = "company" | "price" | "change" | "revenue" | "growth" | "margin" | "report" | "article";

export const figureOf = (row: Watched, id: string): Figure | undefined =>
  row.figures.find(({ figure }) => figure === id);

const LEGAL_FORM =
  /^(?:inc|corp|corporation|co|company|ltd|limited|plc|llc|lp|ag|se|kgaa|gmbh|sa|spa|nv|bv|ab|asa|oyj|groupe?|holdings?)?$/;

/**
 * A report's title without the company's name that it begins with, which is at the beginning of the row. A name may be
 * shorter in the title: "Acme Reports First Quarter Results" of Acme, Inc. A single word counts only where it is the
 * whole name: "First Quarter Results" of First Harbor Bank begins with no name.
 */
export function titleWithoutCompany(title: string, company: string): string {
  const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [words, names] = [title.split(/\s+/), company.split(/\s+/)];
  const end = words.findIndex((word, at) => plain(word) !== plain(names[at] ?? ""));
  const isName = end > 1 || (end === 1 && names.slice(1).every((word) => LEGAL_FORM.test(plain(word))));
  return isName ? words.slice(end).join(" ") : title;
}

/** What a column is sorted by; null goes last in both directions. Prices and revenues of other currencies are not converted. */
const VALUES: Readonly<Record<SortKey, (row: Watched) => string | number | null>> = {
  company: ({ name }) => name,
  price: ({ price }) => price?.close ?? null,
  change: ({ price }) => price?.change ?? null,
  revenue: (row) => figureOf(row, "revenue")?.value ?? null,
  growth: (row) => figureOf(row, "revenue")?.change ?? null,
  margin: (row) => figureOf(row, "operating_margin")?.value ?? null,
  report: ({ report }) => report?.publish_date ?? null,
  article: ({ article }) => article?.published_at ?? null,
};

export interface Sorting {
  key: SortKey;
  descending: boolean;
}

export function sortRows(rows: readonly Watched[], sorting: Sorting | null): Watched[] {
  if (sorting === null) return [...rows];
  const read = VALUES[sorting.key];
  const sign = sorting.descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * compare(left, right);
  });
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** Numbers and dates start with the largest and latest, names with A; a second click turns the order around. */
export function nextSorting(before: Sorting | null, key: SortKey): Sorting {
  if (before?.key === key) return { key, descending: !before.descending };
  return { key, descending: key !== "company" };
}
