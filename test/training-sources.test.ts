import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Sources = z.strictObject({
  financebench: z.object({ companies: z.record(z.string(), z.array(z.string())) }),
  enterprise_rag_challenge: z.object({ reports: z.array(z.string().regex(/^[0-9a-f]{40}$/)) }),
  tatqa: z.object({ files: z.array(z.string()) }),
});
const sources = Sources.parse(JSON.parse(readFileSync("training/sources.json", "utf8")));
const dataFolder = path.join("..", "shared", "data");
const hasData = existsSync(dataFolder);
const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

describe("the list of what the retriever was trained on", () => {
  it("names each report under the company that filed it", () => {
    for (const [company, reports] of Object.entries(sources.financebench.companies)) {
      const name = letters(company).slice(0, 7);
      for (const report of reports) expect(letters(report).slice(0, name.length)).toBe(name);
    }
  });

  it.skipIf(!hasData)("has only companies of the open half of FinanceBench", () => {
    const lines = readFileSync(path.join(dataFolder, "financebench", "questions.jsonl"), "utf8").trim();
    const open = new Set(lines.split("\n").map((line) => String(JSON.parse(line).company)));
    for (const company of Object.keys(sources.financebench.companies)) expect(open).toContain(company);
  });

  it.skipIf(!hasData)("has no annual report that retrieval is measured on", () => {
    const measured = readdirSync(path.join(dataFolder, "annual-reports", "pdfs"));
    const trained = new Set(sources.enterprise_rag_challenge.reports);
    expect(measured.filter((file) => trained.has(path.parse(file).name))).toEqual([]);
  });
});
