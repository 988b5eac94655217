import type { DraftAnswer } from "../answer.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import type { ClaimSpan } from "../claims/quotation.ts";
import {
  QUESTION_GRAMMAR,
  type QuestionGrammar,
  type QuestionLanguage,
  YEAR_PARTS,
} from "../data/question-grammar/index.ts";
import type { TranslatedQuestion } from "./translate-question.ts";

/** Not the parts of a date. */
const NUMBER = /(?<![\d.])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?!\.?\d)/g;

/** What is said where nothing was found: of a figure, of something that may be one, or of anything else. */
export function refuse(language: QuestionLanguage, asked: "figure" | "name" | "text"): string {
  const { notFound, figuresOnly } = QUESTION_GRAMMAR[language];
  if (asked === "name") return `${notFound} ${figuresOnly}`;
  return asked === "figure" ? notFound : figuresOnly;
}

/** An answer in the words and the number format of the question's language. */
export function localiseAnswer(
  { text, spans = [] }: Pick<DraftAnswer, "text" | "spans">,
  { language, figure }: Pick<TranslatedQuestion, "language" | "figure">,
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
    return `${figure.charAt(0).toUpperCase()}${figure.slice(1)}, ${own ? `${parts[own].said} ` : ""}${year}:`;
  });
}

function localise(text: string, { answer, page, decimal, thousands }: QuestionGrammar): string {
  let said = text
    .replace(NUMBER, (number) => number.replace(/[.,]/g, (mark) => (mark === "." ? decimal : thousands)))
    .replace(/\bpage (\d+)/g, (_found, number: string) => page.replace("#", number));
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
