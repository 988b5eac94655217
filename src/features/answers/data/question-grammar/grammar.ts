/** How questions for a figure are asked in other languages than English, and how their answers are worded. */
export interface QuestionGrammar {
  /** A year with the words around it: it is taken out before the question is matched. */
  year: RegExp;
  /** Questions for a figure, with the group `figure` and perhaps `part`, of which it is asked. */
  value: readonly RegExp[];
  /** Questions for the growth of a figure, with the same group. */
  growth: readonly RegExp[];
  /** A name for the growth of a figure: "croissance du chiffre d'affaires". */
  growthOf: RegExp;
  /** How an answer calls it, after the figure. */
  growthSaid: string;
  /** The parts of a year: how they are asked for, and how an answer names them. */
  parts: Readonly<Record<YearPart, { asked: RegExp; said: string }>>;
  ratios: Readonly<Record<string, string>>;
  /** What else people call a figure, for a verb with its noun; labels of statements are in the reference data. */
  names: Readonly<Record<string, string>>;
  /** Words around the segment, region or product of which a figure is asked, in small letters without accents. */
  aroundMember: RegExp;
  /** What the company itself is called there, which changes nothing: alternatives of a pattern. */
  company: string;
  /** How a question begins in this language, and in no other of ours. */
  asks: RegExp;
  /** What stands in an English answer, and what to say instead. */
  answer: Readonly<Record<string, string>>;
  /** A page by its number, for which # stands. */
  page: string;
  notFound: string;
  /** Said where a question is not for a figure: only such questions are understood in this language. */
  figuresOnly: string;
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

interface QuestionForm {
  /** What comes before the figure, and between it and who or what it is asked of. */
  before: string;
  after?: string;
  /** A verb that may end the question. */
  end?: string;
  article: string;
}

/** A question in a language with spaces, once the year is out of it. */
export function makeForm({ before, after = "", end = "", article }: QuestionForm): RegExp {
  const middle = after === "" ? "" : String.raw`\s+(?:${after})(?<part>\s+.+?)?`;
  const last = end === "" ? "" : String.raw`(?:\s+(?:${end}))?`;
  return new RegExp(
    String.raw`^¿?\s*(?:${before})\s+(?:${article})?\s*(?<figure>[^\d?]+?)${middle}${last}[\s?!.]*$`,
    "iu",
  );
}

/** A year with the words that lead to it. */
export const makeYear = (before: string) =>
  new RegExp(String.raw`(?:^|\s)(?:${before})?(?<year>(?:19|20)\d\d)(?![\d]|[.,]\d)\s*,?`, "iu");
