import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "florin-config-"));
const file = (name: string, text: string) => {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
};
const read = (sources: Partial<Parameters<typeof readConfig>[0]>) =>
  readConfig({ env: {}, options: {}, ...sources });

describe("readConfig", () => {
  it("has a default for everything", () => {
    expect(read({})).toMatchObject({ host: "127.0.0.1", port: 8080, demo: true, data: path.resolve("data") });
  });

  it("prefers the command line to the environment, and the environment to the file", () => {
    const configFile = file("a.json", '{"port": 1, "host": "::1", "log_level": "info"}');
    const config = read({
      configFile,
      env: { FLORIN_PORT: "2", FLORIN_HOST: "0.0.0.0" },
      options: { port: "3" },
    });
    expect(config).toMatchObject({ port: 3, host: "0.0.0.0", log_level: "info" });
  });

  it("reads a secret from a file", () => {
    const secret = file("url", "postgres://florin@db/florin\n");
    expect(read({ env: { DATABASE_URL_FILE: secret } }).database_url).toBe("postgres://florin@db/florin");
  });

  it.each([
    ["a port that is not a number", { options: { port: "abc" } }, /^Settings: port: .*number/],
    ["a port out of range", { env: { FLORIN_PORT: "70000" } }, /port: .*65535/],
    ["a misspelt variable", { env: { FLORIN_PROT: "1" } }, /FLORIN_PROT is not a setting/],
    ["a misspelt key in the file", { configFile: file("b.json", '{"prot": 1}') }, /prot is not a setting/],
    ["a file that is not JSON", { configFile: file("c.json", "{") }, /config file .* cannot be used/],
    ["a file that is not there", { configFile: "/nowhere.json" }, /config file .* cannot be used/],
    [
      "a database of another kind",
      { env: { DATABASE_URL: "mysql://x/y" } },
      /database_url: expected a postgres/,
    ],
    ["a base URL without a scheme", { options: { base_url: "example.com" } }, /base_url: expected an http/],
    ["an invalid switch value", { env: { FLORIN_DEMO: "perhaps" } }, /demo: expected true or false/],
  ])("refuses %s in one sentence", (_title, sources, sentence) => {
    expect(() => read(sources)).toThrow(sentence);
  });

  it("reports every invalid setting at once", () => {
    expect(() => read({ options: { port: "x", log_level: "loud" } })).toThrow(/port: .*; log_level: /);
  });
});
