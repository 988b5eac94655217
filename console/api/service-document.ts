import { type UseQueryResult, useQuery } from "@tanstack/react-query";

export interface Schema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: (string | number)[];
  items?: Schema;
  anyOf?: Schema[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  contentMediaType?: string;
  $ref?: string;
}

export interface Operation {
  id: string;
  summary: string;
  description: string;
  method: "GET" | "POST" | "DELETE";
  path: string;
  scope: string;
  /** A fixed price, or a description of how the price is computed. */
  price: number | string;
  input: Schema;
  multipart: boolean;
  examples: { title: string; value: Record<string, unknown> }[];
}

interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  "x-credits": number | { about: string };
  "x-scope": string;
  parameters?: { name: string; required: boolean; schema: Schema }[];
  requestBody?: {
    content: Record<
      string,
      { schema: Schema; examples?: Record<string, { summary: string; value: Record<string, unknown> }> }
    >;
  };
}

interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { apiKey: { "x-scopes": Record<string, string> } };
  };
}

export interface ServiceDocument {
  operations: Operation[];
  schemas: Record<string, Schema>;
  /** A plain description of every scope that a key may have. */
  scopes: Record<string, string>;
}

/** What the service offers, according to its OpenAPI document. */
export function useServiceDocument(): UseQueryResult<ServiceDocument> {
  return useQuery({
    queryKey: ["openapi"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const response = await fetch("/openapi.json");
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return readDocument((await response.json()) as OpenApi);
    },
  });
}

/** Lists each operation once: alternative paths and the GET form of a POST are the same operation. */
function readDocument({ paths, components }: OpenApi): ServiceDocument {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => /^\w+\.\w+$/.test(operationId))
      .map(([method, described]) => readOperation(path, method, described)),
  );
  const scopes = components.securitySchemes.apiKey["x-scopes"];
  return { operations, schemas: components.schemas, scopes };
}

function readOperation(path: string, method: string, described: OpenApiOperation): Operation {
  const { operationId: id, summary, description, parameters = [], requestBody } = described;
  const [[type, body] = [undefined, undefined]] = Object.entries(requestBody?.content ?? {});
  const isMultipart = type === "multipart/form-data";
  const price = described["x-credits"];
  const input: Schema = body?.schema ?? {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return {
    id,
    summary,
    description: description.split("\n\nPrice:")[0] ?? description,
    method: method.toUpperCase() as Operation["method"],
    path: path.replace(/\{(\w+)\}/g, ":$1"),
    scope: described["x-scope"],
    price: typeof price === "number" ? price : price.about,
    input,
    multipart: isMultipart,
    // A form cannot fill in a file.
    examples: Object.values((!isMultipart && body?.examples) || {}).map(({ summary: title, value }) => ({
      title,
      value,
    })),
  };
}
