import { readFileSync } from "node:fs";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { CallField, FieldSchema } from "./interface.ts";

/** The values of a call as typed: `--name value`, `--name @file`, `--name -` for standard input. */
export type TypedValues = Record<string, string | string[] | boolean>;

/** Converts what was typed into the input the operation expects. */
export function readFields(fields: readonly CallField[], typed: TypedValues): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => typed[name] !== undefined)
      .map(({ name, schema }) => [name, readValue(name, schema, typed[name] as TypedValues[string])]),
  );
}

/** `@file` and `-` mean the contents of a file and of standard input. */
export function expandValue(value: string): string {
  if (value === "-") return readFileSync(0, "utf8");
  if (!value.startsWith("@")) return value;
  return readText(value.slice(1));
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new OperatorError(`The file ${file} cannot be read.`);
  }
}

/** The plain types a field accepts, whichever way the schema writes "or null". */
export function listTypes({ type, anyOf = [] }: FieldSchema): string[] {
  return [...(Array.isArray(type) ? type : type ? [type] : []), ...anyOf.flatMap(listTypes)];
}

function readValue(name: string, schema: FieldSchema, value: TypedValues[string]): unknown {
  if (typeof value === "boolean") return value;
  const types = listTypes(schema);
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.anyOf?.find(({ items }) => items)?.items ?? {};
    return value.flatMap((one) => splitList(expandValue(one))).map((one) => readValue(name, items, one));
  }
  const text = expandValue(value);
  if (types.includes("object") || types.includes("array")) return readJson(name, text);
  if (types.includes("number") || types.includes("integer")) return readNumber(name, types, text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return types.length === 0 ? readJsonOrText(text) : text;
}

/** A list may be given as JSON, as one value per flag, or one per line of a file. */
function splitList(text: string): string[] {
  if (text.trimStart().startsWith("[")) {
    const list = readJson("list", text);
    if (Array.isArray(list)) return list.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  }
  return text.split("\n").filter((line) => line !== "");
}

function readNumber(name: string, types: readonly string[], text: string): number | string {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  if (types.includes("string")) return text;
  throw new OperatorError(`--${name} must be a number, not "${text}".`);
}

function readJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorError(`--${name} must be JSON, for example '{"field": "value"}'.`);
  }
}

function readJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
