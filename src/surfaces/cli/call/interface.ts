import { OperatorError } from "../../../kernel/operator-error.ts";

export interface FieldSchema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  default?: unknown;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
  contentEncoding?: string;
  $ref?: string;
}

export interface CallField {
  name: string;
  schema: FieldSchema;
  isRequired: boolean;
  place: "body" | "query" | "path";
}

/** An operation as the service's OpenAPI document describes it. */
export interface CallableOperation {
  id: string;
  summary: string;
  about: string;
  method: string;
  path: string;
  isMultipart: boolean;
  /** Whether rows can be requested as CSV. */
  hasTable: boolean;
  fields: CallField[];
}

interface ObjectSchema {
  properties?: Record<string, FieldSchema>;
  required?: string[];
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: "query" | "path"; required: boolean; schema: FieldSchema }[];
  requestBody?: { content: Record<string, { schema: ObjectSchema }> };
  responses: { 200: { content: Record<string, unknown> } };
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, FieldSchema> };
}

/** Asks the running service what it offers, so that this command can call services of other versions too. */
export async function loadOperations(baseUrl: string): Promise<CallableOperation[]> {
  const answer = await fetch(`${baseUrl}/openapi.json`).catch(() => null);
  if (!answer?.ok) {
    throw new OperatorError(
      `No Florin service responds at ${baseUrl}. Start one with \`florin serve\`, or set its URL with --url.`,
    );
  }
  const { paths, components } = (await answer.json()) as OpenApiDocument;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => isPrimary(operationId))
      .map(([method, operation]) =>
        readOperation({ method: method.toUpperCase(), path, operation }, components.schemas),
      ),
  );
  return all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Additional paths and methods of one operation have a suffix. */
const isPrimary = (id: string) => !/\.(also_\d+|get)$/.test(id);

function readOperation(
  { method, path, operation }: { method: string; path: string; operation: DescribedOperation },
  schemas: Record<string, FieldSchema>,
): CallableOperation {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const [[mediaType, body] = ["", null]] = Object.entries(requestBody?.content ?? {});
  const resolve = (schema: FieldSchema): FieldSchema =>
    schema.$ref ? { ...schemas[schema.$ref.replace("#/components/schemas/", "")], ...schema } : schema;
  return {
    id: operationId,
    summary,
    about: description,
    method,
    path,
    isMultipart: mediaType === "multipart/form-data",
    hasTable: "text/csv" in operation.responses[200].content,
    fields: [
      ...parameters.map(({ name, in: place, required, schema }) => ({
        name,
        schema: resolve(schema),
        isRequired: required,
        place,
      })),
      ...listBodyFields(body?.schema ?? {}, path).map((field) => ({
        ...field,
        schema: resolve(field.schema),
      })),
    ],
  };
}

function listBodyFields({ properties = {}, required = [] }: ObjectSchema, path: string): CallField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`);
    return {
      name,
      schema,
      isRequired: isInPath || required.includes(name),
      place: isInPath ? "path" : "body",
    };
  });
}
