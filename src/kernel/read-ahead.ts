/** Reads the next item while the current one is being worked on; never more than one. */
export async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const read = await next;
      if (read.done) return;
      next = iterator.next();
      // Its error is thrown when its turn comes.
      next.catch(() => {});
      yield read.value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
