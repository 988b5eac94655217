/**
 * The address a caller knows us by. People type `localhost` where we say `127.0.0.1`, and OAuth clients hold us to the
 * address they were given; any other Host header is somebody's claim and counts for nothing.
 */
export function reachedAt(baseUrl: string, host: string | undefined): string {
  if (!host?.startsWith("localhost")) return baseUrl;
  const { hostname, port, protocol } = new URL(baseUrl);
  const isSame = hostname === "127.0.0.1" && host === (port === "" ? "localhost" : `localhost:${port}`);
  return isSame ? `${protocol}//${host}` : baseUrl;
}
