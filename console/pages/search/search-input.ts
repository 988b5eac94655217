import type { InputOf, OutputOf } from "../../api/operations.ts";

export type Filters = NonNullable<InputOf<"search.save">["filters"]>;
export type Facet = keyof OutputOf<"search.passages">["facets"];
export const FACETS = [
  "company",
  "section",
  "report_type",
  "fiscal_year",
  "country",
  "sector",
  "language",
] as const satisfies readonly Facet[];
const MODES = ["auto", "words", "meaning"] as const;
export type Mode = (typeof MODES)[number];

/** What the address asks for; null before anything is searched. */
export function readSearch(search: URLSearchParams): { query: string; mode: Mode; filters: Filters } | null {
  const query = search.get("query")?.trim() ?? "";
  if (query === "") return null;
  const mode = MODES.find((known) => known === search.get("mode")) ?? "auto";
  const one = (name: Facet) => search.get(name) ?? undefined;
  const list = (name: Facet) => search.get(name)?.split(",");
  const filters = {
    svc_entity_id: list("company"),
    section: list("section") as Filters["section"],
    report_type: list("report_type"),
    fiscal_year: list("fiscal_year")?.map(Number),
    language: one("language"),
    country: one("country"),
    sector: one("sector"),
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return { query, mode, filters: Object.fromEntries(given) };
}

/** The address of a saved search. */
export function searchPath({ query, filters }: { query: string; filters: Filters }): string {
  const { svc_entity_id, section, report_type, fiscal_year, language, country, sector } = filters;
  const values: Record<Facet, string | undefined> = {
    company: svc_entity_id?.join(","),
    section: section?.join(","),
    report_type: report_type?.join(","),
    fiscal_year: fiscal_year?.join(","),
    language,
    country,
    sector,
  };
  const search = new URLSearchParams({ query });
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, value);
  return `/search?${search}`;
}
