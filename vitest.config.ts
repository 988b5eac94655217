import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { installDebianPostgres } from "./test/debian-postgres.ts";

const everyTest = ["src", "test", "demo", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join(folder, file)),
);

/** What touches the database is tested twice: on the embedded server and on a server of one's own. */
const databaseTests = everyTest.filter((file) =>
  /"(\.\/|[./]+\/test\/)(database|app)\.ts"/.test(readFileSync(file, "utf8")),
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
        test: { name: "embedded", include: everyTest, env: { FLORIN_TEST_SERVER: "embedded" } },
      },
      ...(hasServer
        ? [
            {
              extends: true as const,
              test: { name: "server", include: databaseTests, env: { FLORIN_TEST_SERVER: "server" } },
            },
          ]
        : []),
    ],
  },
});
