import { LINES } from "../../reference/index.ts";
import { QUESTION_GRAMMAR, type QuestionLanguage } from "../data/question-grammar.ts";

/** A question for a figure in another language, in the English words that the reader knows. */
export interface TranslatedQuestion {
  language: QuestionLanguage;
  /** The figure in the asker's words. */
  figure: string;
  question: string;
}

const LANGUAGES = Object.keys(QUESTION_GRAMMAR) as QuestionLanguage[];
const namesByLanguage = new Map<QuestionLanguage, Map<string, string>>();

/** Null where the question is in English, or asks for something else than a known figure. */
export function translateQuestion(question: string): TranslatedQuestion | null {
  for (const language of LANGUAGES) {
    for (const pattern of QUESTION_GRAMMAR[language].patterns) {
      const groups = pattern.exec(question.trim())?.groups;
      const name = groups && namesOf(language).get(keyOf(groups["figure"] ?? ""));
      if (!name) continue;
      const year = groups["year"];
      const figure = groups["figure"] ?? "";
      return {
        language,
        figure,
        question: `What was the ${name}${year === undefined ? "" : ` in FY${year}`}?`,
      };
    }
  }
  return null;
}

/** The English name that questions use, by each name of a figure in a language. */
function namesOf(language: QuestionLanguage): Map<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const names = new Map<string, string>();
  for (const { labels, name } of LINES) {
    for (const label of labels[language] ?? []) {
      const key = keyOf(label);
      if (!names.has(key)) names.set(key, name.toLowerCase());
    }
  }
  for (const [ratio, name] of Object.entries(QUESTION_GRAMMAR[language].ratios))
    names.set(keyOf(ratio), name);
  namesByLanguage.set(language, names);
  return names;
}

function keyOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Not the parts of a date. */
const NUMBER = /(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\.?\d)/g;

/** An answer in the words and the number format of the question's language. */
export function localiseAnswer(text: string, { language, figure }: TranslatedQuestion): string {
  const { answer, decimal, thousands } = QUESTION_GRAMMAR[language];
  const named = text.replace(/^[^,:“]+, FY(\d{4}):/, `${figure}, $1:`);
  let said = named.replace(NUMBER, (number) =>
    number.replace(/[.,]/g, (mark) => (mark === "." ? decimal : thousands)),
  );
  for (const [english, own] of Object.entries(answer))
    said = said.replaceAll(new RegExp(`\\b${english}\\b`, "g"), own);
  // An abbreviation at the end of a sentence has its full stop already.
  return said.replace(/\.\.(?=\s|$)/g, ".");
}
