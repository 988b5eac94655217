import type { ReactNode } from "react";
import { useEffect } from "react";
import { texts } from "../texts/index.ts";
import { classNames } from "./class-names.ts";

export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Florin`;
  }, [title]);
}

const FRONT_TITLE = "font-semibold text-3xl tracking-tight";
const FRONT_ABOUT = "mt-1.5 text-dim text-lg";

/** A page: its title in the window and as the only heading, its actions and its content. */
export function Page(props: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** The front page: its first words are the largest text, and are painted before the script has loaded. */
  front?: boolean;
  children: ReactNode;
}) {
  const { title, about, actions, front = false, children } = props;
  useWindowTitle(title);
  return (
    <div className="mx-auto max-w-screen-2xl px-4 py-6 sm:px-6 lg:py-8">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className={classNames("min-w-0 flex-1 basis-72", !front && "max-w-3xl")}>
          <h1 className={front ? FRONT_TITLE : "font-semibold text-2xl tracking-tight"}>{title}</h1>
          {about && <p className={front ? FRONT_ABOUT : "mt-1 text-dim"}>{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-1 sm:gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card(props: {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  flush?: boolean;
}) {
  const { title, aside, children, className, flush = false } = props;
  return (
    <section className={classNames("min-w-0 rounded-xl border border-line bg-card shadow-xs", className)}>
      {(title || aside) && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
          {title && <h2 className="font-semibold">{title}</h2>}
          {aside && <div className="text-dim text-xs">{aside}</div>}
        </div>
      )}
      <div data-flush={flush || undefined} className={flush ? "pt-3" : "p-5"}>
        {children}
      </div>
    </section>
  );
}

const TONES = {
  plain: "bg-soft text-dim",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent-strong",
};
export type Tone = keyof typeof TONES;

export function Badge({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-md px-1.5 py-0.5 font-medium text-xs",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

export function Notice({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return <div className={classNames("rounded-lg px-3.5 py-2.5", TONES[tone])}>{children}</div>;
}

export function Alert({ error }: { error: Error }) {
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3.5 py-2.5 text-bad">
      {error.message}
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="px-4 py-8 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="mx-auto mt-2 max-w-md text-dim">{children}</div>}
    </div>
  );
}

/** Placeholder bars as tall as the rows to come, or as rows of two lines, so the layout does not shift. */
export function Skeleton({ rows = 3, tall = false }: { rows?: number; tall?: boolean }) {
  return (
    <div role="status" aria-label={texts.ui.loading} className="space-y-3 in-data-flush:px-5">
      {Array.from({ length: rows }, (_none, row) => row).map((row) => (
        <div
          key={row}
          className={classNames("animate-[waiting_1.4s_infinite] rounded-md bg-soft", tall ? "h-11" : "h-6")}
        />
      ))}
    </div>
  );
}
