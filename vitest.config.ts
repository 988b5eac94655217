import { readdirSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { installDebianPostgres } from "./test/debian-postgres.ts";

const everyTest = ["src", "console", "test", "demo", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !file.includes("node_modules"))
    .map((file) => path.join(folder, file)),
);

/**
 * What depends on the server is tested on a second, older one too: each store, and each operation of the catalog, which
 * runs every statement. What lies above them knows nothing of the server and is tested once.
 */
const SERVER_TOO = [
  "test/as-of",
  "test/catalog",
  "test/data-rights",
  "test/exports",
  "test/gate",
  "test/ingest-companies",
  "test/ingest-facts",
  "test/ingest-joining",
  "test/ingest-prices",
  "test/managed-postgres",
  "test/partitions",
  "test/replica",
  "test/search-oracle",
  "test/search-vectors",
  "src/features/access/answers/idempotency",
  "src/features/accounts/accounts",
  "src/features/claims/store",
  "src/features/companies/companies",
  "src/features/companies/load-companies",
  "src/features/companies/names/find-by-name",
  "src/features/credits/credits",
  "src/features/news/search",
  "src/platform/db/backup/tables",
  "src/platform/db/database",
];
const ONLY_SERVER = ["test/replica.test.ts"];
const serverTests = SERVER_TOO.map((name) => path.normalize(`${name}.test.ts`));

/** The slowest first, so that all workers end at about the same time. */
const SLOW = [
  "console-pages",
  "first-hour",
  "crash",
  "console-ask",
  "console-lists",
  "console-account",
  "console-agents",
  "move-account",
  "console-search",
  "backup",
  "sharing",
  "search-crash",
  "console",
  "crash-digest",
  "processes",
  "limits",
  "console-reports",
  "console-company",
  "memory",
  "console-research",
  "outage",
  "catalog",
  "fuzz",
  "file-removal",
  "identity-cli",
  "scanned-reports",
  "clients",
  "egress",
  "console-data",
  "oauth-clients",
  "first-minutes",
  "model-cases",
  "console-service-data",
  "console-journeys",
  "tenants",
  "money",
  "ingest-crash",
  "cli",
  "upgrade",
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.indexOf(path.basename(moduleId, ".test.ts"));
      return at === -1 ? SLOW.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const hasServer = installDebianPostgres();

export default defineConfig({
  test: {
    // Shared module state is forbidden here, so isolation would only make each file pay for its imports again.
    isolate: false,
    globalSetup: ["test/global-setup.ts"],
    setupFiles: ["test/setup.ts"],
    reporters: ["default", "./test/plain-reporter.ts"],
    // Only for what hangs: on a slow or stalled machine everything may take many times as long as usual.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // One more than the cores of a small machine: browsers, databases and killed services are often waited for.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
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
