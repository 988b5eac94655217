/** Lists come in pages; this goes through all of them. Stop whenever you like: pages are fetched when needed. */
export async function* eachItem<Input extends { limit?: number; offset?: number }, Answer, Item>(
  fetchPage: (input: Input) => Promise<Answer>,
  input: Input,
  itemsOf: (answer: Answer) => readonly Item[],
): AsyncGenerator<Item> {
  let offset = input.offset ?? 0;
  for (;;) {
    const items = itemsOf(await fetchPage({ ...input, offset }));
    yield* items;
    if (items.length === 0 || (input.limit !== undefined && items.length < input.limit)) return;
    offset += items.length;
  }
}

/** The same for lists that are continued by a cursor; null ends them. */
export async function* eachByCursor<Answer, Item>(
  fetchPage: (cursor: string | null) => Promise<Answer>,
  read: (answer: Answer) => { items: readonly Item[]; next: string | null | undefined },
): AsyncGenerator<Item> {
  let cursor: string | null = null;
  for (;;) {
    const { items, next } = read(await fetchPage(cursor));
    yield* items;
    if (!next || next === cursor) return;
    cursor = next;
  }
}
