import { classNames } from "./class-names.ts";
import { Link } from "./router.tsx";

/** On a phone the tabs are a row that scrolls sideways. */
export const reveal = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** The sections of a page, each with an address of its own below `base`. */
export function Tabs(props: {
  label: string;
  base: string;
  names: Readonly<Record<string, string>>;
  current: string;
}) {
  const { label, base, names, current } = props;
  return (
    <nav aria-label={label} className="mb-6 overflow-x-auto border-line border-b">
      <ul className="flex gap-x-5 whitespace-nowrap">
        {Object.entries(names).map(([name, title]) => (
          <li key={name}>
            <Link
              to={`${base}/${name}`}
              aria-current={name === current ? "page" : undefined}
              ref={name === current ? reveal : undefined}
              className={classNames(
                "flex h-9 items-center border-b-2 font-medium",
                name === current
                  ? "border-accent text-accent-strong"
                  : "border-transparent text-dim hover:text-ink",
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
