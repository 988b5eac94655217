/** Reads a list that comes in parts to its end, or up to as many as a page can show. */
export async function readAll<T>(
  read: (part: { limit: number; offset: number }) => Promise<readonly T[]>,
  { limit, most }: { limit: number; most: number },
): Promise<T[]> {
  const all: T[] = [];
  while (all.length < most) {
    const part = await read({ limit, offset: all.length });
    all.push(...part);
    if (part.length < limit) break;
  }
  return all;
}
