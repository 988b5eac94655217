import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Link } from "./router.tsx";

/** A list inside a card without padding. Rows measure themselves against the list, not against the window. */
export function List(props: { label?: string; live?: boolean; children: ReactNode }) {
  return (
    <ul
      aria-label={props.label}
      aria-live={props.live ? "polite" : undefined}
      className="@container overflow-clip rounded-b-xl tabular-nums"
    >
      {props.children}
    </ul>
  );
}

interface ListRowProps {
  title: string;
  /** A page of the console. */
  to?: string | undefined;
  /** Before the page of the console is opened in this tab. */
  onOpen?: (() => void) | undefined;
  /** A page elsewhere, opened in another tab. */
  href?: string | undefined;
  /** Next to the title; below it where the list is narrow. */
  about?: string | undefined;
  /** Before the title, such as a date or a state. */
  lead?: ReactNode;
  /** At the end of the row: badges and buttons. */
  children?: ReactNode;
}

/** A row as tall as one of a table. What does not fit is cut; the whole text is its tooltip. */
export function ListRow({ title, to, onOpen, href, about, lead, children }: ListRowProps) {
  return (
    <li
      data-row
      className={classNames(
        "relative flex items-center gap-3 border-line border-t px-5",
        about ? "h-14 @lg:h-9" : "h-9",
        (to ?? href) !== undefined && "hover:bg-soft",
      )}
    >
      {lead}
      <span className="flex min-w-0 grow flex-col @lg:flex-row @lg:items-baseline @lg:gap-3">
        <RowTitle {...{ title, to, onOpen, href }} />
        {about && (
          <span title={about} className="truncate text-dim text-xs @lg:max-w-[50%] @lg:shrink-0">
            {about}
          </span>
        )}
      </span>
      {children && <span className="relative flex shrink-0 items-center gap-1.5">{children}</span>}
    </li>
  );
}

/** The link covers the row, so that all of it can be clicked. */
const LINK = "truncate font-medium after:absolute after:inset-0 hover:underline @lg:grow";

function RowTitle({ title, to, onOpen, href }: Pick<ListRowProps, "title" | "to" | "onOpen" | "href">) {
  if (to !== undefined)
    return (
      <Link to={to} title={title} className={LINK} onClick={onOpen}>
        {title}
      </Link>
    );
  if (href !== undefined)
    return (
      <a href={href} title={title} target="_blank" rel="noreferrer" className={LINK}>
        {title}
      </a>
    );
  return (
    <span title={title} className="truncate font-medium @lg:grow">
      {title}
    </span>
  );
}
