/** A place in a document: a page and, for a single value, a box in points and its text. */
export interface Mark {
  page: number;
  box: readonly number[] | null;
  quote: string | null;
}

const QUOTE_LENGTH_MAX = 300;

/** The path of the report, opened at the place. */
export function placePath(reportId: string, { page, box, quote }: Mark): string {
  const search = new URLSearchParams({
    page: String(page),
    ...(box && { box: box.join(",") }),
    ...(quote && { quote: quote.slice(0, QUOTE_LENGTH_MAX) }),
  });
  return `/reports/${reportId}?${search}`;
}

/** Reads the place from the URL. */
export function readMark(search: URLSearchParams): Mark | null {
  const page = Number(search.get("page"));
  if (!(page > 0)) return null;
  const box = search.get("box")?.split(",").map(Number);
  return { page, box: box?.length === 4 ? box : null, quote: search.get("quote") };
}
