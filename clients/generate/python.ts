import {
  type ClientOperation,
  itemsOf,
  nameOfReference,
  type OpenApi,
  readOperations,
  type Schema,
  toPascalCase,
} from "./read-operations.ts";

const NOTE = "# Generated from the service's OpenAPI file by clients/generate. Do not edit.\n";
/** Names that Python keeps for itself: arguments and methods get an underscore. */
const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
/** Methods of dictionaries; a field of such a name is read as `record["name"]`. */
const OF_DICTIONARIES = new Set("clear copy get items keys pop popitem setdefault update values".split(" "));

/** A class for every object that is received; nested objects get the name of their field. */
export function pythonTypes(document: OpenApi): string {
  const classes = new Map<string, string>();
  const aliases: string[] = [];
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (schema.type === "object" && schema.properties) addClass(classes, name, schema);
    else aliases.push(`${name} = ${typeOf(classes, name, schema)}\n`);
  }
  return [
    `${NOTE}from __future__ import annotations\n`,
    "from typing import Any, Dict, List, Literal, Optional, Union\n",
    "from .record import Record\n",
    ...classes.values(),
    ...aliases,
  ].join("\n");
}

function addClass(
  classes: Map<string, string>,
  name: string,
  { properties = {}, required = [] }: Schema,
): void {
  // Reserved first, so that nested classes follow the one they belong to.
  classes.set(name, "");
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(classes, `${name}${toPascalCase(field)}`, schema);
    const value = required.includes(field) || type.startsWith("Optional[") ? type : `Optional[${type}]`;
    const about = schema.description ? `    """${schema.description.replaceAll('"""', "'''")}"""\n` : "";
    return KEYWORDS.has(field) || OF_DICTIONARIES.has(field) ? "" : `    ${field}: ${value}\n${about}`;
  });
  classes.set(name, `\nclass ${name}(Record):\n${fields.join("") || "    pass\n"}`);
}

function typeOf(classes: Map<string, string>, name: string, schema: Schema): string {
  if (schema.$ref) return nameOfReference(schema.$ref);
  if ("const" in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return union(parts.map((part) => typeOf(classes, name, part)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf(classes, name, { ...schema, type })));
  if (schema.type === "array") return `List[${typeOf(classes, `${name}Item`, itemsOf(schema))}]`;
  if (schema.type === "object" && schema.properties) {
    addClass(classes, name, schema);
    return name;
  }
  if (schema.type === "object")
    return typeof schema.additionalProperties === "object"
      ? `Dict[str, ${typeOf(classes, `${name}Value`, schema.additionalProperties)}]`
      : "Dict[str, Any]";
  return PLAIN[schema.type ?? ""] ?? "Any";
}

const PLAIN: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

function union(types: readonly string[]): string {
  const others = [...new Set(types)].filter((type) => type !== "None");
  const joined = others.length > 1 ? `Union[${others.join(", ")}]` : (others[0] ?? "None");
  return types.includes("None") && joined !== "Any" ? `Optional[${joined}]` : joined;
}

function literal(value: unknown): string {
  if (value === true) return "True";
  return value === false ? "False" : value === null ? "None" : JSON.stringify(value);
}

/** Groups that `surface.py` adds methods to. */
const SHAPED = new Set(["companies", "events", "reports"]);

/** The same methods twice: plain ones, and ones to be awaited. */
export function pythonOperations(document: OpenApi): string {
  const operations = readOperations(document);
  const groups = [...Map.groupBy(operations, ({ group }) => group)];
  const plain = groups.map(([group]) => group).filter((group) => !SHAPED.has(group));
  return [
    `${NOTE}from __future__ import annotations\n`,
    "from typing import Any, Dict, List, Literal, Optional, Union, cast\n",
    "from . import types\nfrom .call import AsyncCall, Call, File\n",
    ...groups.flatMap(([group, list]) => [groupClass(group, list, false), groupClass(group, list, true)]),
    ...[false, true].map((isAsync) => allGroups(plain, isAsync)),
    `VERSION = ${JSON.stringify(document.info.version)}\n`,
  ].join("\n");
}

function groupClass(group: string, operations: readonly ClientOperation[], isAsync: boolean): string {
  const prefix = isAsync ? "Async" : "";
  const head = `\nclass ${prefix}${toPascalCase(group)}:\n    def __init__(self, call: ${prefix}Call) -> None:\n        self._call = call\n`;
  return head + operations.map((operation) => method(operation, isAsync)).join("");
}

function allGroups(groups: readonly string[], isAsync: boolean): string {
  const prefix = isAsync ? "Async" : "";
  const lines = groups.map((group) => `        self.${group} = ${prefix}${toPascalCase(group)}(call)\n`);
  return `\nclass ${prefix}AllGroups:\n    def __init__(self, call: ${prefix}Call) -> None:\n${lines.join("")}`;
}

function method(operation: ClientOperation, isAsync: boolean): string {
  const { name, summary, method: verb, path, body, isRaw, answer, input } = operation;
  const required = input.required ?? [];
  const fields = Object.entries(input.properties ?? {}).sort(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  const parameters = fields.map(([field, schema]) => {
    const type = field === "file" && body === "multipart" ? "File" : argumentType(schema);
    return required.includes(field)
      ? `${argument(field)}: ${type}`
      : `${argument(field)}: Optional[${type}] = None`;
  });
  const values = fields.map(([field]) => `"${field}": ${argument(field)}`).join(", ");
  const star = parameters.length > 0 ? ", *, " : "";
  const signature = `self${star}${parameters.join(", ")}`;
  const call = `self._call("${verb}", "${path}", "${body}", ${isRaw ? "True" : "False"}, {${values}})`;
  return [
    `\n    ${isAsync ? "async " : ""}def ${argument(name)}(${signature}) -> types.${answer}:`,
    `        """${summary}."""`,
    `        return cast("types.${answer}", ${isAsync ? `await ${call}` : call})`,
    "",
  ].join("\n");
}

const argument = (field: string) => (KEYWORDS.has(field) ? `${field}_` : field);

/** Arguments may be given as plain lists and dictionaries. */
function argumentType(schema: Schema): string {
  if ("const" in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(", ")}]`;
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return union(parts.map(argumentType));
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => argumentType({ ...schema, type })));
  if (schema.type === "array") return `List[${argumentType(itemsOf(schema))}]`;
  if (schema.$ref || schema.type === "object") return "Dict[str, Any]";
  return PLAIN[schema.type ?? ""] ?? "Any";
}
