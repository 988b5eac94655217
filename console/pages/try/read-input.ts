import type { Schema } from "../../api/service-document.ts";
import { texts } from "../../texts/index.ts";

/** The values of a form: texts as typed, checkboxes, and a file. */
export type FormValues = Record<string, string | boolean | File>;

export type FieldKind = "choice" | "yes-no" | "number" | "text" | "date" | "list" | "json" | "file";

/** Resolves references, and picks the useful one of several alternatives. */
export function resolveSchema(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined) {
    const found = schemas[schema.$ref.split("/").at(-1) ?? ""];
    return found ? resolveSchema(found, schemas) : {};
  }
  const useful = schema.anyOf?.find(({ type }) => type !== "null");
  return useful ? { ...resolveSchema(useful, schemas), ...pickNotes(schema) } : schema;
}

const pickNotes = ({ description, default: initial }: Schema): Schema => ({
  ...(description !== undefined && { description }),
  ...(initial !== undefined && { default: initial }),
});

export function kindOf(name: string, schema: Schema, schemas: Record<string, Schema>): FieldKind {
  const { type, format } = schema;
  if (name === "file") return "file";
  if (schema.enum) return "choice";
  if (type === "boolean") return "yes-no";
  if (type === "number" || type === "integer") return "number";
  if (type === "array" && resolveSchema(schema.items ?? {}, schemas).type === "string") return "list";
  if (type === "string") return format === "date" ? "date" : "text";
  return "json";
}

/** An example, or the defaults, as form values. */
export function toFormValues(value: Record<string, unknown>): FormValues {
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (typeof one === "boolean") return [name, one];
      if (Array.isArray(one) && one.every((item) => typeof item === "string")) return [name, one.join("\n")];
      return [name, typeof one === "object" ? JSON.stringify(one, null, 2) : String(one)];
    }),
  );
}

/** The form values as the operation's input; empty values are left out. */
export function readInput(given: FormValues, kinds: Record<string, FieldKind>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string") {
      if (value !== false) input[name] = value;
    } else if (value.trim() !== "") input[name] = readText(name, value, kinds[name] ?? "text");
  }
  return input;
}

function readText(name: string, text: string, kind: FieldKind): unknown {
  if (kind === "number") return Number(text);
  if (kind === "list")
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(texts.tryIt.badJson(name));
  }
}
