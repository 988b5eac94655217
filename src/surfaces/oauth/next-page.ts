const AFTER_SIGN_IN = "/console/";
/** Only our own paths: a URL from outside must not lead away after signing in. */
const NEXT_SHAPE =
  /^\/(?:console|oauth\/interaction)\/[\w./-]{0,200}(?:\?[\w.*%=&+-]{0,500})?$|^\/oauth\/authorize\?[\w.*%=&+-]{1,4000}$/;

/** Where a person goes after signing in. */
export function readNext(next: unknown): string {
  return typeof next === "string" && NEXT_SHAPE.test(next) && !next.includes("..") ? next : AFTER_SIGN_IN;
}
