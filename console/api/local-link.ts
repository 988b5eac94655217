/**
 * A link to a file of this service, at whatever host name the console was opened by; the session is bound to it. Links
 * to a bucket stay as they are.
 */
export function toLocalLink(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname.startsWith("/files/") ? pathname + search : link;
}
