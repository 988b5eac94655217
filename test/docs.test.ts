import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startTestApp } from "./app.ts";
import { DeclaredAnswers } from "./declared-answers.ts";

const app = await startTestApp();

describe("the API documentation", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { text, json } = await app.call("GET", "/openapi.json");
    expect(json.openapi).toBe("3.1.0");
    // All its recommendations but one: a service that is tested has an address of its own machine.
    const config = await createConfig({
      extends: ["recommended"],
      rules: { "no-server-example.com": "off" },
    });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it("is sent compressed, and only when it has changed", async () => {
    const url = `${app.baseUrl}/openapi.json`;
    const whole = await fetch(url, { headers: { "accept-encoding": "identity" } });
    const small = await fetch(url, { headers: { "accept-encoding": "br" } });
    expect(small.headers.get("content-encoding")).toBe("br");
    const bytes = (reply: Response) => Number(reply.headers.get("content-length"));
    expect(bytes(small)).toBeLessThan(bytes(whole) / 5);
    expect(await small.json()).toEqual(await whole.json());
    const etag = small.headers.get("etag") ?? "";
    const again = await fetch(url, { headers: { "accept-encoding": "br", "if-none-match": etag } });
    expect(again.status).toBe(304);
  });

  it("finds no fault with two more validators", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    const spectral = new spectralCore.Spectral();
    // Its own rules do not satisfy its own type.
    const rules = spectralRulesets.oas as unknown as Parameters<typeof spectral.setRuleset>[0];
    spectral.setRuleset({ extends: [rules] } as Parameters<typeof spectral.setRuleset>[0]);
    const faults = await spectral.run(json);
    expect(faults.map(({ message, path }) => `${path.join(".")}: ${message}`)).toEqual([]);
    await SwaggerParser.validate(json);
  });

  it("has an example of the answer of every operation, in its declared shape", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    const declared = new DeclaredAnswers(json);
    for (const [path, methods] of Object.entries<Methods>(json.paths))
      for (const [method, { responses }] of Object.entries(methods)) {
        const { $ref = "" } = responses["200"]?.content["application/json"]?.examples?.["demo"] ?? {};
        const { value } = json.components.examples[$ref.split("/").at(-1) ?? ""] ?? {};
        const example = { status: 200, text: JSON.stringify(value ?? null), type: "application/json" };
        expect([path, declared.findViolations(method, path, example)]).toEqual([path, []]);
      }
  });

  it("has an example of the request of every operation that takes anything, and no name made of numbers", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    for (const methods of Object.values<Record<string, Request>>(json.paths))
      for (const { operationId, parameters = [], requestBody } of Object.values(methods)) {
        const bodies = Object.values(requestBody?.content ?? {});
        const names = bodies.flatMap(({ examples = {} }) => Object.keys(examples));
        const hasExample = (one: Parameter) =>
          "example" in one || "example" in (one.content?.["application/json"] ?? {});
        const isShown =
          bodies.length > 0 ? names.length > 0 : parameters.every((one) => !one.required || hasExample(one));
        expect([
          operationId,
          isShown,
          names.filter((name) => /\d$|example/.test(name) && !/20\d\d$/.test(name)),
        ]).toEqual([operationId, true, []]);
      }
    const names = [...Object.keys(json.components.schemas), ...Object.keys(json.components.examples)];
    expect(names.filter((name) => /Also|\d$/.test(name))).toEqual([]);
  });

  it("names the address it was reached at, the only one its page may call", async () => {
    const site = app.baseUrl.replace("127.0.0.1", "localhost");
    for (const address of [site, app.baseUrl]) {
      const { servers } = (await (await fetch(`${address}/openapi.json`)).json()) as {
        servers: { url: string }[];
      };
      expect(servers).toEqual([{ url: address }]);
      expect(await (await fetch(`${address}/llms.txt`)).text()).toContain(`${address}/openapi.json`);
      expect(await (await fetch(`${address}/mcp/docs`)).text()).toContain(`${address}/mcp`);
    }
  });

  it("describes every field, tag and operation, and names every answer", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    expect(listUndescribed(json)).toEqual([]);
    expect(json.tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
    const ids = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is also YAML", async () => {
    const { json } = await app.call("GET", "/openapi.json");
    expect(parse((await app.call("GET", "/openapi.yaml")).text)).toEqual(json);
  });

  it("describes every operation to language models", async () => {
    const { text } = await app.call("GET", "/llms.txt");
    const { json } = await app.call("GET", "/openapi.json");
    for (const path of Object.keys(json.paths)) {
      if (path !== "/v1/instruments/get_report_type_list") expect(text).toContain(path);
    }
  });

  it("comes with metrics and health, which need no credential", async () => {
    const { key } = await app.addAccount();
    await app.call("GET", "/v1/account/balance", { key });
    const metrics = await app.call("GET", "/metrics");
    expect(metrics.text).toContain(
      'florin_call_seconds_count{operation="account.balance",channel="rest",status="200"}',
    );
    expect((await app.call("GET", "/healthz")).json.status).toBe("ok");
    expect((await app.call("GET", "/readyz")).json.status).toBe("ready");
  });
});

type Methods = Record<
  string,
  { responses: Record<string, { content: Record<string, { examples?: Record<string, { $ref: string }> }> }> }
>;

interface Parameter {
  required: boolean;
  example?: unknown;
  content?: Record<string, object>;
}

interface Request {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { examples?: Record<string, unknown> }> };
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; parameters?: Field[]; requestBody?: unknown }>>;
  components: { schemas: Record<string, unknown> };
}

interface Field {
  name?: string;
  description?: string;
}

/** The fields and parameters that have no description. */
function listUndescribed({ paths, components }: OpenApi): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return [
    ...Object.entries(components.schemas).flatMap(([name, schema]) => listFields(schema, name)),
    ...operations.flatMap(({ operationId, requestBody }) => listFields(requestBody, operationId)),
    ...operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((parameter) => [`${operationId} ${parameter.name}`, parameter] as const),
    ),
  ].flatMap(([place, { description }]) => (description ? [] : [place]));
}

/** Every field inside a schema, with the path to it. */
function listFields(part: unknown, place: string): (readonly [string, Field])[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => {
    if (key === "examples") return [];
    if (key !== "properties") return listFields(inner, place);
    return Object.entries(inner as Record<string, Field>).flatMap(([name, field]) => [
      [`${place}.${name}`, field] as const,
      ...listFields(field, `${place}.${name}`),
    ]);
  });
}
