/** Text that is HTML already. Only `html` and `trustedHtml` make it, so nothing gets onto a page unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template whose values are escaped unless they are HTML themselves. The items of a list get a line each. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + print(parts[index - 1]) + string));
}

/** For our own constants and generated markup, never for text of a caller or a document. */
export const trustedHtml = (text: string): Html => new Html(text);

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function print(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(print).join("\n");
  if (part === null || part === undefined || part === false) return "";
  return escapeHtml(String(part));
}

export interface HtmlDocument {
  title: string;
  /** Style sheets and further tags of the head. */
  head: Html;
  body: Html;
  /** The reader's choice; without it the page follows the system. */
  theme?: "light" | "dark" | undefined;
}

/** The frame that every page of the service shares. */
export function renderDocument({ title, head, body, theme }: HtmlDocument): string {
  return html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.text;
}
