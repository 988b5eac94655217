import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const Sources = z.strictObject({
  financebench: z.object({ companies: z.record(z.string(), z.array(z.string())) }),
  enterprise_rag_challenge: z.object({ reports: z.array(z.string().regex(/^[0-9a-f]{40}$/)) }),
  tatqa: z.object({ files: z.array(z.string()) }),
  ordinary_texts: z.record(z.string(), z.object({ files: z.array(z.string()), licence: z.string() })),
});
const sources = Sources.parse(JSON.parse(readFileSync("training/sources.json", "utf8")));
const dataFolder = path.join("..", "shared", "data");
const hasData = existsSync(dataFolder);
const writtenFolder = path.join("training", "written");
const written = readdirSync(writtenFolder).flatMap((file) => readWritten(path.join(writtenFolder, file)));
const KINDS = ["number", "row", "name", "largest", "list", "yesno", "change", "reason", "summary", "policy"];
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

describe("the written questions", () => {
  it("are each of a known kind, with a page, its passages and an answer", () => {
    expect(written.length).toBeGreaterThan(10_000);
    for (const { place, kind, question, answer } of written) {
      expect(place).toMatch(/^[1-9]\d*:[1-9]\d*(?:,[1-9]\d*)*$/);
      expect(KINDS).toContain(kind);
      expect(question.length * answer.length).toBeGreaterThan(0);
    }
  });

  it("are over reports that may be trained on", () => {
    const listed = new Set([
      ...sources.enterprise_rag_challenge.reports,
      ...Object.values(sources.financebench.companies).flat(),
    ]);
    for (const report of new Set(written.map(({ report }) => report))) expect(listed).toContain(report);
  });

  it.skipIf(!hasData)("are none of those that are measured", () => {
    const files = ["annual-reports/questions.jsonl", "financebench/questions.jsonl"];
    const lines = files.flatMap((file) =>
      readFileSync(path.join(dataFolder, file), "utf8").trim().split("\n"),
    );
    const measured = new Set(lines.map((line) => letters(String(JSON.parse(line).question))));
    expect(written.filter(({ question }) => measured.has(letters(question)))).toEqual([]);
  });
});

/** Lines of tab-separated fields under the name of their report. */
function readWritten(file: string) {
  let report = "";
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# ")) report = line.slice(2);
      if (line.startsWith("# ")) return [];
      const [place = "", kind = "", question = "", answer = "", ...more] = line.split("\t");
      expect(more).toEqual([]);
      return { report, place, kind, question, answer };
    });
}
