import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface Declared {
  $ref?: string;
  content?: Record<string, { schema?: object }>;
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Declared> }>>;
  components: { schemas: Record<string, object>; responses: Record<string, Declared> };
}

/** Compares answers with what the service's own OpenAPI file promises. */
export class DeclaredAnswers {
  readonly #document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #patterns: { pattern: RegExp; path: string }[];

  constructor(document: OpenApi) {
    this.#document = document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: "openapi", components: document.components });
    this.#patterns = Object.keys(document.paths).map((path) => ({
      path,
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    }));
  }

  /** What the file does not promise about an answer; empty for paths and methods it does not describe. */
  findViolations(
    method: string,
    url: string,
    answer: { status: number; text: string; type: string },
  ): string[] {
    const pathname = new URL(url, "http://service").pathname;
    const path = this.#patterns.find(({ pattern }) => pattern.test(pathname))?.path;
    const operation = path && this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [];
    const { status, text, type } = answer;
    const name = `${operation.operationId}: ${status}`;
    const declared = this.#resolve(operation.responses[status]);
    if (!declared) return [`${name} is not declared: ${text.slice(0, 200)}`];
    const media = type.split(";")[0]?.trim() ?? "";
    if (media !== "application/json") return [];
    const schema = declared.content?.["application/json"]?.schema;
    if (!schema) return [`${name} is declared without a body`];
    const validate = this.#validatorFor(name, schema);
    if (validate(JSON.parse(text))) return [];
    return [`${name}: ${this.#ajv.errorsText(validate.errors)}`];
  }

  #resolve(declared: Declared | undefined): Declared | undefined {
    const name = declared?.$ref?.split("/").at(-1);
    return name === undefined ? declared : this.#document.components.responses[name];
  }

  #validatorFor(name: string, schema: object): ValidateFunction {
    const known = this.#validators.get(name);
    if (known) return known;
    const plain = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const validate = this.#ajv.compile(JSON.parse(plain) as object);
    this.#validators.set(name, validate);
    return validate;
  }
}
