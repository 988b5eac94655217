/** What the generators need to know of the OpenAPI file. */
export interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: {
    name: string;
    in: "path" | "query";
    required: boolean;
    schema: Schema;
    description?: string;
  }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface ClientOperation {
  /** The first part of the operation's id. */
  group: string;
  /** The second part. */
  name: string;
  summary: string;
  method: string;
  path: string;
  /** Multipart calls carry a file. */
  body: "query" | "json" | "multipart";
  input: Schema;
  /** The name of the answer's type. */
  answer: string;
  /** Whether the answer is the whole body, not its `data`. */
  isRaw: boolean;
}

/** Each operation once, by its main path and method. */
export function readOperations({ paths }: OpenApi): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId.split(".").length === 2)
      .map(([method, operation]) => readOperation(path, method, operation)),
  );
}

function readOperation(path: string, method: string, operation: OpenApiOperation): ClientOperation {
  const [group = "", name = ""] = operation.operationId.split(".");
  const [[media, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema ?? {};
  const isRaw = answer.$ref !== undefined;
  const reference = answer.$ref ?? answer.properties?.["data"]?.$ref ?? "";
  return {
    group,
    name,
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    body: media === undefined ? "query" : media === "multipart/form-data" ? "multipart" : "json",
    input: content?.schema ?? schemaOfParameters(operation),
    answer: nameOfReference(reference),
    isRaw,
  };
}

function schemaOfParameters({ parameters = [] }: OpenApiOperation): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The type of a list's items; of a list with fixed places, that of the first. */
export function itemsOf({ items, prefixItems }: Schema): Schema {
  return prefixItems?.[0] ?? (typeof items === "object" ? items : {});
}

export const nameOfReference = (reference: string) => reference.split("/").at(-1) ?? "";

export const toPascalCase = (text: string) =>
  text.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
