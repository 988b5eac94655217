import { LINES } from "../../reference/index.ts";
import type { DraftAnswer } from "../answer.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import {
  QUESTION_GRAMMAR,
  type QuestionGrammar,
  type QuestionLanguage,
  YEAR_PARTS,
  type YearPart,
} from "../data/question-grammar/index.ts";

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
    const grammar = QUESTION_GRAMMAR[language];
    const part = YEAR_PARTS.find((one) => grammar.parts[one].asked.test(question));
    const whole = part ? withoutPart(question, part, grammar) : question;
    for (const pattern of grammar.patterns) {
      const { figure = "", year } = pattern.exec(whole.trim())?.groups ?? {};
      const name = namesOf(language).get(keyOf(figure));
      if (name) return { language, figure, question: `What was the ${name}${printWhen(part, year)}?` };
    }
  }
  return null;
}

/** A question for a half or a quarter, as one for the year. */
function withoutPart(question: string, part: YearPart, { parts, beforeYear }: QuestionGrammar): string {
  const [before = "", after = ""] = question.split(parts[part].asked, 2);
  return `${before}${/^\s*\d{4}/.test(after) ? beforeYear : ""}${after}`;
}

function printWhen(part: YearPart | undefined, year: string | undefined): string {
  if (part) return ` in the ${part}${year === undefined ? "" : ` of ${year}`}`;
  return year === undefined ? "" : ` in FY${year}`;
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
export function localiseAnswer(
  { text, spans = [] }: Pick<DraftAnswer, "text" | "spans">,
  { language, figure }: TranslatedQuestion,
): { text: string; spans: ClaimSpan[] } {
  const grammar = QUESTION_GRAMMAR[language];
  const said = new ClaimedText();
  for (const piece of cutAtSpans(text, spans)) {
    const named = piece.start === 0 ? namePeriod(piece.text, figure, grammar) : piece.text;
    const own = localise(named, grammar);
    // An abbreviation at the end of a sentence has its full stop already.
    const rest = said.text.endsWith(".") ? own.replace(/^\.(?=\s|$)/, "") : own;
    if (piece.claim_id === null) said.add(rest);
    else said.addSpanned(rest, [{ start: 0, end: rest.length, claim_id: piece.claim_id }]);
  }
  return { text: said.text, spans: said.spans };
}

/** What an answer begins with, in the asker's words: "Revenue, first half of FY2024:". */
function namePeriod(text: string, figure: string, { parts }: QuestionGrammar): string {
  return text.replace(/^[^,:“]+, (?:(\w+ \w+) of )?FY(\d{4}):/, (found, part: string | undefined, year) => {
    const own = YEAR_PARTS.find((one) => one === part);
    if (part !== undefined && !own) return found;
    return `${figure}, ${own ? `${parts[own].said} ` : ""}${year}:`;
  });
}

function localise(text: string, { answer, decimal, thousands }: QuestionGrammar): string {
  let said = text.replace(NUMBER, (number) =>
    number.replace(/[.,]/g, (mark) => (mark === "." ? decimal : thousands)),
  );
  for (const [english, own] of Object.entries(answer))
    said = said.replaceAll(new RegExp(`\\b${english}\\b`, "g"), own);
  return said.replace(/\.\.(?=\s|$)/g, ".");
}

interface Piece {
  start: number;
  text: string;
  claim_id: string | null;
}

/** The claimed parts of a text and what is between them. */
function cutAtSpans(text: string, spans: readonly ClaimSpan[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { start, end, claim_id } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > from) pieces.push({ start: from, text: text.slice(from, start), claim_id: null });
    pieces.push({ start, text: text.slice(start, end), claim_id });
    from = end;
  }
  return [...pieces, { start: from, text: text.slice(from), claim_id: null }];
}
