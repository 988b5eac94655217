import type { OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import { useSearch } from "../../ui/router.tsx";
import { FACETS } from "./search-input.ts";

const { search: words } = texts;
const SHOWN = 8;

/** How the matches divide; a click keeps one value, a second click removes the filter. */
export function FacetList(props: {
  facets: OutputOf<"search.passages">["facets"];
  /** What a choice costs. */
  credits: string;
  onSearch: (changes: Record<string, string | null>) => void;
}) {
  const { facets, credits, onSearch } = props;
  const [search] = useSearch();
  const hasFilters = FACETS.some((facet) => search.has(facet));
  return (
    <section aria-label={words.filters} className="space-y-4">
      <p className="text-dim text-xs">{words.again(credits)}</p>
      {hasFilters && (
        <Button onClick={() => onSearch(Object.fromEntries(FACETS.map((facet) => [facet, null])))}>
          {words.clearFilters}
        </Button>
      )}
      {FACETS.filter((facet) => facets[facet].length > 1 || search.has(facet)).map((facet) => (
        <div key={facet}>
          <h2 className="mb-1 font-medium text-dim text-xs">{words.facets[facet]}</h2>
          <ul>
            {facets[facet].slice(0, SHOWN).map(({ value, label, passages }) => {
              const isChosen = search.get(facet)?.split(",").includes(value) ?? false;
              return (
                <li key={value}>
                  <button
                    type="button"
                    aria-pressed={isChosen}
                    onClick={() => onSearch({ [facet]: isChosen ? null : value })}
                    className={classNames(
                      "-mx-2 flex h-8 w-[calc(100%+1rem)] items-center justify-between gap-2 rounded-md px-2 text-left",
                      isChosen ? "bg-accent-soft font-medium text-accent-strong" : "hover:bg-soft",
                    )}
                  >
                    <span title={label} className="min-w-0 truncate first-letter:uppercase">
                      {facet === "section" ? (words.sections[value] ?? label) : label}
                    </span>
                    <span className={classNames("shrink-0 tabular-nums", !isChosen && "text-dim")}>
                      {formatWhole(passages)}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
