// Compiles the service, so that its first start finds compiled what every later start finds (see florin.mjs).
import * as module from "node:module";
import { fileURLToPath } from "node:url";

module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/florin", import.meta.url)));
await Promise.all(["start", "app"].map((name) => import(new URL(`../src/${name}.ts`, import.meta.url).href)));
process.exit(0);
