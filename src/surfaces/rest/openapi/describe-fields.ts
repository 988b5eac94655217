import { ANSWER_FIELDS } from "./answer-fields.ts";
import { COMMON_FIELDS } from "./common-fields.ts";
import { SEARCH_FIELDS } from "./search-fields.ts";
import { WATCHLIST_FIELDS } from "./watchlist-fields.ts";
import { WORK_FIELDS } from "./work-fields.ts";

type Json = Record<string, unknown>;

const FIELDS: Readonly<Record<string, string>> = {
  ...COMMON_FIELDS,
  ...ANSWER_FIELDS,
  ...WORK_FIELDS,
  ...SEARCH_FIELDS,
  ...WATCHLIST_FIELDS,
};
/** A field that takes anything is one that other services define and this one ignores. */
const IGNORED = "Accepted so that clients of other services work unchanged; has no effect";

/** What a field means: the entry for this name inside its owner comes before the one for the name alone. */
export function describeField(owner: string, name: string, schema: Json): string | undefined {
  const known = schema["description"] ?? FIELDS[`${owner}.${name}`] ?? FIELDS[name];
  if (typeof known === "string") return known;
  return Object.keys(schema).length === 0 ? IGNORED : undefined;
}

/** Adds a description to every field of a schema that has none. `owner` is the schema, operation or field around it. */
export function describeFields(schema: unknown, owner: string): void {
  if (Array.isArray(schema)) for (const part of schema) describeFields(part, owner);
  if (!isObject(schema)) return;
  for (const [name, field] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {})) {
    if (!isObject(field)) continue;
    const description = describeField(owner, name, field);
    if (description !== undefined) field["description"] = description;
    describeFields(field, name);
  }
  for (const key of ["items", "additionalProperties", "anyOf", "oneOf", "allOf"])
    describeFields(schema[key], owner);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
