/** How questions for a figure are asked in other languages than English, and how their answers are worded. */
export interface QuestionGrammar {
  /** With the groups `figure` and, where a year is named, `year`. */
  patterns: readonly RegExp[];
  /** The parts of a year: how they are asked for, and how an answer names them. */
  parts: Readonly<Record<YearPart, { asked: RegExp; said: string }>>;
  /** The word between a figure and its year. */
  beforeYear: string;
  /** Names of ratios; those of figures are in the reference data. */
  ratios: Readonly<Record<string, string>>;
  /** What stands in an English answer, and what to say instead. */
  answer: Readonly<Record<string, string>>;
  /** Marks of decimals and thousands. */
  decimal: string;
  thousands: string;
}

/** As English answers name them. */
export const YEAR_PARTS = [
  "first half",
  "second half",
  "first quarter",
  "second quarter",
  "third quarter",
  "fourth quarter",
] as const;
export type YearPart = (typeof YEAR_PARTS)[number];

/** `words`: what each part is called, in the order of `YEAR_PARTS`; `ask` writes the pattern that finds it. */
export function makeParts(words: readonly string[], ask: (word: string) => string): QuestionGrammar["parts"] {
  const parts = YEAR_PARTS.map((part, at) => {
    const [said = "", asked = said] = (words[at] ?? "").split(" = ");
    return [part, { asked: new RegExp(ask(asked), "iu"), said }];
  });
  // Every part has its entry.
  return Object.fromEntries(parts) as QuestionGrammar["parts"];
}
