import type { ComponentProps, ReactNode } from "react";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";

const { reports: words } = texts;

/** The frame of a report, as tall as its place on the page, or as its text when that is shorter. */
export function ViewerFrame({ isText = false, children }: { isText?: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        "flex min-h-0 flex-col overflow-hidden rounded-xl border border-line bg-soft",
        isText ? "max-h-full" : "h-full",
      )}
    >
      {children}
    </div>
  );
}

/** A place for a report; it stays in view while what is next to it scrolls. */
export const VIEWER_PLACE = "h-[70dvh] min-h-96 lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)]";
/** The same for a text, which may be short. */
export const TEXT_PLACE =
  "flex max-h-[70dvh] flex-col lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start";

/** A header line with the current position, and scrolling pages below it. */
export function ScrollingPages({
  position,
  tools,
  side,
  ...section
}: { position: ReactNode; tools?: ReactNode; side?: ReactNode } & ComponentProps<"section">) {
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-3 border-line border-b bg-card px-3 py-1.5">
        <p className="text-dim text-xs tabular-nums" aria-live="polite">
          {position}
        </p>
        {tools}
      </div>
      <div className="flex min-h-0 grow">
        {side}
        <section
          data-pages
          aria-label={words.viewer}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="relative min-w-0 grow overflow-auto"
          {...section}
        />
      </div>
    </div>
  );
}
