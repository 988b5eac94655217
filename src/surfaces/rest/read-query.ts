import { z } from "zod";
import type { AnyOperation } from "../../kernel/operation.ts";

type Query = Readonly<Record<string, unknown>>;
type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a call that is usually sent as JSON: numbers, yes or no, lists (repeated or separated by commas)
 * and objects (as JSON) are written as text there. What cannot be read stays text, which the input check then refuses.
 */
export function makeReadQuery({ input, rest }: AnyOperation): (query: Query) => Query {
  if (!rest.alsoGet) return (query) => query;
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Json;
  const fields = (schema["properties"] ?? {}) as Record<string, Json>;
  return (query) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        Object.hasOwn(fields, name) ? read(fields[name] ?? {}, value) : value,
      ]),
    );
}

function read(field: Json, value: unknown): unknown {
  const [type] = typesOf(field);
  if (type === "array") return readList((field["items"] ?? {}) as Json, value);
  return typeof value === "string" ? readText(type, value) : value;
}

function readList(items: Json, value: unknown): unknown {
  const texts = typeof value === "string" ? value.split(",") : value;
  return Array.isArray(texts) ? texts.map((text) => read(items, text)) : texts;
}

function readText(type: unknown, text: string): unknown {
  if (type === "object") return readJson(text);
  if (type === "boolean")
    return (
      new Map<string, unknown>([
        ["true", true],
        ["false", false],
      ]).get(text) ?? text
    );
  const isNumber = (type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(text);
  return isNumber ? Number(text) : text;
}

/** A choice between several types is read as the first of them that is not null. */
function typesOf(field: Json): unknown[] {
  if (typeof field["type"] === "string") return [field["type"]];
  const choices = (field["anyOf"] ?? field["oneOf"] ?? []) as Json[];
  return choices.flatMap(typesOf).filter((type) => type !== "null");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
