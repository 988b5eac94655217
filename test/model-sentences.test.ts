import { describe, expect, it } from "vitest";
import { ReportDigester } from "../evals/digested-reports.ts";
import { ReportReader } from "../src/features/answers/index.ts";
import { References } from "../src/features/answers/writing/references.ts";
import { verifySentence } from "../src/features/answers/writing/verify-sentence.ts";
import { MORE_FALSE, MORE_TRUE } from "./model-cases/more-sentences.ts";
import { OTHER_FALSE, OTHER_TRUE } from "./model-cases/other-sentences.ts";
import { FALSE_SENTENCES, TRUE_SENTENCES } from "./model-cases/plain-sentences.ts";
import { QUESTION, READER } from "./model-cases/report.ts";
import { WATER_FALSE, WATER_TRUE } from "./model-cases/water-sentences.ts";

function verifierOf(reader: ReportReader) {
  const verification = {
    references: new References(reader, []),
    own: { ...reader.ask(QUESTION), figure: null },
    pagesSeen: new Set(reader.report.pages.map(({ page }) => page)),
  };
  return (text: string, pages: number[]) => {
    const verdict = verifySentence({ text, pages, steps: [] }, verification);
    return "refused" in verdict ? verdict.refused : null;
  };
}

const WATER = "demo/fictional/reports/haldrewick-annual-report-2025.pdf";

async function readWater(): Promise<ReportReader> {
  const digester = new ReportDigester();
  const report = await digester.digest(WATER);
  await digester.close();
  return new ReportReader({ ...report, reportId: "rep_water", names: ["Haldrewick Water plc"] });
}

describe("a sentence of a model", () => {
  const reasonOf = verifierOf(READER);

  it.each([...TRUE_SENTENCES, ...MORE_TRUE, ...OTHER_TRUE])(
    "is accepted when the pages show it: %s",
    (text, ...pages) => {
      expect(reasonOf(text, pages)).toBeNull();
    },
  );

  it.each([...FALSE_SENTENCES, ...MORE_FALSE, ...OTHER_FALSE])(
    "is refused when they do not: %s",
    (text, ...pages) => {
      expect(reasonOf(text, pages)).not.toBeNull();
    },
  );
});

describe("a sentence of a model about a printed report", async () => {
  const reasonOf = verifierOf(await readWater());

  it.each(WATER_TRUE)("is accepted when the pages show it: %s", (text, ...pages) => {
    expect(reasonOf(text, pages)).toBeNull();
  });

  it.each(WATER_FALSE)("is refused when they do not: %s", (text, ...pages) => {
    expect(reasonOf(text, pages)).not.toBeNull();
  });
});
