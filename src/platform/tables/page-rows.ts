/** Rows page by page, each page starting after the last row of the previous one: memory holds one page. */
export async function* pageRows<Row>(
  pageMax: number,
  readAfter: (last: Row | null, most: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await readAfter(last, pageMax);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < pageMax) return;
  }
}
