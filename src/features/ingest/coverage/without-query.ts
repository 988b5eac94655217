/** The address of a feed as every caller may see it: providers put tokens into the query or before the host. */
export function withoutQuery(origin: string): string {
  if (!URL.canParse(origin)) return origin;
  const { protocol, host, pathname } = new URL(origin);
  return `${protocol}//${host}${pathname}`;
}
