import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { generateClients } from "../clients/generate/main.ts";
import { readGuides } from "../src/features/reference/index.ts";
import { startTestApp } from "./app.ts";
import { hasPython, PYTHON } from "./python.ts";

const run = promisify(execFile);
const CLIENTS = path.resolve("clients");
const app = await startTestApp({ demo: true, rate_factor: 1_000 });
const { key } = await app.addAccount({ credits: 10_000 });
const env = {
  ...process.env,
  FLORIN_URL: app.baseUrl,
  FLORIN_API_KEY: key,
  PYTHONPATH: path.join(CLIENTS, "python"),
};

interface Block {
  name: string;
  language: string;
  tag: string;
  text: string;
  /** What the output must contain, line by line. */
  expected: string[];
}

/** Every block of code in every guide. A block `text output` belongs to the one before it. */
function readBlocks(): Block[] {
  const texts = [...readGuides(), { name: "README", text: readFileSync("README.md", "utf8") }];
  return texts.flatMap(({ name, text }) => {
    const blocks: Block[] = [];
    for (const [, info = "", content = ""] of text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
      const [language = "", ...rest] = info.split(" ");
      const tag = rest.join(" ");
      if (info === "text output") blocks.at(-1)?.expected.push(...content.trim().split("\n"));
      else blocks.push({ name: `${name} ${blocks.length + 1}`, language, tag, text: content, expected: [] });
    }
    return blocks;
  });
}

const blocks = readBlocks();
const RUNNERS: Record<string, (text: string) => Promise<{ stdout: string }>> = {
  bash: (text) => run("bash", ["-euo", "pipefail", "-c", text], { env }),
  python: (text) => run(PYTHON, ["-c", text], { env }),
  // From here the packages of the tests are found.
  ts: (text) =>
    run(
      process.execPath,
      [
        "--input-type=module-typescript",
        "-e",
        text.replace('"@florin-data/client"', JSON.stringify(path.join(CLIENTS, "typescript/src/index.ts"))),
      ],
      { env, cwd: "test" },
    ),
};
const isRun = ({ tag, language }: Block) =>
  tag === "" && language in RUNNERS && (language !== "python" || hasPython);

describe("the code in the guides", () => {
  beforeAll(async () => {
    const { json } = await app.call("GET", "/openapi.json");
    for (const [file, text] of Object.entries(generateClients(json))) {
      mkdirSync(path.dirname(path.join(CLIENTS, file)), { recursive: true });
      writeFileSync(path.join(CLIENTS, file), text);
    }
  });

  it("is run here, or says why not", () => {
    const unsaid = blocks.filter(
      ({ language, tag }) =>
        !/^not-run \w+/.test(tag) &&
        !["json", "csv"].includes(language) &&
        !(language in RUNNERS && tag === ""),
    );
    expect(unsaid.map(({ name, language, tag }) => `${name}: ${language} ${tag}`)).toEqual([]);
    expect(blocks.filter(isRun).length).toBeGreaterThan(25);
  });

  it("is valid where it is data", () => {
    for (const { language, text } of blocks) if (language === "json") JSON.parse(text);
  });

  it.each(blocks.filter(isRun))("works as printed: $name", async ({ language, text, expected }) => {
    const { stdout } = (await RUNNERS[language]?.(text)) ?? { stdout: "" };
    for (const line of expected) expect(stdout).toContain(line);
  });
});
