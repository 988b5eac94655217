import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { type FormEvent, useState } from "react";
import { isKept, keepResult } from "../../api/kept-result.ts";
import { call } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Empty, Page } from "../../ui/surface.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import { useKeys } from "../../ui/use-keys.ts";
import { useWide } from "../../ui/use-wide.ts";
import { SourcePane } from "../ask/source-pane.tsx";
import { FacetList } from "./facet-list.tsx";
import { type Hit, HitList } from "./hit-list.tsx";
import { pressSearch, wasPressed } from "./pressed-searches.ts";
import { SaveDialog, SavedSearches } from "./saved-searches.tsx";
import { SearchAlerts } from "./search-alerts.tsx";
import { type Mode, readSearch } from "./search-input.ts";

const { search: words } = texts;
const CREDITS = formatWhole(PRICES["search.passages"]);
const MODES = Object.entries(words.modes).map(([value, label]) => ({ value: value as Mode, label }));
type Asked = NonNullable<ReturnType<typeof readSearch>>;

export function SearchPage() {
  const [search, setSearch] = useSearch();
  const [, setPresses] = useState(0);
  const client = useQueryClient();
  const asked = readSearch(search);
  // What is known costs nothing. Anything else waits for a press on what names its price.
  const isShown =
    asked !== null &&
    (wasPressed(location.search) ||
      isKept(keyOf(asked, null)) ||
      client.getQueryData(queryKey(asked)) !== undefined);
  const run = (changes: Record<string, string | null>) => {
    setSearch(changes);
    pressSearch(location.search);
    setPresses((count) => count + 1);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run({ query: String(new FormData(event.currentTarget).get("query")).trim() });
  };
  return (
    <Page title={words.title} about={words.about}>
      <form onSubmit={submit} className="flex flex-wrap items-center gap-3">
        <input
          key={asked?.query}
          name="query"
          type="search"
          required
          maxLength={500}
          aria-label={words.query}
          placeholder={words.placeholder}
          defaultValue={asked?.query}
          className="min-h-10 min-w-60 max-w-3xl flex-1 rounded-lg border border-edge/60 bg-card px-3 text-base placeholder:text-dim"
        />
        <Button kind="first" type="submit" className="min-h-10">
          {words.action(CREDITS)}
        </Button>
        <Toggles
          label={words.mode}
          choices={MODES}
          chosen={asked?.mode ?? "auto"}
          onChoose={(mode) => setSearch({ mode })}
        />
      </form>
      <div className="mt-5">
        {asked && isShown && <Results key={JSON.stringify(asked)} asked={asked} onSearch={run} />}
        {asked && !isShown && <Empty title={words.waiting}>{words.waitingHint(CREDITS)}</Empty>}
        {!asked && (
          <div className="space-y-4">
            <SearchAlerts />
            <SavedSearches />
          </div>
        )}
      </div>
    </Page>
  );
}

const queryKey = (asked: Asked) => ["search.passages", asked];
const inputOf = ({ query, mode, filters }: Asked, cursor: string | null) => ({
  query,
  mode,
  ...filters,
  ...(cursor !== null && { cursor }),
});
const keyOf = (asked: Asked, cursor: string | null) => ["search.passages", inputOf(asked, cursor)];

function Results(props: { asked: Asked; onSearch: (changes: Record<string, string | null>) => void }) {
  const { asked, onSearch } = props;
  const { query, filters } = asked;
  const [isSaving, setIsSaving] = useState(false);
  const found = useInfiniteQuery({
    queryKey: queryKey(asked),
    queryFn: ({ pageParam: cursor, signal }) =>
      keepResult(keyOf(asked, cursor), () => call("search.passages", inputOf(asked, cursor), signal)),
    // Loading it again would be charged: only a press does that.
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const first = found.data?.pages[0];
  return (
    <QueryView query={{ ...found, data: first }} rows={8} tall>
      {({ facets, total, total_reports, matched }) => {
        const hits = found.data?.pages.flatMap((page) => page.hits) ?? [];
        const counted =
          total === null
            ? words.byMeaning
            : words.results(formatWhole(total), formatWhole(total_reports ?? 0), hits.length > total);
        return (
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,2fr)_minmax(0,3fr)]">
            <Facets>
              <FacetList facets={facets} credits={CREDITS} onSearch={onSearch} />
            </Facets>
            <HitsWithPage
              hits={hits}
              head={
                <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                  <p role="status">{matched === "any_word" ? words.anyWord : counted}</p>
                  <Button onClick={() => setIsSaving(true)}>
                    <Bookmark size={15} aria-hidden />
                    {words.save}
                  </Button>
                </div>
              }
              more={
                found.hasNextPage && (
                  <Button
                    className="mt-3"
                    busy={found.isFetchingNextPage}
                    onClick={() => void found.fetchNextPage()}
                  >
                    {words.more(CREDITS)}
                  </Button>
                )
              }
            />
            {isSaving && <SaveDialog query={query} filters={filters} onClose={() => setIsSaving(false)} />}
          </div>
        );
      }}
    </QueryView>
  );
}

/** A column of its own where there is room; folded where there is not. */
function Facets({ children }: { children: React.ReactNode }) {
  const isWide = useWide();
  if (isWide) return children;
  return (
    <details>
      <summary className="font-medium">{words.filters}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

function HitsWithPage(props: { hits: readonly Hit[]; head: React.ReactNode; more: React.ReactNode }) {
  const { hits, head, more } = props;
  const isWide = useWide();
  const [chosen, setChosen] = useState<Hit | null>(null);
  const current = chosen ?? (isWide ? hits[0] : undefined);
  const index = hits.findIndex(({ passage_id }) => passage_id === current?.passage_id);
  const step = (by: number) => setChosen(hits[Math.min(hits.length - 1, Math.max(0, index + by))] ?? null);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const pane = current && (
    <SourcePane place={placeOf(current)} index={index} count={hits.length} onStep={step} />
  );
  return (
    <>
      <div className="min-w-0">
        {head}
        {hits.length === 0 ? (
          <Empty title={words.none}>{words.noneHint}</Empty>
        ) : (
          <HitList
            hits={hits}
            current={current}
            onOpen={setChosen}
            page={!isWide && <div className="my-2 h-[70dvh]">{pane}</div>}
          />
        )}
        {more}
      </div>
      {isWide && <div className="sticky top-4 h-[calc(100dvh-2rem)]">{pane}</div>}
    </>
  );
}

const marks = new WeakMap<Hit, ReturnType<typeof makePlace>>();

/** The same place for the same hit, so that the page does not scroll back when something else changes. */
function placeOf(hit: Hit) {
  const place = marks.get(hit) ?? makePlace(hit);
  marks.set(hit, place);
  return place;
}

function makePlace({ report_id, title, page, box, snippet }: Hit) {
  return { reportId: report_id, title, mark: { page, box, quote: snippet } };
}
