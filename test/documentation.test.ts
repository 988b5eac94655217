import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listSettings } from "../src/config.ts";

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

describe("the documentation", () => {
  it.each(pages)("links only to existing files: %s", (page) => {
    const links = [...readProse(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
      ([, link = ""]) => link,
    );
    expect(links.filter((link) => !existsSync(path.join(path.dirname(page), link)))).toEqual([]);
  });

  it.each(pages)("names only existing files: %s", (page) => {
    const named = [...readProse(page).matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\.(?:ts|tsx|mjs|sh|sql|md))`/g)];
    expect(named.map(([, name = ""]) => name).filter((name) => !isThere(name))).toEqual([]);
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
