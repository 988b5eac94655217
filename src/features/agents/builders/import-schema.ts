import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type Field, type FieldMapping, type FieldType, parseMapping } from "./field-mapping.ts";

const TOP_GROUP = "Fields";

/**
 * The parts of JSON Schema that can define a field; anything else is rejected by name rather than silently
 * dropped.
 */
const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  required: z.array(z.string()).optional(),
});
type Node = z.infer<typeof Node>;

/** Objects become groups; properties outside any object go into a group of their own. */
export function importJsonSchema(schema: unknown): FieldMapping {
  const root = readNode(schema, "");
  const mapping: Record<string, Record<string, Field>> = {};
  for (const [name, child] of Object.entries(root.properties ?? {})) {
    const node = readNode(child, name);
    if (isObject(node)) mapping[name] = readGroup(node, name);
    else {
      const field = readField(node, name, root.required?.includes(name) ?? false);
      mapping[TOP_GROUP] = { ...mapping[TOP_GROUP], [name]: field };
    }
  }
  if (Object.keys(mapping).length === 0) refuse("", "has no properties");
  return parseMapping(mapping);
}

function readGroup(group: Node, path: string): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(group.properties ?? {}).map(([name, child]) => {
      const at = `${path}.${name}`;
      const node = readNode(child, at);
      if (isObject(node)) refuse(at, "objects may be nested only one level deep: group, then field");
      return [name, readField(node, at, group.required?.includes(name) ?? false)];
    }),
  );
}

function readField(node: Node, path: string, required: boolean): Field {
  const words = node.enum?.filter((value) => typeof value === "string");
  if (node.enum && words?.length !== node.enum.length) refuse(path, "enum may contain only strings");
  return {
    ...(node.title ? { label: node.title } : {}),
    type: typeOf(node, path),
    ...(node.description ? { description: node.description } : {}),
    ...(required ? { required: true } : {}),
    ...(words ? { enum: words } : {}),
  };
}

const FORMATS: Readonly<Record<string, FieldType>> = {
  date: "date",
  "date-time": "date",
  currency: "money",
  money: "money",
  percent: "percent",
};

function typeOf(node: Node, path: string): FieldType {
  const [type, ...others] = [node.type ?? "string"].flat().filter((one) => one !== "null");
  if (others.length > 0) refuse(path, `has more than one type: ${[type, ...others].join(", ")}`);
  const format = FORMATS[node.format ?? ""];
  switch (type) {
    case "number":
    case "integer":
      return format === "date" ? "number" : (format ?? "number");
    case "string":
      return format === "date" ? "date" : "text";
    case "boolean":
      return "boolean";
    case "array":
      return isObject(readNode(node.items ?? {}, `${path}.items`)) ? "table" : "list";
    default:
      return refuse(path, `type ${JSON.stringify(type)} is not known`);
  }
}

function isObject(node: Node): boolean {
  return node.type === "object" || (node.type === undefined && node.properties !== undefined);
}

const UNREAD = ["$ref", "oneOf", "anyOf", "allOf"] as const;

function readNode(value: unknown, path: string): Node {
  const parsed = Node.safeParse(value);
  if (!parsed.success) return refuse(path, "is not a JSON Schema");
  const unread = UNREAD.find((key) => key in parsed.data);
  if (unread) refuse(path, `${unread} is not supported; write the properties out`);
  return parsed.data;
}

function refuse(path: string, why: string): never {
  const where = path === "" ? "json_schema" : `json_schema.${path}`;
  throw new Failure("invalid_input", { detail: `${where}: ${why}` });
}
