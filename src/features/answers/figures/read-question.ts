import type { NameFinder } from "../report-names.ts";
import { type Expression, figuresOf, type Operator, operation } from "./expression.ts";
import { findConcept, LEXICON, type Lexicon, lexiconWith, ROW_CONCEPT } from "./lexicon.ts";
import type { Period } from "./periods.ts";
import { TWO_PERIODS, Unreadable } from "./phrase.ts";
import { parsePhrase, printToken } from "./phrase-parser.ts";
import { type QuestionShape, shapeQuestion, type Wanted } from "./question-shape.ts";
import { type Token, tokenize } from "./question-tokens.ts";
import { OTHER_SIGN } from "./row-labels.ts";
import type { RowNames } from "./row-names.ts";

/** A question understood as a computation over the report's figures. */
export interface FigureQuestion {
  expression: Expression;
  /** What is asked for, in the question's words. */
  subject: string;
  period: Period;
  from: Period | null;
  result: "money" | "per_share" | "shares" | "count" | "percent" | "ratio";
  wanted: Wanted;
}

export type FigureReading =
  | { understood: true; question: FigureQuestion }
  /** `words` are those that stopped the reading. */
  | { understood: false; words: string };

/** What the report knows that the words of a question do not say. */
export interface QuestionContext {
  /** Whether a word is part of the company's name. */
  isName: NameFinder;
  /** The report's own period, for questions that name none. */
  period: Period | null;
  /** Where that period begins, for averages over several years. */
  from?: Period | null;
  /** The rows of the report, for questions that call them by name. */
  rows?: RowNames;
}

/** Understands a question as a computation, or says which words it could not read. Never guesses. */
export function readFigureQuestion(question: string, context: QuestionContext): FigureReading {
  try {
    return { understood: true, question: understand(shapeQuestion(question), context) };
  } catch (error) {
    if (error instanceof Unreadable) return { understood: false, words: error.message };
    throw error;
  }
}

function understand(shape: QuestionShape, context: QuestionContext): FigureQuestion {
  const { isName, rows } = context;
  const base = rows?.lexicon ?? LEXICON;
  const conditions = shape.unread.filter((sentence) => !isRemark(sentence, base, isName));
  if (conditions.length > 0) throw new Unreadable(conditions.join(" "));
  const lexicon = lexiconWith(
    shape.definitions.map(({ name }) => name),
    base,
  );
  const core = stripInstructions(shape.core);
  const tokens = tokenize(core.replace(OTHER_SIGN, " "), lexicon, isName);
  const unknown = tokens.filter((token) => token.kind === "unknown");
  if (unknown.length > 0) throw new Unreadable(unknown.map(printToken).join(" "));
  const { when, rest } = takeOnlyPeriod(tokens, context);
  const definitions = new Map(shape.definitions.map(({ name, text }) => [name, text]));
  const phrase = parsePhrase(rest, (id) => {
    const text = definitions.get(id);
    return text === undefined
      ? null
      : readDefinition(
          text,
          lexiconWith(
            [...definitions.keys()].filter((name) => name !== id),
            base,
          ),
          isName,
        );
  });
  let used = when.from === null;
  const markRangeRead = () => {
    used = true;
  };
  const expression = phrase.at({ ...when, markRangeRead });
  if (!used) throw new Unreadable(TWO_PERIODS);
  return finish(shape, { expression, percent: phrase.percent, when, tokens: rest, rows });
}

/** What may change the figure that is asked for. */
const CONDITION =
  /\b(?:if|exclud\w*|includ\w*|without|except|adjust\w*|instead|ignor\w*|before|after|net of|constant|pro forma|not)\b/i;

/** A sentence next to the question that names no figure, no period, no number and no condition changes nothing. */
function isRemark(sentence: string, lexicon: Lexicon, isName: QuestionContext["isName"]): boolean {
  if (CONDITION.test(sentence.replace(/\([^)]*\)/g, " "))) return false;
  return tokenize(sentence, lexicon, isName).every((token) => {
    if (token.kind === "term") return token.meaning.kind === "statement";
    return token.kind !== "period" && token.kind !== "number" && token.kind !== "years";
  });
}

/**
 * "US dollar assets": a currency before a noun says which of them, not the unit of the answer. The word that is put in
 * has no other meaning to the reader, so that the question is not taken for one about all assets.
 */
const CURRENCY_OF_A_NOUN = new RegExp(
  String.raw`\b(?:dollar|euro|sterling|yen|franc|yuan|rupee|USD|EUR|GBP|JPY` +
    "|CHF)[- ](?!(?:amounts?|terms?|values?|figures?|thousands?|millions?|billions?|for|in|at|of" +
    String.raw`|and|or|as|on|per|to|by|from|with|during|over|was|were|is|are|did|does|has|had)\b)(?=[a-z])`,
  "g",
);

/** What is said about units and rounding was read already. */
export function stripInstructions(core: string): string {
  return core
    .replace(CURRENCY_OF_A_NOUN, "$&denominated ")
    .replace(
      /\((?:in|as)\s+(?:a\s+|units of\s+)?(?:USD|US\$|[$€£¥]|EUR|GBP|US dollars?)?\s*(?:thousands?|millions?|billions?|percents?|percentages?|%|dollars?)[^)]*\)/gi,
      " ",
    )
    .replace(/,?\s+(?:rounded|round)\s+to\b.*$/i, " ")
    .replace(
      /\b(?:in|as)\s+(?:units of\s+)?(?:US\$|[$€£¥]|(?:USD|EUR|GBP|JPY|CHF|US dollars?|euros?|pounds?|yen)\b)\s*(?:thousands?|millions?|billions?|dollars?)?/gi,
      " ",
    )
    .replace(/\bin (?:thousands|millions|billions)\b/gi, " ")
    .replace(/\b(?:increase|decrease)\s*(?:\/|or)\s*\(?(?:increase|decrease)\)?/gi, "change");
}

function readDefinition(text: string, lexicon: Lexicon, isName: NameFinder): Token[] {
  const tokens = tokenize(text, lexicon, isName);
  const unknown = tokens.filter((token) => token.kind === "unknown");
  if (unknown.length > 0) throw new Unreadable(unknown.map(printToken).join(" "));
  return tokens;
}

/** When the question names one period, everything in it is about that; otherwise each stands with its own. */
function takeOnlyPeriod(
  tokens: readonly Token[],
  { period: fallback, from: beginning = null }: QuestionContext,
): { when: { period: Period; from: Period | null }; rest: Token[] } {
  const mentions = tokens.filter((token) => token.kind === "period");
  const [only] = mentions;
  const last = mentions.at(-1)?.last ?? fallback;
  if (!last) throw new Unreadable("a question without a period");
  if (mentions.length === 0) return { when: { period: last, from: beginning }, rest: [...tokens] };
  if (mentions.length !== 1 || !only) return { when: { period: last, from: null }, rest: [...tokens] };
  const from = only.first === only.last ? null : only.first;
  return { when: { period: last, from }, rest: tokens.filter((token) => token !== only) };
}

interface Finishing {
  expression: Expression;
  percent: boolean;
  when: { period: Period; from: Period | null };
  tokens: readonly Token[];
  rows: RowNames | undefined;
}

function finish(shape: QuestionShape, finishing: Finishing): FigureQuestion {
  const { expression, percent, when, tokens, rows } = finishing;
  const { wanted } = shape;
  const dimension = dimensionOf(expression, rows);
  if (dimension === null) throw new Unreadable("a sum of unlike things");
  if (figuresOf(expression).length === 0) throw new Unreadable("a computation without figures");
  const subject = tokens
    .filter((token) => token.kind !== "name")
    .map(printToken)
    .join(" ")
    .replace(/\(\s*\)/g, "")
    .replace(/\(\s+/g, "(")
    .replace(/\s+\)/g, ")")
    // A hyphen is no minus: "long-term debt".
    .replace(/(\w+) - (\w+)/g, (found, left, right) =>
      shape.core.includes(`${left}-${right}`) ? `${left}-${right}` : found,
    )
    .trim();
  const base = { subject, ...when, wanted };
  if (dimension !== "pure") {
    // "Change in revenue, in percent" asks for the growth.
    if (wanted.unit === "percent" && dimension !== "percent") return { ...base, ...asGrowth(expression) };
    return { ...base, expression, result: dimension };
  }
  if (wanted.unit === "money")
    throw new Unreadable("an amount of money, where the question computes a ratio");
  return { ...base, expression, result: percent || wanted.unit === "percent" ? "percent" : "ratio" };
}

function asGrowth(expression: Expression): { expression: Expression; result: "percent" } {
  if (expression.kind !== "operation" || expression.operator !== "-")
    throw new Unreadable("a percentage, where the question asks for an amount");
  return { expression: operation("/", expression, expression.right), result: "percent" };
}

type Dimension = "money" | "per_share" | "shares" | "count" | "percent" | "pure";

/** What the result of a computation is measured in; null when it adds unlike things. */
function dimensionOf(expression: Expression, rows: RowNames | undefined): Dimension | null {
  switch (expression.kind) {
    case "number":
      return "pure";
    case "figure":
      return (
        rows?.unitOf(expression.concept.slice(ROW_CONCEPT.length)) ??
        findConcept(expression.concept)?.unit ??
        null
      );
    case "optional":
      return dimensionOf(expression.of, rows);
    case "operation": {
      const left = dimensionOf(expression.left, rows);
      const right = dimensionOf(expression.right, rows);
      if (left === null || right === null) return null;
      return combineDimensions(expression.operator, left, right);
    }
  }
}

function combineDimensions(operator: Operator, left: Dimension, right: Dimension): Dimension | null {
  switch (operator) {
    case "+":
    case "-":
      return left === right ? left : null;
    case "*":
      return left === "pure" ? right : right === "pure" ? left : null;
    case "/":
      return divideDimensions(left, right);
    case "^":
      return left === "pure" ? "pure" : null;
  }
}

function divideDimensions(left: Dimension, right: Dimension): Dimension | null {
  if (left === right) return "pure";
  if (right === "pure") return left;
  return left === "money" && right === "shares" ? "per_share" : null;
}
