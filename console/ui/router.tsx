import { type ComponentProps, type MouseEvent, useMemo, useSyncExternalStore } from "react";

/** The base path of the application; paths inside it are written without it. */
const BASE = "/console";
const NAVIGATED = "florin:moved";

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(NAVIGATED, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(NAVIGATED, listener);
  };
}

export function navigate(to: string, { replace = false } = {}): void {
  const url = BASE + to;
  if (replace) history.replaceState(history.state, "", url);
  else history.pushState({ visit: performance.now() }, "", url);
  dispatchEvent(new Event(NAVIGATED));
}

export const readPath = (): string => location.pathname.slice(BASE.length).replace(/\/+$/, "") || "/";

export const usePath = (): string => useSyncExternalStore(subscribe, readPath);

interface HistoryEntry {
  visit: number;
}

/** Navigating to a page, even by a link to itself, resets it; changing only the query does not. */
export const useVisit = (): number =>
  useSyncExternalStore(subscribe, () => (history.state as HistoryEntry | null)?.visit ?? 0);

/** The query string as state, so that what a page shows can be bookmarked and shared. */
export function useSearch(): [URLSearchParams, (changes: Record<string, string | null>) => void] {
  const text = useSyncExternalStore(subscribe, () => location.search);
  const search = useMemo(() => new URLSearchParams(text), [text]);
  return [search, changeSearch];
}

function changeSearch(changes: Record<string, string | null>): void {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") search.delete(name);
    else search.set(name, value);
  }
  const query = search.toString();
  navigate(location.pathname.slice(BASE.length) + (query && `?${query}`), { replace: true });
}

/** Matches `/companies/:id` against `/companies/ent_1`; null when it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) found[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return found;
}

/** A link inside the application; a click with a modifier key is left to the browser. */
export function Link({ to, onClick, ...rest }: { to: string } & Omit<ComponentProps<"a">, "href">) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (event.defaultPrevented || isForBrowser || rest.target === "_blank") return;
    event.preventDefault();
    navigate(to);
    scrollTo(0, 0);
  };
  return <a {...rest} href={BASE + to} onClick={follow} />;
}
