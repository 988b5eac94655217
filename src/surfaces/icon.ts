import { trustedHtml } from "../kernel/html.ts";

/** A coin with an F: the favicon, and the logo on pages. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#0f766e"/>' +
  '<path d="M12 24V8h9v3h-5.5v4h5v3h-5v6z" fill="#fff"/></svg>';

/** The logo inside a page, next to the name. */
export const MARK = trustedHtml(ICON.replace("<svg", '<svg aria-hidden="true"'));
