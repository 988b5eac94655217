import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebounced } from "../../ui/use-debounced.ts";
import { findInPage, type Match, type TextPiece } from "./find-in-page.ts";
import type { OpenPdf } from "./open-pdf.ts";

const DEBOUNCE_MILLISECONDS = 250;
const LETTERS_MIN = 2;

export interface FoundMatch {
  page: number;
  boxes: Match;
}

/** Finds words in the whole document, page after page, and steps through the matches. */
export function usePdfSearch({ document }: OpenPdf, onMove: (match: FoundMatch) => void) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const query = useDebounced(typed.trim(), DEBOUNCE_MILLISECONDS);
  const isSearching = query.length >= LETTERS_MIN;
  const found = useQuery({
    queryKey: ["pdf search", document.fingerprints[0], query],
    queryFn: async ({ signal }) => {
      const matches = await findInDocument(document, query, signal);
      setAt(0);
      if (matches[0]) onMove(matches[0]);
      return matches;
    },
    enabled: isSearching,
    gcTime: 0,
  });
  const matches = (isSearching && found.data) || [];
  const step = (by: number) => {
    const next = (at + by + matches.length) % Math.max(1, matches.length);
    setAt(next);
    const match = matches[next];
    if (match) onMove(match);
  };
  return { typed, setTyped, matches, at, step, isDone: isSearching && found.isSuccess };
}

async function findInDocument(
  document: OpenPdf["document"],
  query: string,
  signal: AbortSignal,
): Promise<FoundMatch[]> {
  const found: FoundMatch[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    signal.throwIfAborted();
    for (const boxes of findInPage(await readPieces(document, page), query)) found.push({ page, boxes });
  }
  return found;
}

const BASELINE_SHARE = 0.2;

async function readPieces(document: OpenPdf["document"], number: number): Promise<TextPiece[]> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str === "") return [];
    const [x = 0, baseline = 0] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]);
    const top = baseline - item.height * (1 - BASELINE_SHARE);
    return [{ text: item.str, left: x, top, width: item.width, height: item.height }];
  });
}
