import type { NameFinder } from "../report-names.ts";
import type { Computation } from "./compute.ts";
import type { FoundFigure } from "./find-figure.ts";
import type { Period } from "./periods.ts";
import { findPeriods } from "./question-periods.ts";
import { shapeQuestion, type Wanted } from "./question-shape.ts";
import { type FigureQuestion, type QuestionContext, stripInstructions } from "./read-question.ts";
import { labelWords, rowWords } from "./row-labels.ts";
import { readRow } from "./row-reading.ts";
import type { StatementRow, Statements } from "./statement-book.ts";
import { LATER } from "./table-reading.ts";

/** A question that calls a row of a table by its name, such as a segment or a line of that company alone. */
export interface RowQuestion {
  subject: string;
  /** The name's words, each once, in alphabetical order. */
  key: string;
  period: Period;
  /** Whether the question names the period. */
  isDated: boolean;
  wanted: Wanted;
  /** Whether the size of an outflow is meant, however its row prints it. */
  isSize: boolean;
}

/** Words around the name that are no part of it. */
const AROUND = new Set(
  (
    "what is wa are were how much many did do doe ha have had report reported recorded record amount value figure of " +
    "during fiscal year end total net 's company"
  ).split(" "),
);
const WORDS_MAX = 14;
/** What led to the period, which is said apart. */
const TAIL = /\s+(?:for|in|at|of|during|as of|by)(?:\s+the)?(?:\s+end)?(?:\s+of)?(?:\s+the)?$/i;

/** `isMoney`: the words mean an amount of money, so a row of shares by that name is something else. */
export function readRowQuestion(
  question: string,
  { isName, period }: QuestionContext,
  { isMoney, isSize }: { isMoney: boolean; isSize: boolean },
): RowQuestion | null {
  const { core, definitions, unread, wanted: said } = shapeQuestion(question);
  if (definitions.length > 0 || unread.length > 0) return null;
  const text = stripInstructions(core);
  const mentions = findPeriods(text);
  const [mention] = mentions;
  if (mentions.length > 1 || (mention && mention.first !== mention.last)) return null;
  const when = mention?.last ?? period;
  if (!when) return null;
  const bare = withoutName(
    mention ? `${text.slice(0, mention.start)} ${text.slice(mention.end)}` : text,
    isName,
  );
  const key = keyOf(rowWords(bare));
  if (key === "" || key.split(" ").length > WORDS_MAX) return null;
  const subject = bare
    .replace(/^\s*(?:what(?:'s| is| was| are| were)?|how (?:much|many))\s+(?:the\s+)?/i, "")
    .replace(/^(?:fiscal )?year[- ]end\s+/i, "");
  const wanted: Wanted = isMoney && said.unit === null ? { ...said, unit: "money" } : said;
  return {
    subject: subject
      .replace(/[\s?.]+$/, "")
      .replace(TAIL, "")
      .replace(/\s+(?:amount|value|figure)$/i, "")
      .trim(),
    key,
    period: when,
    isDated: mention !== undefined,
    wanted,
    isSize,
  };
}

/** "for Company" at the end, and "Company's" anywhere. */
function withoutName(text: string, isName: NameFinder): string {
  const words = text.split(/\s+/);
  const kept = words.filter((word) => !(isName(word.replace(/[?.,]+$/, "")) && /'s?[?,]?$/.test(word)));
  while (kept.length > 1 && isName((kept.at(-1) ?? "").replace(/[?.,]+$/, ""))) kept.pop();
  return kept.join(" ");
}

function keyOf(words: readonly string[]): string {
  return [...new Set(words.filter((word) => !AROUND.has(word)))].sort().join(" ");
}

/** The row of that name; null when none is called so, or several that differ. Statements go before other tables. */
export function findRow(
  book: Statements,
  question: RowQuestion,
  pages: readonly number[],
): { question: FigureQuestion; computation: Computation } | null {
  const key = new Set(question.key.split(" "));
  const found = pages
    .flatMap((page) => book.rowsOf(page))
    // What is due in all, and not in the last of the years to come.
    .filter(({ table }) => question.isDated || !table.heads.some((head) => LATER.test(head)))
    .flatMap((row) => (isCalled(row, key) ? (readRow(book, row, question.period) ?? []) : []))
    .map((figure) => (question.isSize ? { ...figure, value: Math.abs(figure.value) } : figure));
  const [first] = found;
  if (!first || found.some((other) => other.value !== first.value)) return null;
  const result = first.unit;
  if (!matchesRequest(question.wanted, first)) return null;
  const { subject, period, wanted } = question;
  const expression = { kind: "figure" as const, concept: first.concept, period };
  return {
    question: { expression, subject, period, from: null, result, wanted },
    computation: { value: first.value, expression, operands: [first] },
  };
}

/** Asked of every row of a report: most are distinguished by their first word, before anything else is computed. */
function isCalled({ words, row }: StatementRow, key: ReadonlySet<string>): boolean {
  const missing = new Set(key);
  if (!strikeOff(words, key, missing) || missing.size === key.size) return false;
  if (missing.size === 0) return true;
  const section = row.section?.split(" > ").at(-1) ?? "";
  if (section === "") return false;
  return strikeOff(labelWords({ label: section, section: null }), key, missing) && missing.size === 0;
}

/** False for a word that the name does not have. */
function strikeOff(words: readonly string[], key: ReadonlySet<string>, missing: Set<string>): boolean {
  for (const word of words) {
    if (AROUND.has(word)) continue;
    if (!key.has(word)) return false;
    missing.delete(word);
  }
  return true;
}

function matchesRequest({ unit }: Wanted, { unit: own }: FoundFigure): boolean {
  if (unit === null) return true;
  return unit === "percent" ? own === "percent" : own === "money" || own === "per_share";
}
