import { type Html, html, renderDocument } from "../../../kernel/html.ts";
import type { AnyOperation } from "../../../kernel/operation.ts";
import { MARK } from "../../icon.ts";
import { listPrompts } from "../prompts.ts";
import type { ServerParts } from "../server.ts";
import type { Tool } from "../tool-list.ts";
import { listSetUps } from "./set-ups.ts";

type Schema = { type?: string; enum?: string[]; description?: string; default?: unknown };

/** The catalog as a page, generated from the same lists that clients get. */
export function renderCatalog(parts: ServerParts, baseUrl: string): string {
  const mcpUrl = `${baseUrl}/mcp`;
  const tools = [...parts.tools.values()];
  const { resources, templates } = parts.resources;
  const prompts = listPrompts();
  return renderDocument({
    title: "MCP catalog · Florin",
    head: html`<link rel="stylesheet" href="/mcp/docs/catalog.css">
<script src="/mcp/docs/catalog.js" type="module"></script>`,
    body: html`<header>
<p class="mark">${MARK}Florin</p>
<h1>Florin for AI clients</h1>
<p>${tools.length} tools, ${resources.length + templates.length} kinds of resources and ${prompts.length} prompts at
<code>${mcpUrl}</code>. The same data, prices and permissions as the <a href="/docs">REST API</a>.</p>
<form id="credential">
<label>API key for trying things here <input type="password" name="key" autocomplete="off" placeholder="flr_live_…"></label>
<span id="who" role="status">Without a key your console session is used, if you are signed in.</span>
</form>
</header>
<nav aria-label="On this page">
<a href="#connect">Connect</a>
<strong>Tools</strong>${tools.map(({ description: { name } }) => html`<a href="#${name}"><code>${name}</code></a>`)}
<strong>Others</strong><a href="#resources">Resources</a><a href="#prompts">Prompts</a>
</nav>
<main>
<section id="connect"><h2>Connect a client</h2>
${listSetUps(mcpUrl).map(
  ({ client, how, text }) => html`<details><summary>${client}</summary><p>${how}</p>
<div class="copy"><pre tabindex="0">${text}</pre><button type="button" data-copy>Copy</button></div></details>`,
)}</section>
<section><h2>Tools</h2>${tools.map(renderTool)}</section>
<section id="resources"><h2>Resources</h2>
${resources.map(
  ({ uri, title, description }) => html`<article><h3>${title}</h3><p>${description}</p>
<form data-method="resources/read"><label>Address <input name="uri" value="${uri}" readonly></label>
<button>Read</button></form><pre class="result" hidden tabindex="0"></pre></article>`,
)}
${templates.map(
  ({ uriTemplate, title, description, name }) => html`<article><h3>${title}</h3><p>${description}</p>
<form data-method="resources/read"><label>URI, with your values <input name="uri" id="uri-${name}" value="${uriTemplate}"></label>
<button>Read</button></form><pre class="result" hidden tabindex="0"></pre></article>`,
)}</section>
<section id="prompts"><h2>Prompts</h2>
${prompts.map(
  (prompt) => html`<article><h3>${prompt.title} <code>${prompt.name}</code></h3><p>${prompt.description}</p>
<form data-method="prompts/get" data-name="${prompt.name}">${prompt.arguments.map((argument) =>
    renderField(argument.name, { type: "string", description: argument.description }, argument.required),
  )}<button>Write</button></form><pre class="result" hidden tabindex="0"></pre></article>`,
)}</section>
</main>`,
  });
}

function renderTool({ description: tool, operations }: Tool): Html {
  const required = new Set(tool.inputSchema.required ?? []);
  const fields = Object.entries(tool.inputSchema.properties) as [string, Schema][];
  return html`<article id="${tool.name}"><h3><code>${tool.name}</code> ${tool.title}</h3>
<p>${tool.description}</p>
<dl><dt>Scope</dt><dd>${[...new Set(operations.map(({ scope }) => scope))].join(", ")}</dd>
<dt>Price</dt><dd>${operations.map(priceOf).join("; ")}</dd>
<dt>Effect</dt><dd>${tool.annotations.readOnlyHint ? "reads only" : "writes"}</dd></dl>
<form data-method="tools/call" data-name="${tool.name}">
${fields.map(([name, schema]) => renderField(name, schema, required.has(name)))}
<button>Call</button> <span class="cost" role="status"></span></form>
<pre class="result" hidden tabindex="0"></pre>
<details><summary>Schemas</summary><pre tabindex="0">${JSON.stringify(
    { input: tool.inputSchema, output: tool.outputSchema },
    null,
    2,
  )}</pre></details></article>`;
}

function priceOf({ price }: AnyOperation): string {
  if (price === 0) return "free";
  return typeof price === "number" ? `${price} ${price === 1 ? "credit" : "credits"}` : price.about;
}

const PAGING: Record<string, string> = {
  max_tokens: "Most tokens of the result; 6000 by default",
  cursor: "From an earlier answer, to go on",
};

function renderField(name: string, schema: Schema, isRequired: boolean): Html {
  const about = schema.description ?? PAGING[name] ?? "";
  const type = schema.enum ? "string" : (schema.type ?? "json");
  const field = schema.enum
    ? html`<select name="${name}" data-type="string"><option value=""></option>${schema.enum.map((value) => html`<option>${value}</option>`)}</select>`
    : html`<input name="${name}" data-type="${type}" ${isRequired && html`required`} placeholder="${placeholderOf(type)}">`;
  return html`<label><span><code>${name}</code>${isRequired && html` <em>required</em>`} ${about}</span>${field}</label>`;
}

function placeholderOf(type: string): string {
  if (type === "array") return '["…"]';
  return type === "object" || type === "json" ? "JSON" : "";
}
