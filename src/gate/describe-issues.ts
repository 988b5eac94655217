import { z } from "zod";
import { valueAt } from "./safe-parse.ts";

const ISSUES_SHOWN_MAX = 20;
const CHOICES_SHOWN_MAX = 20;
/** The library's default texts; our own are more precise. */
const STOCK_TEXT = /^(?:Invalid input|Invalid option|Too small|Too big)\b/;

interface RejectedInput {
  schema: z.ZodType;
  input: unknown;
}

/** What is wrong with an input, field by field, in one line that a person or a model can act on. */
export function describeIssues(error: z.ZodError, rejected: RejectedInput): string {
  const byPath = new Map<string, z.core.$ZodIssue>();
  // The first is the cause; further issues at the same path are often only its consequence.
  for (const issue of error.issues) {
    const path = pathOf(issue);
    if (!byPath.has(path)) byPath.set(path, issue);
  }
  const issues = [...byPath.values()];
  const lines = issues.slice(0, ISSUES_SHOWN_MAX).flatMap((issue) => describe(issue, rejected));
  const more = issues.length - ISSUES_SHOWN_MAX;
  return lines.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

const pathOf = ({ path }: z.core.$ZodIssue) => path.map(String).join(".");

function describe(issue: z.core.$ZodIssue, { schema, input }: RejectedInput): string[] {
  const path = pathOf(issue);
  if (issue.code === "unrecognized_keys") {
    const known = listFields(schema, issue.path);
    const unknown = issue.keys
      .slice(0, ISSUES_SHOWN_MAX)
      .map((key) => `${joined(path, shorten(key))}: unknown field`);
    return known === null ? unknown : [...unknown.slice(0, -1), `${unknown.at(-1)} (there are ${known})`];
  }
  // A null that a field does not accept counts as no value.
  const isMissing = (valueAt(input, issue.path) ?? undefined) === undefined;
  if (path === "" || (!isMissing && !STOCK_TEXT.test(issue.message))) {
    const text = issue.message.replace(/^Invalid input: /, "");
    return [path === "" ? text : `${path}: ${text}`];
  }
  const expected = describeField(schema, issue.path);
  if (isMissing) return [`${path} is required${expected === null ? "" : ` (${expected})`}`];
  return [expected === null ? `${path}: ${issue.message}` : `${path} must be ${expected}`];
}

/** The fields of the object at a path; null when there is no single answer. */
function listFields(schema: z.ZodType, path: readonly PropertyKey[]): string | null {
  if (path.length > 0 || !(schema instanceof z.ZodObject)) return null;
  const fields = Object.keys(schema.shape);
  return fields.length === 0 ? "none" : fields.slice(0, ISSUES_SHOWN_MAX).join(", ");
}

const joined = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

/** Echoes the caller's own text, but not a megabyte of it. */
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

type Json = z.core.JSONSchema.JSONSchema;

/** What a field accepts, in words; null when there is no short description. */
function describeField(schema: z.ZodType, path: readonly PropertyKey[]): string | null {
  // Deep inside a union or a record there is no single answer.
  let found: Json | undefined = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  for (const key of path) {
    const next: unknown = typeof key === "number" ? found.items : found.properties?.[String(key)];
    if (typeof next !== "object" || next === null || Array.isArray(next)) return null;
    found = next as Json;
  }
  return describeSchema(found);
}

function describeSchema({ type, enum: choices, ...limits }: Json): string | null {
  if (choices !== undefined)
    return choices.length > CHOICES_SHOWN_MAX ? null : `one of ${choices.map(String).join(", ")}`;
  switch (type) {
    case "integer":
      return `a whole number${range(wholeLimit(limits.minimum), wholeLimit(limits.maximum))}`;
    case "number":
      return `a number${range(limits.minimum, limits.maximum)}`;
    case "string":
      if (limits.format === "binary") return "a file, sent as multipart/form-data";
      return `text${range(limits.minLength, limits.maxLength, " characters")}`;
    case "array":
      return `a list${range(limits.minItems, limits.maxItems, " items")}`;
    case "boolean":
      return "true or false";
    case "object":
      return "an object";
    default:
      return null;
  }
}

/** Every integer has these limits, so they are not worth mentioning. */
function wholeLimit(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
}

function range(least: number | undefined, most: number | undefined, unit = ""): string {
  const lead = unit === "" ? " " : " of ";
  if (least !== undefined && most !== undefined) {
    const span = unit === "" ? `from ${least} to ${most}` : `${least} to ${most}${unit}`;
    return `${lead}${span}`;
  }
  if (least !== undefined) return `${lead}${least}${unit} or more`;
  if (most !== undefined) return `${lead}at most ${most}${unit}`;
  return "";
}
