/**
 * Writes the generated part of both clients from the catalog:
 *
 *   node clients/generate/main.ts
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buildCatalog, type Tools } from "../../src/catalog.ts";
import { openApiDocument } from "../../src/surfaces/rest/openapi/document.ts";
import { VERSION } from "../../src/version.ts";
import { pythonOperations, pythonTypes } from "./python.ts";
import type { OpenApi } from "./read-operations.ts";
import { typeScriptOperations, typeScriptTypes } from "./typescript.ts";

/** The generated files by their paths below `clients`. */
export function generateClients(document: OpenApi): Record<string, string> {
  return {
    "typescript/src/generated/types.ts": typeScriptTypes(document),
    "typescript/src/generated/operations.ts": typeScriptOperations(document),
    "python/florin_client/types.py": pythonTypes(document),
    "python/florin_client/operations.py": pythonOperations(document),
  };
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (import.meta.main) {
  // Operations are only described here, never run, so that they need no tools.
  const tools = { languageModel: null, liveNews: null } as unknown as Tools;
  const document = openApiDocument(buildCatalog(tools), {
    baseUrl: "http://localhost:8080",
    version: VERSION,
  });
  for (const [file, text] of Object.entries(generateClients(document as unknown as OpenApi)))
    write(path.resolve(import.meta.dirname, "..", file), text);
}
