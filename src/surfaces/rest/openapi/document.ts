import { z } from "zod";
import { formatCredits } from "../../../kernel/credits.ts";
import { type AnyOperation, pathTemplate } from "../../../kernel/operation.ts";
import { COMMON_SCOPES, KEY_SCOPES, SCOPES, type Scope } from "../../../kernel/scopes.ts";
import { TABLE_FORMATS } from "../../../kernel/table.ts";
import { TABLE_MEDIA } from "../../../platform/tables/index.ts";
import { WORKBOOK_MEDIA } from "../../../platform/workbooks/index.ts";
import { CONSOLE_HEADER, SESSION_COOKIE } from "../../cookies.ts";
import { bareType } from "../present-table.ts";
import { describeField, describeFields } from "./describe-fields.ts";
import { COMMON_RESPONSES, ERROR_SCHEMA, errorResponses } from "./error-responses.ts";
import { exampleAnswers } from "./example-answers.ts";
import { TAGS } from "./tags.ts";

type Json = Record<string, unknown>;

/** The complete interface as OpenAPI 3.1, generated from the same definitions that handle the calls. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  about: { baseUrl: string; version: string },
): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Error: ERROR_SCHEMA };
  for (const operation of operations) {
    const { method, path, also = [], alsoGet } = operation.rest;
    for (const [index, url] of [path, ...also].entries()) {
      const template = pathTemplate(url);
      paths[template] ??= {};
      const id = index === 0 ? operation.id : `${operation.id}.${groupOf(url)}`;
      paths[template][method.toLowerCase()] = describeOperation(operation, id, schemas);
      if (alsoGet) paths[template]["get"] = describeOperation(asGet(operation), `${id}.get`, schemas);
    }
  }
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema, name);
  return {
    openapi: "3.1.0",
    info: {
      title: "Florin",
      version: about.version,
      summary: "Financial data for programs and AI agents",
      description:
        "Companies, reports, news, prices and answers. Send your API key in the `X-API-KEY` header, or an access token as `Authorization: Bearer`. Every call names its " +
        "price in credits (`x-credits`); a call that fails costs nothing.",
      contact: { name: "Documentation", url: `${about.baseUrl}/docs` },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: about.baseUrl }],
    security: [{ apiKey: [] }, { oauth: [] }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-KEY",
          description: scopesText(),
          "x-scopes": describeScopes(KEY_SCOPES),
        },
        oauth: describeOAuth(about.baseUrl),
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description: `A person signed in to the console; the header \`${CONSOLE_HEADER}: 1\` is required too.`,
        },
      },
      responses: COMMON_RESPONSES,
      examples: exampleAnswers(operations, toPascalCase),
      schemas,
    },
  };
}

/** The scopes as shown on the consent page. */
function describeOAuth(baseUrl: string): Json {
  const tokenUrl = `${baseUrl}/oauth/token`;
  return {
    type: "oauth2",
    description: "Access tokens of people, sent as `Authorization: Bearer`. Clients register themselves.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl,
        refreshUrl: tokenUrl,
        scopes: describeScopes(COMMON_SCOPES),
      },
    },
  };
}

const describeScopes = (scopes: readonly Scope[]) =>
  Object.fromEntries(scopes.map((scope) => [scope, SCOPES[scope]]));

/** What a credential needs: some scopes only a person in the console has, some only a key. */
function describeSecurity(scope: Scope): Json[] {
  if (!KEY_SCOPES.includes(scope)) return [{ session: [] }];
  return [{ apiKey: [] }, ...(COMMON_SCOPES.includes(scope) ? [{ oauth: [scope] }] : [])];
}

function asGet(operation: AnyOperation): AnyOperation {
  return { ...operation, rest: { ...operation.rest, method: "GET" } };
}

function describeOperation(
  operation: AnyOperation,
  operationId: string,
  schemas: Record<string, Json>,
): Json {
  const { summary, guide, scope, price, perSecond, rest } = operation;
  const credits = typeof price === "number" ? formatCredits(price) : price.about;
  return {
    operationId,
    summary,
    description: `${guide}\n\nPrice: ${credits}. Scope: \`${scope}\`. At most ${perSecond} requests per second.`,
    tags: [tagOf(operation)],
    "x-credits": typeof price === "number" ? price : { about: price.about },
    "x-rate-limit-per-second": perSecond,
    "x-scope": scope,
    security: describeSecurity(scope),
    ...describeInput(operation, schemas),
    responses: {
      200: {
        description: "Success",
        headers: {
          "X-Request-Id": { schema: { type: "string" } },
          "X-Credits-Charged": { schema: { type: "integer" } },
          "X-Credits-Remaining": { schema: { type: "integer" } },
        },
        content: {
          "application/json": {
            schema: successSchema(operation, schemas),
            examples: { demo: { $ref: `#/components/examples/${toPascalCase(operation.id)}` } },
          },
          ...tableContent(operation),
        },
      },
      ...(rest.cache === "etag" ? { 304: { description: "Not modified since the given ETag" } } : {}),
      ...errorResponses(operation),
    },
  };
}

function describeInput(operation: AnyOperation, schemas: Record<string, Json>): Json {
  const schema = toSchema(operation.input, "input", schemas);
  describeFields(schema, operation.id);
  const names = pathParameters(operation.rest.path);
  if (operation.rest.method === "POST") {
    const examples = Object.fromEntries(
      operation.examples.map(({ title, input }) => [
        toName(title),
        { summary: title, value: withFile(input) },
      ]),
    );
    const media = operation.rest.body === "multipart" ? "multipart/form-data" : "application/json";
    return { requestBody: { required: true, content: { [media]: { schema, examples } } } };
  }
  const properties = (schema["properties"] ?? {}) as Record<string, Json>;
  const required = (schema["required"] ?? []) as string[];
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    in: names.includes(name) ? "path" : "query",
    required: names.includes(name) || required.includes(name),
    description: describeField(operation.id, name, property),
    ...describeParameter(property, parameterExample(operation, name, property)),
  }));
  return parameters.length > 0 ? { parameters } : {};
}

/** From the first example that has the parameter; where no example has any, its default or its first choice. */
function parameterExample({ examples }: AnyOperation, name: string, schema: Json): Json {
  const values = examples.map(({ input }) => (input as Json)[name]);
  const isEmpty = examples.every(({ input }) => Object.keys(input as Json).length === 0);
  const [choice] = (schema["enum"] ?? []) as unknown[];
  const usual = isEmpty ? (schema["default"] ?? choice) : undefined;
  const example = values.find((value) => value !== undefined) ?? usual;
  return example === undefined ? {} : { example };
}

/** Examples name a file of the demo by its path; a caller sends the bytes under its name. */
function withFile(input: unknown): unknown {
  const { file, ...fields } = input as Json;
  return typeof file === "string" ? { ...fields, file: `@${file.split("/").at(-1)}` } : input;
}

/** A title as a name: generated code and the lists of other tools show it. */
const toName = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** Lists are separated by commas, objects written as JSON. */
function describeParameter(schema: Json, example: Json): Json {
  if (schema["type"] === "object") return { content: { "application/json": { schema, ...example } } };
  const style = schema["type"] === "array" ? { style: "form", explode: false } : {};
  return { schema, ...style, ...example };
}

/** The answer of each operation is a component with a name of its own, so that generated clients have a type for it. */
function successSchema({ id, output, rest }: AnyOperation, schemas: Record<string, Json>): Json {
  const name = `${toPascalCase(id)}Answer`;
  if (!schemas[name]) {
    const answer = toSchema(output, "output", schemas);
    describeFields(answer, id);
    schemas[name] = answer;
  }
  const data = { $ref: `#/components/schemas/${name}` };
  if (rest.reply === "raw") return data;
  if (rest.reply === "bare")
    return {
      type: "object",
      required: ["data"],
      properties: { data: { description: "The answer", ...data } },
    };
  return {
    type: "object",
    required: ["status_code", "data", "detail", "message"],
    properties: {
      status_code: { type: "integer", const: 200, description: "The HTTP status again" },
      data: { description: "The answer", ...data },
      detail: { type: "null", description: "Always null when the call succeeded" },
      message: { type: "string", examples: ["Success"], description: "The outcome in words" },
    },
  };
}

/** The same answer as rows, requested by `Accept`. */
function tableContent({ asTable, asWorkbook }: AnyOperation): Json {
  if (!asTable) return {};
  const types = TABLE_FORMATS.map((format) => bareType(TABLE_MEDIA[format].type));
  return Object.fromEntries(
    [...types, ...(asWorkbook ? [WORKBOOK_MEDIA] : [])].map((type) => [type, { schema: { type: "string" } }]),
  );
}

/** A schema whose named parts are among the components, where every operation refers to them. */
function toSchema(type: z.ZodType, io: "input" | "output", schemas: Record<string, Json>): Json {
  const plain = JSON.stringify(z.toJSONSchema(type, { io, unrepresentable: "any", override: adjustSchema }));
  const {
    $schema,
    $defs = {},
    ...schema
  } = JSON.parse(plain.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, part] of Object.entries($defs as Record<string, Json>)) {
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(part))
      throw new Error(`two schemas are called ${name}`);
    schemas[name] = part;
  }
  return schema;
}

/**
 * A tuple has no items besides those it names. Patterns with classes of Unicode are left out: many tools read them
 * differently, and the service checks them itself.
 */
function adjustSchema({ jsonSchema }: { jsonSchema: Json }): void {
  const { prefixItems, pattern } = jsonSchema;
  if (typeof pattern === "string" && pattern.includes("\\p{")) delete jsonSchema["pattern"];
  if (!Array.isArray(prefixItems)) return;
  // `items: {}` instead of false, for tools that expect a schema there.
  Object.assign(jsonSchema, { items: {}, minItems: prefixItems.length, maxItems: prefixItems.length });
}

const toPascalCase = (id: string) =>
  id.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
/** The second part of a path, which distinguishes two paths of one operation. */
const groupOf = (path: string) => path.split("/")[2] ?? path;
const tagOf = (operation: AnyOperation) => operation.id.split(".")[0] ?? operation.id;
const pathParameters = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
const scopesText = () =>
  `Scopes of API keys: ${Object.entries(describeScopes(KEY_SCOPES))
    .map(([scope, text]) => `\`${scope}\` (${text})`)
    .join(", ")}`;
