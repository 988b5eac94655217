import {
  type ClientOperation,
  itemsOf,
  nameOfReference,
  type OpenApi,
  readOperations,
  type Schema,
  toPascalCase,
} from "./read-operations.ts";

const NOTE = "// Generated from the service's OpenAPI file by clients/generate. Do not edit.\n";

/** The types of everything that is sent and received. */
export function typeScriptTypes(document: OpenApi): string {
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema)};\n`,
  );
  const inputs = readOperations(document).map(
    (operation) => `export type ${inputName(operation)} = ${inputType(operation)};\n`,
  );
  return [NOTE, ...named, ...inputs].join("\n");
}

/** A file is given as its content; everything else as the service takes it. */
function inputType({ body, input }: ClientOperation): string {
  if (body !== "multipart") return typeOf(input);
  const { file, ...fields } = input.properties ?? {};
  const rest = typeOf({
    ...input,
    properties: fields,
    required: input.required?.filter((name) => name !== "file") ?? [],
  });
  return file
    ? `${rest} & { file${input.required?.includes("file") ? "" : "?"}: Blob | Uint8Array; file_name?: string }`
    : rest;
}

/** One class for each group of operations. */
export function typeScriptOperations(document: OpenApi): string {
  const groups = [...Map.groupBy(readOperations(document), ({ group }) => group)];
  const used = groups.flatMap(([, operations]) => operations.flatMap((one) => [inputName(one), one.answer]));
  const imports = `import type {\n${[...new Set(used)]
    .sort()
    .map((name) => `  ${name},\n`)
    .join("")}} from "./types.ts";\n`;
  const call = 'import type { Call, CallOptions } from "../call.ts";\n';
  return [
    NOTE,
    call + imports,
    ...groups.map(([group, operations]) => groupClass(group, operations)),
    allGroups(groups.map(([group]) => group)),
    `export const VERSION = ${JSON.stringify(document.info.version)};\n`,
  ].join("\n");
}

function groupClass(group: string, operations: readonly ClientOperation[]): string {
  const methods = operations.map((operation) => {
    const { name, summary, method, path, body, isRaw, answer, input } = operation;
    const isOptional = (input.required ?? []).length === 0;
    const wire = JSON.stringify({ method, path, body, isRaw });
    return [
      `  /** ${summary}. */`,
      `  ${toCamelCase(name)}(input: ${inputName(operation)}${isOptional ? " = {}" : ""}, options?: CallOptions): Promise<${answer}> {`,
      `    return this.#call(${wire}, input, options);`,
      "  }",
    ].join("\n");
  });
  return `export class ${toPascalCase(group)} {\n  readonly #call: Call;\n  constructor(call: Call) {\n    this.#call = call;\n  }\n\n${methods.join("\n\n")}\n}\n`;
}

function allGroups(groups: readonly string[]): string {
  const members = groups.map((group) => `  readonly ${group}: ${toPascalCase(group)};\n`);
  const lines = groups.map((group) => `    this.${group} = new ${toPascalCase(group)}(call);\n`);
  return `export class AllGroups {\n${members.join("")}\n  constructor(call: Call) {\n${lines.join("")}  }\n}\n`;
}

const inputName = ({ group, name }: ClientOperation) => `${toPascalCase(`${group}.${name}`)}Input`;
const toCamelCase = (name: string) =>
  name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n` : "";
}

function typeOf(schema: Schema, indent = ""): string {
  if (schema.$ref) return nameOfReference(schema.$ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return [...new Set(parts.map((part) => typeOf(part, indent)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(" & ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map((part) => typeOf(part, indent)).join(", ")}]`;
  if (schema.type === "array") return `Array<${typeOf(itemsOf(schema), indent)}>`;
  if (schema.type === "object") return objectType(schema, indent);
  return PLAIN[schema.type ?? ""] ?? "unknown";
}

const PLAIN: Record<string, string> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const values =
      typeof additionalProperties === "object" ? typeOf(additionalProperties, indent) : "unknown";
    return `Record<string, ${values}>`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(field.description, inner)}${inner}${name}${mark}: ${typeOf(field, inner)};\n`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{\n${fields.join("")}${indent}}`;
}
