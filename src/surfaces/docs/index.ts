/** The documentation at /docs: the guides of `docs/` and the reference of every operation, searchable offline. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Guide, readGuides } from "../../features/reference/index.ts";
import { html } from "../../kernel/html.ts";
import { TOKENS, TYPEFACE } from "../../kernel/style-tokens.ts";
import { readCookie } from "../cookies.ts";
import { pageHeaders } from "../oauth/pages/layout.ts";
import { type Frame, type NavigationSection, renderFrame } from "./frame.ts";
import type { OpenApi } from "./open-api.ts";
import { type RenderedGuide, renderGuide } from "./render-guide.ts";
import { renderReference } from "./render-reference.ts";
import { buildSearchIndex } from "./search-index.ts";
import { type CachedText, makeCachedText, sendCached } from "./send-cached.ts";

export interface DocsTools {
  version: string;
  /** The OpenAPI file for the host name that the reader uses. */
  openApiAt: (host: string | undefined) => string;
}

const HTML_TYPE = "text/html; charset=utf-8";
const THEMES = ["light", "dark"] as const;

interface Site {
  frame: Frame;
  guides: Map<string, { guide: Guide; rendered: RenderedGuide }>;
  document: OpenApi;
  files: Map<string, CachedText>;
  pages: Map<string, CachedText>;
}

export function mountDocs(server: FastifyInstance, { version, openApiAt }: DocsTools): void {
  // Rendered for the first reader, once for each host name: starting the service must not wait for it.
  const sites = new Map<string, Site>();
  const siteFor = ({ headers }: FastifyRequest): Site => {
    const text = openApiAt(headers.host);
    const site = sites.get(text) ?? buildSite(JSON.parse(text) as OpenApi, version);
    sites.set(text, site);
    return site;
  };
  server.get("/docs", (request, reply) => sendDocsPage(siteFor(request), { request, reply }, ""));
  server.get("/docs/", (_request, reply) => reply.redirect("/docs", 308));
  server.get<{ Params: { file: string } }>("/docs/assets/:file", (request, reply) => {
    const file = siteFor(request).files.get(`/docs/assets/${request.params.file}`);
    if (!file) return sendDocsPage(siteFor(request), { request, reply }, "assets");
    return sendCached(request, reply.headers(pageHeaders()), file, "immutable");
  });
  server.get<{ Params: { "*": string } }>("/docs/*", (request, reply) =>
    sendDocsPage(siteFor(request), { request, reply }, request.params["*"]),
  );
}

function buildSite(document: OpenApi, version: string): Site {
  const list = readGuides();
  const isGuide = (name: string) => list.some((guide) => guide.name === name);
  const guides = new Map(
    list.map((guide) => [guide.name, { guide, rendered: renderGuide(guide.text, guide.name, isGuide) }]),
  );
  const files = new Map<string, CachedText>();
  const addFile = (name: string, extension: string, [text, type]: [string, string]) => {
    const file = makeCachedText(text, type);
    const url = `/docs/assets/${name}-${file.etag}.${extension}`;
    files.set(url, file);
    return url;
  };
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), "utf8");
  const index = JSON.stringify(buildSearchIndex([...guides.values()], document));
  const assets = {
    style: addFile("docs", "css", [TOKENS + TYPEFACE + read("docs.css"), "text/css; charset=utf-8"]),
    script: addFile("docs", "js", [read("docs.js"), "text/javascript; charset=utf-8"]),
    search: addFile("search", "json", [index, "application/json; charset=utf-8"]),
  };
  const frame = { navigation: listNavigation(list, document), assets, version };
  return { frame, guides, document, files, pages: new Map() };
}

function listNavigation(guides: readonly Guide[], { tags }: OpenApi): NavigationSection[] {
  const sections = [...Map.groupBy(guides, ({ section }) => section)];
  const api = tags.map(({ name }) => ({ url: `/docs/api/${name}`, title: `API: ${name}` }));
  return sections.map(([name, members]) => {
    const pages = members.map(({ name: page, title }) => ({ url: `/docs/${page}`, title }));
    return { name, pages: name === "Reference" ? [...pages, ...api] : pages };
  });
}

function sendDocsPage(
  site: Site,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  name: string,
): FastifyReply {
  reply.headers(pageHeaders()).header("x-request-id", request.id);
  const guide = name.endsWith(".md") ? site.guides.get(name.slice(0, -".md".length))?.guide : undefined;
  if (guide)
    return sendCached(
      request,
      reply,
      keep(site, name, () => guide.text, "text/markdown; charset=utf-8"),
      "revalidate",
    );
  const rendered = findPage(site, name);
  if (!rendered) return reply.code(404).type(HTML_TYPE).send(renderMissing(site));
  const chosen = readCookie(request.headers.cookie, "florin_theme");
  const theme = THEMES.find((one) => one === chosen);
  const page = keep(site, `${name}:${theme}`, () => rendered(theme), HTML_TYPE);
  return sendCached(request, reply, page, "revalidate");
}

/** Names come from the lists of guides and groups, so there are only so many. */
function keep(site: Site, name: string, render: () => string, type: string): CachedText {
  const known = site.pages.get(name) ?? makeCachedText(render(), type);
  site.pages.set(name, known);
  return known;
}

function findPage(site: Site, name: string): ((theme: "light" | "dark" | undefined) => string) | null {
  const url = name === "" ? "/docs" : `/docs/${name}`;
  if (name === "") {
    const page = { url, title: "Documentation", content: renderHome(site), headings: [] };
    return (theme) => renderFrame(site.frame, { ...page, theme });
  }
  const found = site.guides.get(name);
  if (found) {
    const { guide, rendered } = found;
    return (theme) => renderFrame(site.frame, { url, title: guide.title, ...rendered, theme });
  }
  const tag = site.document.tags.find((one) => `api/${one.name}` === name);
  if (!tag) return null;
  return (theme) =>
    renderFrame(site.frame, {
      url,
      title: `API: ${tag.name}`,
      ...renderReference(site.document, tag),
      theme,
    });
}

const ABOUT: Record<string, string> = {
  Start: "From nothing to a number with its page, in five minutes.",
  Tutorials: "Small projects from beginning to end.",
  Recipes: "Calls from a terminal, a program, a spreadsheet.",
  Concepts: "What the words mean, and what you can rely on.",
  Operate: "Settings, people, data, backup, upgrade, scale.",
  Reference: "Every operation, error and tool.",
};

function renderHome({ frame }: Site) {
  return html`<h1>Documentation</h1>
<p>Numbers you can check, on a machine you own. <a href="/docs/start">Start here</a> if this is your first call.</p>
<div class="cards">${frame.navigation.map(
    ({ name, pages }) =>
      html`<section><h2>${name}</h2><p>${ABOUT[name]}</p><ul>${pages.map(
        ({ url, title }) => html`<li><a href="${url}">${title}</a></li>`,
      )}</ul></section>`,
  )}</div>`;
}

function renderMissing({ frame }: Site): string {
  const content = html`<h1>Page not found</h1><p>Search above, or see the <a href="/docs">contents</a>.</p>`;
  return renderFrame(frame, { url: "", title: "Page not found", content, headings: [] });
}
