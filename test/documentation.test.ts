import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildCatalog, type Tools } from "../src/catalog.ts";
import { listSettings } from "../src/config.ts";
import type { AnyOperation } from "../src/kernel/operation.ts";
import { listSetUps } from "../src/surfaces/mcp/catalog/set-ups.ts";

const FOLDERS = ["bench", "bin", "console", "demo", "deploy", "docs", "evals", "migrations", "src", "test"];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => !file.includes("node_modules"))
    .map((file) => path.join(folder, file)),
).concat(readdirSync("."));

const pages = files.filter((file) => file.endsWith(".md") && /^(docs\/|[A-Z]+\.md)/.test(file));

/** A page may shorten a path: `gate/charge.ts` is `src/gate/charge.ts`. */
const isThere = (name: string) =>
  existsSync(name) || files.some((file) => file === name || file.endsWith(`/${name}`));

/** Pages without code blocks, whose lines are examples. */
const readProse = (page: string) => readFileSync(page, "utf8").replace(/^```.*?^```/gms, "");

/** Each match of a pattern in any page, with the page it is on. */
const findInPages = (pattern: RegExp) =>
  pages.flatMap((page) =>
    [...readProse(page).matchAll(pattern)].map(([, first = "", second = ""]) => ({ page, first, second })),
  );

describe("the documentation", () => {
  it("links only to existing files", () => {
    const links = findInPages(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ page, first }) => !existsSync(path.join(path.dirname(page), first)))).toEqual([]);
  });

  it("names only existing files", () => {
    // `charge.ts`, `node bench/mcp.ts --rounds 3`, `src/features/statements`
    const names = [
      ...findInPages(/`(?:node )?((?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|mjs|sh|sql|md))(?=[ `])/g),
      ...findInPages(/`((?:src|test|docs|deploy|bench|demo|console|models)\/[\w/-]+)`/g),
    ];
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter(({ first }) => !isThere(first))).toEqual([]);
  });

  it("names only existing endpoints", () => {
    const operations: readonly AnyOperation[] = buildCatalog({} as Tools);
    const toShape = (url: string) => url.replace(/:\w+|\{\w+\}/g, "*");
    const endpoints = new Set(
      operations.flatMap(({ rest }) =>
        [rest.path, ...(rest.also ?? [])].flatMap((url) =>
          [rest.method, ...(rest.alsoGet ? ["GET"] : [])].map((method) => `${method} ${toShape(url)}`),
        ),
      ),
    );
    const names = findInPages(/\b(GET|POST|DELETE) (\/v1\/[\w/:{}]+)/g);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter(({ first, second }) => !endpoints.has(`${first} ${toShape(second)}`))).toEqual([]);
  });
});

describe("a command of the documentation", () => {
  it("runs no package but this project's own, wherever it is pasted", () => {
    const published = files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$|^src\/.*(?<!\.test)\.ts$/.test(file));
    const names = published.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bnpx (?:-\S+ )*([@\w./-]+)/g)].map(([, name]) => [
        file,
        name,
      ]),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter(([, name]) => name !== "@florin-data/florin")).toEqual([]);
    const { text = "" } = listSetUps("http://x/mcp").find(({ text }) => text.includes("npx")) ?? {};
    const { args } = JSON.parse(text).mcpServers.florin as { args: string[] };
    expect(args).toEqual(["--yes", "@florin-data/florin", "--data", expect.any(String), "mcp"]);
  });

  it("names a setting by the environment variable that the service reads", () => {
    const known = new Set(listSettings().map(({ name }) => `FLORIN_${name.toUpperCase()}`));
    const blocks = pages.flatMap((page) =>
      [...readFileSync(page, "utf8").matchAll(/^```(?:bash|sh)\b.*?^```/gms)].map(([text]) => text),
    );
    const variables = blocks.flatMap((text) =>
      [...text.matchAll(/(?<![\w$-])([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name),
    );
    const wrong = variables.filter((name) => name !== "DATABASE_URL" && known.has(`FLORIN_${name}`));
    expect(variables.length).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  });
});

describe("the list of features in ARCHITECTURE.md", () => {
  it("has every feature", () => {
    const [line = ""] = /^`accounts < .*`$/m.exec(readFileSync("ARCHITECTURE.md", "utf8")) ?? [];
    const listed = line.replaceAll("`", "").split(" < ");
    expect(listed.toSorted()).toEqual(readdirSync("src/features").toSorted());
  });
});

describe("the settings", () => {
  const text = pages.map((page) => readFileSync(page, "utf8")).join("\n");

  it.each(listSettings().map(({ name }) => name))("are documented: %s", (name) => {
    expect(text).toMatch(new RegExp(`\`${name}\``));
  });
});

describe("the walk in ARCHITECTURE.md", () => {
  const steps = [...readProse("ARCHITECTURE.md").matchAll(/^\d+\. `([\w./-]+\.ts):(\w+)`/gm)];

  it("has ten steps", () => {
    expect(steps).toHaveLength(10);
  });

  it.each(steps.map(([, file = "", symbol = ""]) => [file, symbol]))(
    "names what %s declares: %s",
    (file, symbol) => {
      expect(readFileSync(file, "utf8")).toMatch(
        new RegExp(`^export (async )?(function|const) ${symbol}\\b`, "m"),
      );
    },
  );
});

describe("a decision record", () => {
  it.each(pages.filter((page) => page.startsWith("docs/decisions/")))(
    "states its status and date: %s",
    (page) => {
      const [title = "", , status = "", date = ""] = readFileSync(page, "utf8").split("\n");
      expect(title).toMatch(/^# \d{4} · \S/);
      expect(title.slice(2, 6)).toBe(path.basename(page).slice(0, 4));
      expect(status).toMatch(/^Status: (accepted|replaced by \d{4})/);
      expect(date).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/);
    },
  );
});
