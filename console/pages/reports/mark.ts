/** A place in a document: a page, and on it a box in points and the words there when something single is meant. */
export interface Mark {
  page: number;
  box: readonly number[] | null;
  quote: string | null;
}

const QUOTE_LETTERS_MAX = 300;

/** The report, opened at the place. */
export function placePath(reportId: string, { page, box, quote }: Mark): string {
  const search = new URLSearchParams({
    page: String(page),
    ...(box && { box: box.join(",") }),
    ...(quote && { quote: quote.slice(0, QUOTE_LETTERS_MAX) }),
  });
  return `/reports/${reportId}?${search}`;
}

/** The place that an address names. */
export function readMark(search: URLSearchParams): Mark | null {
  const page = Number(search.get("page"));
  if (!(page > 0)) return null;
  const box = search.get("box")?.split(",").map(Number);
  return { page, box: box?.length === 4 ? box : null, quote: search.get("quote") };
}
