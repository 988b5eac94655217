/** The parts of the OpenAPI file that its pages show. */
export interface OpenApi {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ApiResponse>;
    examples: Record<string, ApiExample>;
  };
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  "x-credits": number | { about: string };
  "x-scope": string;
  "x-rate-limit-per-second": number;
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, { schema: Schema; examples?: Record<string, ApiExample> }> };
  responses: Record<string, ApiResponse>;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  example?: unknown;
  schema?: Schema;
  content?: Record<string, { schema: Schema; example?: unknown }>;
}

export interface ApiExample {
  summary: string;
  value: unknown;
}

export interface ApiResponse {
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: Schema; examples?: Record<string, { $ref: string }> }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface Endpoint {
  path: string;
  method: string;
  operation: ApiOperation;
}

/** The operations of a group. A second path or method of the same operation is listed under the first. */
export function listEndpoints(document: OpenApi, tag: string): (Endpoint & { also: string[] })[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const mine = all.filter(({ operation }) => operation.tags.includes(tag));
  const baseId = ({ operation }: Endpoint) => operation.operationId.split(".").slice(0, 2).join(".");
  const first = mine.filter((endpoint) => endpoint.operation.operationId === baseId(endpoint));
  return first.map((endpoint) => ({
    ...endpoint,
    also: mine
      .filter((other) => other !== endpoint && baseId(other) === endpoint.operation.operationId)
      .map(({ method, path }) => `${method} ${path}`),
  }));
}

export function bodyOf({ requestBody }: ApiOperation) {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  return media === undefined || content === undefined ? null : { media, ...content };
}

export function resolveSchema(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  if (!found) return schema;
  const { $ref: _, ...own } = schema;
  return { ...found, ...own };
}
