import { useSyncExternalStore } from "react";

/** Two columns fit next to each other: the `lg` width of the style sheet. */
const WIDE = matchMedia("(min-width: 64rem)");

function subscribe(listener: () => void): () => void {
  WIDE.addEventListener("change", listener);
  return () => WIDE.removeEventListener("change", listener);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => WIDE.matches);
