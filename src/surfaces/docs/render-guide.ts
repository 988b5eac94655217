import { Marked, type Tokens } from "marked";
import { escapeHtml, type Html, trustedHtml } from "../../kernel/html.ts";

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface RenderedGuide {
  content: Html;
  headings: Heading[];
  /** The words under each heading, for the search. */
  passages: { heading: Heading; text: string }[];
}

/** A guide as HTML. Links between guides lead to their pages; links to other files of the project become text. */
export function renderGuide(text: string, name: string, isGuide: (name: string) => boolean): RenderedGuide {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const heading = { id: makeAnchor(raw, headings), text: plain(raw), depth };
        headings.push(heading);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${heading.id}">${content}${depth > 1 ? anchorLink(heading) : ""}</h${depth}>\n`;
      },
      code: renderCode,
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const target = resolveLink(href, name, isGuide);
        return target === null ? content : `<a href="${escapeHtml(target)}">${content}</a>`;
      },
      html: ({ text: raw }) => escapeHtml(raw),
      image: ({ text: alternative }) => escapeHtml(alternative),
      table(table) {
        const cells = (row: Tokens.TableCell[], tag: "td" | "th") =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = table.rows.map((row) => `<tr${rowId(row)}>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="wide" tabindex="0"><table><thead><tr>${cells(table.header, "th")}</tr></thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const content = trustedHtml(marked.parse(text, { async: false }));
  return { content, headings, passages: splitPassages(text, headings) };
}

/** The same anchors as on code hosting sites, so that links work in both places. */
function makeAnchor(text: string, earlier: readonly Heading[]): string {
  const slug = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  const same = earlier.filter(({ id }) => id === slug || id.startsWith(`${slug}-`)).length;
  return same === 0 ? slug : `${slug}-${same}`;
}

const anchorLink = ({ id, text }: Heading) =>
  ` <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a>`;

/** A row that explains one name (an error, a setting) can be linked to by that name. */
function rowId([first]: Tokens.TableCell[]): string {
  const name = /^`([a-z_]+)`$/.exec(first?.text.trim() ?? "")?.[1];
  return name === undefined ? "" : ` id="${name}"`;
}

function renderCode({ text, lang = "" }: Tokens.Code): string {
  const [language = ""] = lang.split(" ");
  return `<div class="code"><pre tabindex="0"${language ? ` data-language="${escapeHtml(language)}"` : ""}><code>${escapeHtml(text)}</code></pre></div>\n`;
}

function resolveLink(href: string, from: string, isGuide: (name: string) => boolean): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const { pathname } = new URL(file, `http://docs/${from}.md`);
  const name = pathname.slice(1).replace(/\.md$/, "");
  // Above `docs/` or not part of the documentation.
  if (file.startsWith("../") && !from.includes("/")) return null;
  return isGuide(name) ? `/docs/${name}${anchor === undefined ? "" : `#${anchor}`}` : null;
}

const plain = (markdown: string) =>
  markdown
    .replace(/`/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*?/g, "");

function splitPassages(text: string, headings: readonly Heading[]): RenderedGuide["passages"] {
  // A line of a script may begin with # as well.
  const withoutCode = text.replace(/^```.*?^```/gms, (block) => block.replace(/^#/gm, " "));
  const parts = withoutCode.split(/^#{1,6} .*$/m).slice(1);
  return headings.flatMap((heading, index) => {
    const words = plain(parts[index] ?? "")
      .replace(/[|`=\s]+|-{3,}/g, " ")
      .trim();
    return [{ heading, text: words }];
  });
}
