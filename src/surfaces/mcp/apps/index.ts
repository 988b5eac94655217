/** Views that clients with MCP Apps show beside an answer. Other clients show its text. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { PAGE_IMAGE_DPI } from "../../../features/reports/index.ts";
import { html, renderDocument, trustedHtml } from "../../../kernel/html.ts";
import { TOKENS } from "../../../kernel/style-tokens.ts";

const MIME_TYPE = "text/html;profile=mcp-app";

interface View {
  uri: string;
  name: string;
  title: string;
  description: string;
  /** The tool whose results it shows. */
  tool: string;
  script: string;
}

const VIEWS: readonly View[] = [
  {
    uri: "ui://florin/answer",
    name: "answer-view",
    title: "Answer with its pages",
    description: "Shows an answer, and for each of its numbers the page with the number marked.",
    tool: "ask_report",
    script: "answer.js",
  },
  {
    uri: "ui://florin/statements",
    name: "statements-view",
    title: "Financial statements",
    description: "Shows statements as tables in which every number opens its page.",
    tool: "financials",
    script: "statements.js",
  },
];

/** As `resources/list` names them. */
export const listViews = () =>
  VIEWS.map(({ uri, name, title, description }) => ({ uri, name, title, description, mimeType: MIME_TYPE }));

/** What the description of a tool says about its view; nothing for a tool without one. */
export function metaOfTool(tool: string): { _meta?: { ui: { resourceUri: string } } } {
  const view = VIEWS.find((one) => one.tool === tool);
  return view ? { _meta: { ui: { resourceUri: view.uri } } } : {};
}

/** The view of an address, free for everyone: it holds no data. Null for an unknown address. */
export function readView(uri: string, version: string) {
  const view = VIEWS.find((one) => one.uri === uri);
  if (!view) return null;
  // No host is named, so the client lets the view reach none: what it shows comes through the client.
  const ui = { csp: {}, prefersBorder: true };
  return { uri, mimeType: MIME_TYPE, text: printView(view, version), _meta: { ui } };
}

const read = (name: string) => trustedHtml(readFileSync(path.join(import.meta.dirname, name), "utf8"));

function printView({ title, script }: View, version: string): string {
  return renderDocument({
    title,
    head: html`<style>${trustedHtml(TOKENS)}${read("view.css")}</style>`,
    body: html`<main data-version="${version}" data-dpi="${PAGE_IMAGE_DPI}"></main>
<script>${read("host.js")}${read(script)}</script>`,
  });
}
