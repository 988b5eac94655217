/**
 * The URL a caller knows us by. People type `localhost` where we say `127.0.0.1`, and OAuth clients insist on the URL
 * they were given; any other Host header is untrusted and ignored.
 */
export function resolveBaseUrl(baseUrl: string, host: string | undefined): string {
  if (!host?.startsWith("localhost")) return baseUrl;
  const { hostname, port, protocol } = new URL(baseUrl);
  const isSame = hostname === "127.0.0.1" && host === (port === "" ? "localhost" : `localhost:${port}`);
  return isSame ? `${protocol}//${host}` : baseUrl;
}
