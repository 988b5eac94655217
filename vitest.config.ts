import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { installDebianPostgres } from "./test/debian-postgres.ts";

const everyTest = ["src", "console", "test", "demo", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .map((file) => path.join(folder, file)),
);

/**
 * The stores are tested on a second, older server too, and so is every operation of the catalog: that runs each statement
 * there. What lies above them knows nothing of the server and is tested once.
 */
const SERVER_TOO = ["as-of", "catalog", "exports", "gate", "managed-postgres", "replica", "tenants"];
const ONLY_SERVER = ["test/replica.test.ts"];
const serverTests = everyTest.filter(
  (file) =>
    SERVER_TOO.some((name) => file === path.join("test", `${name}.test.ts`)) ||
    /"[./]+\/database\.ts"/.test(readFileSync(file, "utf8")),
);
const hasServer = installDebianPostgres();

export default defineConfig({
  test: {
    // Shared module state is forbidden here, so isolation would only make each file pay for its imports again.
    isolate: false,
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/setup.ts"],
    reporters: ["default", "./test/plain-reporter.ts"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "embedded",
          include: everyTest.filter((file) => !ONLY_SERVER.includes(file)),
          env: { FLORIN_TEST_SERVER: "embedded" },
        },
      },
      ...(hasServer
        ? [
            {
              extends: true as const,
              test: { name: "server", include: serverTests, env: { FLORIN_TEST_SERVER: "server" } },
            },
          ]
        : []),
    ],
  },
});
