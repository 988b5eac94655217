import type { JSONObject } from "@modelcontextprotocol/server";
import { z } from "zod";
import { RESULT_TOKENS } from "./fit-result.ts";

/** Zod produces JSON; its type only says that the values are unknown. */
type Json = JSONObject;
export type InputSchema = { type: "object"; properties: JSONObject; required?: string[] };
export type OutputSchema = { type: "object"; properties?: JSONObject };

/** The tool list is read at the start of every conversation: what a model does not need is left out. */
const NOT_FOR_MODELS = new Set(["$schema", "$defs", "id", "pattern", "format", "maxLength", "minLength"]);
const NOT_FOR_INPUT = new Set([...NOT_FOR_MODELS, "additionalProperties", "maxItems", "minItems"]);

/** The tool's input: names, types, choices and descriptions. */
export function inputSchemaOf(inputs: readonly z.ZodObject[], isBare: boolean): InputSchema {
  const schemas = inputs.map(
    (input) => z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Json,
  );
  const properties: Json = {};
  for (const schema of schemas) {
    for (const [name, property] of Object.entries((schema["properties"] ?? {}) as Json)) {
      // A file is sent with a form, never with a tool call.
      if (name !== "file") properties[name] = strip(property as Json);
    }
  }
  const required = schemas.length === 1 ? (schemas[0]?.["required"] as string[] | undefined) : undefined;
  return {
    type: "object",
    properties: isBare ? properties : { ...properties, ...PAGING },
    ...(required && required.length > 0 ? { required } : {}),
  };
}

/** Every tool has them, so each word counts fifteen times. */
const PAGING: Json = {
  max_tokens: {
    type: "integer",
    description: `${RESULT_TOKENS.least}-${RESULT_TOKENS.most}, default ${RESULT_TOKENS.usual}`,
  },
  cursor: { type: "string", description: "more.cursor" },
};

function strip({ anyOf, ...rest }: Json): Json {
  const choices = new Map(((anyOf ?? []) as Json[]).map(strip).map((one) => [JSON.stringify(one), one]));
  // Choices that differ only in what was left out are one.
  const [only] = choices.values();
  const schema =
    choices.size === 1 ? { ...rest, ...only } : { ...rest, ...(anyOf && { anyOf: [...choices.values()] }) };
  const kept = Object.entries(schema as Json).filter(
    ([key, value]) => !NOT_FOR_INPUT.has(key) && !isObvious(key, value, schema),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === "items") return [key, strip(value as Json)];
      if (key === "properties") return [key, mapValues(value as Json, strip)];
      return [key, key === "oneOf" ? (value as Json[]).map(strip) : value];
    }),
  );
}

/** What a model assumes anyway. */
function isObvious(key: string, value: unknown, schema: Json): boolean {
  if (key === "type") return "enum" in schema;
  if (key === "default") return value === "" || value === false || value === 0;
  // A limit that no caller reaches.
  if (key === "maximum") return Math.abs(value as number) >= 1e6;
  return key === "minimum" && (Math.abs(value as number) >= 1e6 || value === 0 || value === 1);
}

/**
 * The tool's output: an object with `data` and, when there is more, `more`. A model sees the answer itself, and a
 * program finds every field in the OpenAPI file. Tools whose form other products define name their fields.
 */
export function outputSchemaOf(outputs: readonly z.ZodType[], isBare: boolean): OutputSchema {
  if (!isBare) return { type: "object" };
  const schemas = outputs.map(
    (output) => z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) as Json,
  );
  const [only = {}] = schemas;
  return { type: "object", properties: mapValues((only["properties"] ?? {}) as Json, typeOnly) };
}

/** The name of a field says what a plain value is; lists and objects are marked. */
const typeOnly = ({ type }: Json): Json => (type === "array" || type === "object" ? { type } : {});

function mapValues(object: Json, change: (value: Json) => Json): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as Json)]));
}
