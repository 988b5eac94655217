import { formatCredits } from "../../kernel/credits.ts";
import { type Html, html } from "../../kernel/html.ts";
import {
  type ApiOperation,
  type ApiResponse,
  bodyOf,
  type Endpoint,
  listEndpoints,
  type OpenApi,
} from "./open-api.ts";
import { describeType, renderFields, renderText } from "./render-fields.ts";
import type { Heading } from "./render-guide.ts";
import { exampleInput, writeSamples } from "./samples.ts";

const EXAMPLE_CHARACTERS_MAX = 4_000;

export interface RenderedReference {
  content: Html;
  headings: Heading[];
}

/** One group of operations: what each takes, answers, costs and refuses, with samples and a form to try it. */
export function renderReference(
  document: OpenApi,
  { name, description }: OpenApi["tags"][number],
): RenderedReference {
  const endpoints = listEndpoints(document, name);
  return {
    headings: endpoints.map(({ operation: { operationId, summary } }) => ({
      id: operationId,
      text: summary,
      depth: 2,
    })),
    content: html`<h1>API: ${name}</h1>
<p>${description}.</p>
<form class="credential">
<label>API key for trying calls on this page <input type="password" name="key" autocomplete="off" placeholder="flr_live_…"></label>
<span role="status">Without a key your console session is used, if you are signed in. Calls cost their price.</span>
</form>
${endpoints.map((endpoint) => renderEndpoint(document, endpoint))}`,
  };
}

function renderEndpoint(document: OpenApi, endpoint: Endpoint & { also: string[] }): Html {
  const { method, path, also, operation } = endpoint;
  const [guide = ""] = operation.description.split("\n\nPrice:");
  return html`<article class="operation" id="${operation.operationId}">
<h2>${operation.summary} <a class="anchor" href="#${operation.operationId}" aria-label="Link to ${operation.summary}">#</a></h2>
<p class="endpoint"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code>${also.map((other) => html` <span class="also">also <code>${other}</code></span>`)}</p>
<p>${renderText(guide)}</p>
<p class="facts"><span>${describePrice(operation)}</span> <span>Scope <code>${operation["x-scope"]}</code></span> <span>At most ${operation["x-rate-limit-per-second"]} calls per second</span></p>
${renderInput(document, operation)}
${renderSamples(document, endpoint)}
${renderAnswer(document, operation)}
${renderErrors(document, operation)}
${renderTry(endpoint)}
</article>`;
}

function describePrice({ "x-credits": credits }: ApiOperation): string {
  if (credits === 0) return "Free";
  return typeof credits === "number" ? formatCredits(credits) : credits.about;
}

function renderInput(document: OpenApi, operation: ApiOperation): Html {
  const body = bodyOf(operation);
  if (body) return html`<h3>Fields</h3>${renderFields(document, body.schema)}`;
  const parameters = operation.parameters ?? [];
  if (parameters.length === 0) return html`<p>No parameters.</p>`;
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema, content }) => [
      name,
      { ...(schema ?? content?.["application/json"]?.schema), description },
    ]),
  );
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return html`<h3>Parameters</h3>${renderFields(document, { properties, required })}`;
}

function renderSamples(document: OpenApi, endpoint: Endpoint): Html {
  const samples = writeSamples(document.servers[0]?.url ?? "", endpoint);
  return html`<h3>Call</h3>${samples.map(
    ({ language, text }, index) =>
      html`<details class="sample"${index === 0 && html` open`}><summary>${language}</summary><div class="code"><pre tabindex="0"><code>${text}</code></pre></div></details>`,
  )}`;
}

function renderAnswer(document: OpenApi, { responses }: ApiOperation): Html {
  const { schema = {}, examples = {} } = responses["200"]?.content?.["application/json"] ?? {};
  const name = examples["demo"]?.$ref.split("/").at(-1) ?? "";
  const example = document.components.examples[name]?.value;
  const { properties } = schema;
  const data = properties?.["data"] ?? schema;
  return html`<h3>Answer</h3>
${example !== undefined && html`<div class="code"><pre tabindex="0" class="answer"><code>${printExample(example)}</code></pre></div>`}
<details><summary>Fields of the answer (${describeType(document, data)})</summary>${renderFields(document, data)}</details>`;
}

function printExample(example: unknown): string {
  const text = JSON.stringify(example, null, 2);
  return text.length > EXAMPLE_CHARACTERS_MAX ? `${text.slice(0, EXAMPLE_CHARACTERS_MAX)}\n…` : text;
}

function renderErrors(document: OpenApi, { responses }: ApiOperation): Html {
  const own = Object.entries(responses).filter(([status, { $ref }]) => Number(status) >= 400 && !$ref);
  const codes = own.flatMap(([status, response]) => codesOf(response).map((code) => ({ status, code })));
  const common = new Set(Object.values(document.components.responses).flatMap(codesOf));
  const shown = codes.filter(({ code }) => !common.has(code));
  return html`<p class="errors">${shown.length > 0 && html`Errors: `}${shown.map(
    ({ status, code }) => html`<a href="/docs/errors#${code}"><code>${status} ${code}</code></a>`,
  )} ${shown.length > 0 ? "and those " : "Errors: those "}<a href="/docs/errors">that every operation may return</a>.</p>`;
}

const codesOf = ({ description = "" }: ApiResponse) =>
  [...description.matchAll(/\(`(\w+)`\)/g)].map(([, code = ""]) => code);

function renderTry(endpoint: Endpoint): Html {
  const { method, path, operation } = endpoint;
  const body = bodyOf(operation);
  if (body?.media === "multipart/form-data")
    return html`<p>To try it with a file of yours, upload one in the <a href="/console/reports">console</a>.</p>`;
  const input = exampleInput(endpoint);
  const fields = body
    ? html`<label>Body (JSON) <textarea name="body" rows="${Math.min(12, Object.keys(input).length + 3)}" spellcheck="false">${JSON.stringify(input, null, 2)}</textarea></label>`
    : html`${(operation.parameters ?? []).map(
        ({ name, required }) =>
          html`<label><code>${name}</code> <input name="${name}" value="${printValue(input[name])}"${required && html` required`}></label>`,
      )}`;
  return html`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">${fields}
<button>Send · ${describePrice(operation)}</button> <span class="outcome" role="status"></span></form>
<pre class="result" tabindex="0" aria-label="Answer" hidden></pre></details>`;
}

function printValue(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
