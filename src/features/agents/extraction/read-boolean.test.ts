import { describe, expect, it } from "vitest";
import { polarityOf } from "./read-boolean.ts";
import { isAboutThePast } from "./sentences-about.ts";

describe("polarityOf", () => {
  it.each([
    ["In compliance with all covenants", "At year-end the group was in compliance with all covenants.", true],
    ["In compliance with all covenants", "The group was not in compliance with its covenants.", false],
    [
      "In compliance with covenants",
      "There were no events of default, and the group was in compliance with its covenants.",
      true,
    ],
    ["No material weakness", "Management has identified no material weakness.", true],
    ["No material weakness", "Management has identified a material weakness.", false],
  ])("reads whether “%s” holds in: %s", (label, sentence, said) => {
    expect(polarityOf(label, sentence)).toBe(said);
  });

  it.each([
    ["is only possible", "The group may not be in compliance with its covenants."],
    ["is a condition", "If the group was in compliance with its covenants, interest fell."],
    ["is a duty", "The group is required to be in compliance with its covenants."],
    ["is a question", "Was the group in compliance with its covenants?"],
    ["is examined", "We assessed whether the group was in compliance with its covenants."],
    ["is denied twice", "The group was never not in compliance with its covenants."],
    ["has no verb", "Compliance with covenants"],
    ["is spread over two clauses", "Compliance is valued, while covenants were renewed."],
  ])("answers neither yes nor no when the statement %s", (_, sentence) => {
    expect(polarityOf("In compliance with covenants", sentence)).toBeNull();
  });

  it("reads a sentence about earlier years only for those years", () => {
    expect(isAboutThePast("In 2021 goodwill was impaired.", { fiscalYear: 2022 })).toBe(true);
    expect(isAboutThePast("In 2022 and 2021 goodwill was impaired.", { fiscalYear: 2022 })).toBe(false);
    expect(isAboutThePast("Goodwill was impaired.", { fiscalYear: 2022 })).toBe(false);
    expect(isAboutThePast("In 2021 goodwill was impaired.", { fiscalYear: null })).toBe(false);
  });
});
