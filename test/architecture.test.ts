import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** A room may import itself and the rooms before it. */
const ROOMS = [
  "version.ts",
  "kernel",
  "platform",
  "features",
  "catalog.ts",
  "gate",
  "surfaces",
  "settings.ts",
  "config.ts",
  "places.ts",
  "upgrade-data.ts",
  "migrate-data.ts",
  "parts.ts",
  "readiness.ts",
  "stdio.ts",
  "worker.ts",
  "app.ts",
  "start.ts",
  "command-settings.ts",
  "serve-joined.ts",
  "serve-processes.ts",
  "serve.ts",
  "command-tools.ts",
  "main.ts",
];

/** A feature may use the features before it, by their index.ts only. An ordered list cannot hold a cycle. */
const FEATURES = [
  "accounts",
  "credits",
  "access",
  "reference",
  "companies",
  "prices",
  "reports",
  "facts",
  "claims",
  "statements",
  "news",
  "answers",
  "agents",
  "tasks",
  "threads",
  "watchlists",
  "events",
  "search",
  "ingest",
  "exports",
  "rights",
];

/** Outside packages that only one room may know. */
const VENDORS: Record<string, string> = {
  pg: "src/platform/db",
  "pg-copy-streams": "src/platform/db",
  "pg-boss": "src/platform/jobs",
  pino: "src/platform/log",
  "prom-client": "src/platform/telemetry",
  hucre: "src/platform/workbooks",
  "modern-tar": "src/platform/archive",
  "content-disposition": "src/platform/storage",
  "@opentelemetry/api": "src/platform/telemetry",
  "@opentelemetry/sdk-trace": "src/platform/telemetry",
  "@opentelemetry/exporter-trace-otlp-http": "src/platform/telemetry",
  "@embedpdf/pdfium": "src/platform/pdf",
  "onnxruntime-node": "src/platform/models",
  "@aws-sdk/client-s3": "src/platform/storage",
  "oidc-provider": "src/platform/oauth",
  jose: "src/platform/oauth",
  "@redis/client": "src/platform/limits",
  nodemailer: "src/platform/mail",
  otpauth: "src/platform/totp",
  "any-ascii": "src/features/companies",
  "opencc-js": "src/features/companies",
  "@simplewebauthn/server": "src/platform/passkeys",
  fastify: "src/surfaces",
  commander: "src/surfaces/cli",
};
/** Where a vendor's type or set-up is needed besides its own room, and why. */
const VENDOR_EXCEPTIONS: Record<string, string[]> = {
  fastify: ["src/app.ts"], // holds the server it built
  // the command line itself
  commander: ["src/main.ts", "src/serve.ts", "src/command-tools.ts", "src/command-settings.ts"],
};

const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|types|misc|common)(\.ts|\/)/;
const LINE_LENGTH_MAX = 200;
const LINES_MAX = 300;

/** What the service itself is made of; `testing` folders hold what only tests use. */
const sources = listFiles("src", /\.ts$/).filter(
  (file) => !file.endsWith(".test.ts") && !file.includes("/testing/"),
);
const consoleSources = listFiles("console", /\.tsx?$/);

describe("the plan of ARCHITECTURE.md", () => {
  it("lets rooms import only downward, and features only by their index and in order", () => {
    expect(breachesOf((from, to) => roomBreach(from, to))).toEqual([]);
  });

  it("keeps SQL in store.ts files and in platform/db", () => {
    const sql = /\bsql`|\bsql<|\bdb`|\bdb<|\bsql\.named|\bdb\.named|\.query\(/;
    const offenders = sources.filter(
      (file) => !file.endsWith("store.ts") && !file.startsWith("src/platform/db/") && sql.test(code(file)),
    );
    // The job queue runs its own statements.
    expect(offenders.filter((file) => file !== "src/platform/jobs/index.ts")).toEqual([]);
  });

  it("reads the environment only in config.ts", () => {
    // A switch for a library may be set, but not read.
    const reads = /process\.env\b(?!\["[A-Z_]+"\] = )/;
    expect(sources.filter((file) => reads.test(code(file)) && file !== "src/command-settings.ts")).toEqual(
      [],
    );
  });

  it("imports a vendor's package only in its room", () => {
    const offenders = sources.flatMap((file) =>
      packagesOf(file)
        .filter((name) => {
          const room = VENDORS[name];
          return room && !file.startsWith(room) && !VENDOR_EXCEPTIONS[name]?.includes(file);
        })
        .map((name) => `${file}: ${name}`),
    );
    expect(offenders).toEqual([]);
  });

  it("lets the console import only types from the catalog", () => {
    const offenders = consoleSources.filter(
      (file) => [...code(file).matchAll(/^import (?!type ).*from "([./]+\/src\/[^"]+)"/gm)].length > 0,
    );
    expect(offenders).toEqual([]);
  });

  it("starts no promise in a variable, where a failure would have no listener until it is awaited", () => {
    const started = /=\s*\(async\b/;
    expect(sources.filter((file) => started.test(code(file)))).toEqual([]);
  });

  it("has no room called utils, helpers or types, and no file that is too long", () => {
    const all = [...sources, ...consoleSources];
    expect(all.filter((file) => FORBIDDEN_NAMES.test(file))).toEqual([]);
    expect(all.filter((file) => linesOfCode(file) > LINES_MAX)).toEqual([]);
  });

  it("has no line that is too long to review", () => {
    const styles = listFiles("console", /\.css$/);
    const all = [...listFiles("src", /\.ts$/), ...listFiles("console", /\.tsx?$/), ...styles];
    const long = all.flatMap((file) => {
      const lines = read(file).split("\n");
      return lines.flatMap((line, at) => (line.length > LINE_LENGTH_MAX ? [`${file}:${at + 1}`] : []));
    });
    expect(long).toEqual([]);
  });

  it("has no TODO, no skipped test and no disabled check", () => {
    const leftovers =
      /\b(TODO|FIXME|XXX|HACK)\b|\b(it|describe|test)\.(skip|only|todo)\(|@ts-(ignore|expect-error|nocheck)/;
    const all = [...listFiles("src", /\.ts$/), ...listFiles("test", /\.ts$/), ...consoleSources];
    expect(all.filter((file) => file !== "test/architecture.test.ts" && leftovers.test(read(file)))).toEqual(
      [],
    );
  });
});

function roomBreach(from: string, to: string): string | null {
  const [, fromRoom = "", fromFeature = ""] = from.split("/");
  const [, toRoom = "", toFeature = ""] = to.split("/");
  if (rank(ROOMS, toRoom) > rank(ROOMS, fromRoom)) return `${fromRoom} may not import ${toRoom}`;
  if (toRoom !== "features" || fromFeature === toFeature) return null;
  if (path.basename(to) !== "index.ts") return `import ${toFeature} by its index.ts`;
  if (fromRoom !== "features") return null;
  return rank(FEATURES, toFeature) < rank(FEATURES, fromFeature)
    ? null
    : `${fromFeature} may not use ${toFeature}`;
}

function breachesOf(breach: (from: string, to: string) => string | null): string[] {
  return sources.flatMap((from) =>
    importsOf(from).flatMap((to) => {
      const why = breach(from, to);
      return why === null ? [] : [`${from} → ${to}: ${why}`];
    }),
  );
}

function rank(list: string[], name: string): number {
  const index = list.indexOf(name);
  if (index < 0) throw new Error(`${name} is not in the lists of architecture.test.ts: place it first`);
  return index;
}

function importsOf(file: string): string[] {
  return specifiersOf(file)
    .filter((name) => name.startsWith("."))
    .map((name) => path.join(path.dirname(file), name))
    .filter((target) => target.startsWith("src/"));
}

function packagesOf(file: string): string[] {
  return specifiersOf(file)
    .filter((name) => !name.startsWith(".") && !name.startsWith("node:"))
    .map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}

function specifiersOf(file: string): string[] {
  return [...code(file).matchAll(/(?:from|import)\s*\(?"([^"]+)"/g)].map(([, name]) => name ?? "");
}

function listFiles(folder: string, shape: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => shape.test(file) && !file.includes("node_modules") && !file.startsWith("dist"))
    .map((file) => path.join(folder, file));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** The file without its comments. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

function linesOfCode(file: string): number {
  return code(file)
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}
