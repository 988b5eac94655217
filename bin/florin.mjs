#!/usr/bin/env node
// Starts Florin on a Node that can run it: this one, or the one that came with `npm install`.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as module from "node:module";
import { fileURLToPath } from "node:url";

const [major, minor] = process.versions.node.split(".").map(Number);
const main = new URL("../src/main.ts", import.meta.url);

if (major > 24 || (major === 24 && minor >= 7)) {
  // What was compiled once is cached next to the packages, which halves the work of every later start.
  module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/florin", import.meta.url)));
  await import(main.href);
} else {
  const own = fileURLToPath(new URL(`../node_modules/.bin/node`, import.meta.url));
  if (!existsSync(own)) {
    console.error(
      `florin: Node.js 24.7 or newer is needed; this is ${process.version}. Install a newer Node.js, or run "npm install" here.`,
    );
    process.exit(1);
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
