import { describe, expect, it } from "vitest";
import { References } from "../src/features/answers/writing/references.ts";
import { verifySentence } from "../src/features/answers/writing/verify-sentence.ts";
import { FALSE_SENTENCES, TRUE_SENTENCES } from "./model-cases/plain-sentences.ts";
import { QUESTION, READER } from "./model-cases/report.ts";

const verification = {
  references: new References(READER, []),
  own: { ...READER.ask(QUESTION), figure: null },
  pagesSeen: new Set(READER.report.pages.map(({ page }) => page)),
};

const reasonOf = (text: string, pages: number[]) => {
  const verdict = verifySentence({ text, pages, steps: [] }, verification);
  return "refused" in verdict ? verdict.refused : null;
};

describe("a sentence of a model", () => {
  it.each(TRUE_SENTENCES)("is accepted when the pages show it: %s", (text, ...pages) => {
    expect(reasonOf(text, pages)).toBeNull();
  });

  it.each(FALSE_SENTENCES)("is refused when they do not: %s", (text, ...pages) => {
    expect(reasonOf(text, pages)).not.toBeNull();
  });
});
