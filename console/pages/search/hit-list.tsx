import type { ReactNode } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { Badge } from "../../ui/surface.tsx";

const { search: words } = texts;
export type Hit = OutputOf<"search.passages">["hits"][number];

export function HitList(props: {
  hits: readonly Hit[];
  current: Hit | undefined;
  onOpen: (hit: Hit) => void;
  /** Below the open hit, where there is no room next to the list. */
  page?: ReactNode;
}) {
  const { hits, current, onOpen, page } = props;
  return (
    <ol aria-label={words.hits} className="space-y-1">
      {hits.map((hit) => (
        <li key={hit.passage_id}>
          <button
            type="button"
            aria-current={hit.passage_id === current?.passage_id ? "true" : undefined}
            onClick={() => onOpen(hit)}
            className={classNames(
              "w-full rounded-xl border px-4 py-3 text-left",
              hit.passage_id === current?.passage_id
                ? "border-accent bg-card"
                : "border-transparent hover:bg-soft",
            )}
          >
            <HitText hit={hit} />
          </button>
          {hit.passage_id === current?.passage_id && page}
        </li>
      ))}
    </ol>
  );
}

function HitText({ hit }: { hit: Hit }) {
  const { title, page, publish_date, section_path, own, copies } = hit;
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span title={title} className="line-clamp-2 min-w-0 font-medium">
          {title}
        </span>
        <span className="shrink-0 text-dim text-xs">{words.onPage(formatWhole(page))}</span>
      </span>
      <span className="block truncate text-dim text-xs">
        {[formatDay(publish_date), section_path.at(-1)].filter(Boolean).join(" · ")}
      </span>
      <span className="mt-1 line-clamp-4 leading-relaxed">
        <Snippet hit={hit} />
      </span>
      {(own || copies > 0) && (
        <span className="mt-1 flex gap-1.5">
          {own && <Badge tone="accent">{texts.reports.own}</Badge>}
          {copies > 0 && <Badge>{words.copies(formatWhole(copies))}</Badge>}
        </span>
      )}
    </>
  );
}

/** Tables are kept with bars between their cells; several of them are empty cells. */
const withoutBars = (text: string): string => text.replaceAll(/(?:\s*\|)+\s*/g, " · ");

/** The passage with its matching words marked. */
function Snippet({ hit: { snippet, highlights } }: { hit: Hit }) {
  const starts = [0, ...highlights.map(([, end = 0]) => end)];
  return starts.map((from, index) => {
    const [start = snippet.length, end = snippet.length] = highlights[index] ?? [];
    return (
      <span key={from}>
        {withoutBars(snippet.slice(from, start))}
        {end > start && <mark className="rounded-sm bg-warn-soft text-ink">{snippet.slice(start, end)}</mark>}
      </span>
    );
  });
}
