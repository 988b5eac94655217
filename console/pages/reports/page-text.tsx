import { useEffect, useRef } from "react";
import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import { findQuote } from "./find-quote.ts";
import type { Mark } from "./mark.ts";

const { reports: words } = texts;

/** Running text was broken for another width, so lines are joined again. Offsets do not change. */
const joinLines = (text: string) => text.replace(/(?<=[^\n]{60})\n(?=\p{Ll})/gu, " ");

/** The text of one page; the quote is marked and scrolled into view. */
export function PageText(props: { page: number; text: string; mark: Mark | null }) {
  const { page, mark } = props;
  const text = joinLines(props.text);
  const place = useRef<HTMLElement>(null);
  const span = mark?.quote ? findQuote(text, mark.quote) : null;
  useEffect(() => {
    if (!mark) return;
    const quoted = place.current?.querySelector("[data-mark]");
    if (quoted) quoted.scrollIntoView({ block: "center" });
    else place.current?.scrollIntoView();
  }, [mark]);
  return (
    <section
      ref={place}
      aria-label={words.page(formatWhole(page))}
      className="rounded-lg bg-card px-5 py-4 shadow-xs"
    >
      <p className="mb-2 text-dim text-xs">{words.page(formatWhole(page))}</p>
      <p className="whitespace-pre-line break-words tabular-nums leading-relaxed">
        {span ? (
          <>
            {text.slice(0, span[0])}
            <mark data-mark className="rounded-sm bg-amber-300 px-0.5 text-stone-950">
              {text.slice(...span)}
            </mark>
            {text.slice(span[1])}
          </>
        ) : (
          text
        )}
      </p>
    </section>
  );
}
