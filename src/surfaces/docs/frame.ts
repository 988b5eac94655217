import { type Html, html, renderDocument } from "../../kernel/html.ts";
import { MARK } from "../icon.ts";
import type { Heading } from "./render-guide.ts";

export interface NavigationSection {
  name: string;
  pages: readonly { url: string; title: string }[];
}

export interface Frame {
  navigation: readonly NavigationSection[];
  assets: { style: string; script: string; search: string };
  version: string;
}

export interface DocsPage {
  url: string;
  title: string;
  content: Html;
  headings: readonly Heading[];
  theme?: "light" | "dark" | undefined;
}

/** The page around every guide and every group of operations. */
export function renderFrame({ navigation, assets, version }: Frame, page: DocsPage): string {
  const inPage = page.headings.filter(({ depth }) => depth === 2);
  return renderDocument({
    title: `${page.title} · Florin documentation`,
    theme: page.theme,
    head: html`<meta name="description" content="${page.title}: documentation of this Florin service">
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>`,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header>
<a class="mark" href="/docs">${MARK}Florin <span>Documentation</span></a>
<form role="search" id="search" class="search" data-index="${assets.search}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off"
 role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list">
<ul id="results" class="results" role="listbox" aria-label="Results" hidden></ul>
</form>
<a class="console" href="/console/">Console</a>
</header>
<details class="menu"><summary>Contents</summary>${renderNavigation(navigation, page.url, "Contents, folded")}</details>
<div class="columns">
<aside>${renderNavigation(navigation, page.url, "Contents")}</aside>
<main id="content" tabindex="-1">
${page.content}
<footer>Florin ${version} · <a href="/openapi.json">OpenAPI</a> · <a href="/llms.txt">llms.txt</a> · <a href="/mcp/docs">MCP catalog</a></footer>
</main>
${inPage.length > 2 ? renderHeadings(inPage) : html`<div></div>`}
</div>`,
  });
}

function renderNavigation(sections: readonly NavigationSection[], current: string, label: string): Html {
  return html`<nav aria-label="${label}">${sections.map(
    ({ name, pages }) =>
      html`<h2>${name}</h2><ul>${pages.map(
        ({ url, title }) =>
          html`<li><a href="${url}"${url === current && html` aria-current="page"`}>${title}</a></li>`,
      )}</ul>`,
  )}</nav>`;
}

function renderHeadings(headings: readonly Heading[]): Html {
  return html`<nav class="headings" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`;
}
