import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildCatalog, type Tools } from "../src/catalog.ts";
import { listTools, type ToolDescription } from "../src/surfaces/mcp/tool-list.ts";

interface Choice {
  request: string;
  tool: string;
  arguments: Record<string, unknown>;
}

const choices = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "data/tool-choices.json"), "utf8"),
) as Choice[];

// Descriptions are made of schemas and words alone: nothing is run.
const tools = [...listTools(buildCatalog({} as Tools)).values()].map(({ description }) => description);
const texts = new Map(tools.map((tool) => [tool.name, wordsOf(textOf(tool))]));

function textOf({ name, title, description, inputSchema }: ToolDescription): string {
  const fields = Object.entries(inputSchema.properties)
    .filter(([field]) => field !== "max_tokens" && field !== "cursor")
    .map(([field, schema]) => `${field} ${(schema as { description?: string }).description ?? ""}`);
  // The name of a tool says most about it.
  return [name, name, title, title, description, ...fields].join(" ");
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.replace(/(ies)$/, "y").replace(/(es|s)$/, ""));
}

/** BM25, the simplest ranking: a model that understands the words can only do better. */
function rank(request: string): string[] {
  const average = [...texts.values()].reduce((sum, words) => sum + words.length, 0) / texts.size;
  const scored = [...texts].map(([name, words]) => {
    let score = 0;
    for (const term of new Set(wordsOf(request))) {
      const holders = [...texts.values()].filter((other) => other.includes(term)).length;
      const weight = Math.log(1 + (texts.size - holders + 0.5) / (holders + 0.5));
      const count = words.filter((word) => word === term).length;
      score += (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / average));
    }
    return { name, score };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ name }) => name);
}

describe("choosing a tool by its description", () => {
  it("ranks the right one first for 85 of 100 everyday requests", () => {
    expect(choices.length).toBeGreaterThanOrEqual(60);
    const misses = choices.filter(({ request, tool }) => rank(request)[0] !== tool);
    const report = misses.map(({ request, tool }) => `${request} → ${rank(request)[0]}, not ${tool}`);
    expect(report.slice(Math.floor(choices.length * 0.15))).toEqual([]);
  });

  it("sends only arguments that the tool accepts", () => {
    for (const { tool, arguments: given } of choices) {
      const fields = Object.keys(tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
      expect([tool, Object.keys(given).filter((field) => !fields.includes(field))]).toEqual([tool, []]);
    }
  });
});
