/** `__Host-`: the browser ensures that the cookie is secure, for this host only and for every path. */
export const SESSION_COOKIE = "__Host-florin_session";
export const TICKET_COOKIE = "__Host-florin_ticket";
/** While a person is away at an outside OpenID provider. */
export const OUTSIDE_COOKIE = "__Host-florin_outside";
export const FORM_COOKIE = "__Host-florin_form";

/** Requests that rely on the session cookie send this header; a page of another site cannot set it. */
export const CONSOLE_HEADER = "x-florin-console";
/** The header's value for what pages of the console read; where calls are tried out it is another. */
export const CONSOLE_PAGE = "1";

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    // Without a sign it is the value of a cookie that has no name.
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

export function writeCookie(name: string, value: string, secondsMax: number): string {
  return `${name}=${value}; Path=/; Max-Age=${secondsMax}; HttpOnly; Secure; SameSite=Lax`;
}

export function clearCookie(name: string): string {
  return writeCookie(name, "", 0);
}

/** The authorization server's own cookies; signing in or out resets them too. */
export const CLEARED_OAUTH_COOKIES = ["florin_oauth", "florin_oauth.sig"].map(
  (name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`,
);
