import { type Html, html } from "../../kernel/html.ts";
import { type OpenApi, resolveSchema, type Schema } from "./open-api.ts";

const DEPTH_MAX = 5;

/** The fields of an object, with the fields inside them folded. */
export function renderFields(document: OpenApi, schema: Schema, depth = 0): Html {
  const { properties = {}, required = [] } = findObject(document, schema) ?? {};
  const names = Object.keys(properties);
  if (names.length === 0) return html``;
  return html`<ul class="fields">${names.map((name) => {
    const field = resolveSchema(document, properties[name] ?? {});
    const inner = depth < DEPTH_MAX ? findObject(document, field) : null;
    return html`<li><code>${name}</code> <span class="type">${describeType(document, field)}</span>${
      required.includes(name) && html` <em>required</em>`
    } ${renderText(describe(field))}${
      inner?.properties &&
      html`<details><summary>Fields of <code>${name}</code></summary>${renderFields(document, inner, depth + 1)}</details>`
    }</li>`;
  })}</ul>`;
}

/** The object that a schema is, or that its items or choices are. */
function findObject(document: OpenApi, schema: Schema): Schema | null {
  const resolved = resolveSchema(document, schema);
  if (resolved.properties) return resolved;
  const inner = [
    resolved.items,
    ...(resolved.anyOf ?? []),
    ...(resolved.oneOf ?? []),
    ...(resolved.allOf ?? []),
    typeof resolved.additionalProperties === "object" ? resolved.additionalProperties : undefined,
  ];
  for (const one of inner) {
    const found = one && findObject(document, one);
    if (found) return found;
  }
  return null;
}

export function describeType(document: OpenApi, schema: Schema): string {
  const { type, items, anyOf, oneOf, format, const: constant } = resolveSchema(document, schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === "array") return `list of ${items ? describeType(document, items) : "values"}`;
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map((one) => describeType(document, one)))].join(" or ");
  const named = [type ?? "any"].flat().map((one) => (one === "string" && format ? format : one));
  return named.map((one) => NAMES[one] ?? one).join(" or ");
}

const NAMES: Record<string, string> = {
  integer: "whole number",
  string: "text",
  boolean: "true or false",
  "date-time": "date and time",
  any: "any value",
};

const CHOICES_MAX = 12;

function describe({ description = "", enum: choices, default: fallback }: Schema): string {
  const some = choices?.slice(0, CHOICES_MAX).map((choice) => `\`${choice}\``);
  const rest = (choices?.length ?? 0) > CHOICES_MAX ? ", …" : "";
  const usual = fallback === undefined ? "" : `Default: \`${JSON.stringify(fallback)}\`.`;
  const ended = /[^.]$/.test(description) && (some || usual) ? `${description}.` : description;
  return [ended, some && `One of ${some.join(", ")}${rest}.`, usual].filter(Boolean).join(" ");
}

/** Text between backticks is code. */
export function renderText(text: string): Html {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
    .reduce((all, part) => html`${all}${part}`, html``);
}
