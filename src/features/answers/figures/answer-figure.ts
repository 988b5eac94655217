import type { DraftAnswer } from "../answer.ts";
import { type Claim, type ClaimedDocument, claimId, dropDuplicates } from "../claims/claim.ts";
import { ClaimedText } from "../claims/claimed-text.ts";
import { figureClaim, printExpression, scaleName } from "../claims/figure-claims.ts";
import { rereads } from "../claims/verify.ts";
import { callBySign } from "./call-by-sign.ts";
import { type Computation, compute } from "./compute.ts";
import type { Expression } from "./expression.ts";
import type { FoundFigure } from "./find-figure.ts";
import { giveGrowthInPoints } from "./growth-in-points.ts";
import { findConcept } from "./lexicon.ts";
import { type Period, printPeriod } from "./periods.ts";
import type { FigureQuestion } from "./read-question.ts";
import type { Statements } from "./statement-book.ts";
import { printMoney, printNumber, roundHalfUp, type Scale } from "./units.ts";

export type FigureAnswer = DraftAnswer;

export type FigureOutcome =
  | { answer: FigureAnswer }
  | {
      answer: null;
      reason: string | null;
      /** Whether no other part of the report can give the figure either. */
      isFinal?: boolean;
    };

/** Computes what was asked, reads every operand again from its page, and says it; or says why not. */
export function answerFigure(
  book: Statements,
  question: FigureQuestion,
  document: ClaimedDocument,
): FigureOutcome {
  const result = compute(book, question.expression);
  if (result.done) return answerComputation(book, question, { computation: result.computation, document });
  const { missing } = result;
  // What a report within the year says about a whole year is about a part of it, or about another amount.
  const isFinal = book.isWithinYear && missing.some(({ period }) => period.span === "year");
  const reason = book.scale === null ? SCALE_UNKNOWN : formatMissing(missing);
  return { answer: null, reason, isFinal };
}

const SCALE_UNKNOWN = "The report does not say whether its amounts are in thousands or millions";

/** Each figure once; of several periods the first and the last, which are the ones a question names. */
function formatMissing(missing: readonly { concept: string; period: Period }[]): string {
  const parts = Map.groupBy(missing, ({ concept }) => concept)
    .entries()
    .map(([concept, figures]) => {
      const periods = figures.map(({ period }) => period).toSorted((a, b) => a.year - b.year);
      const ends = [periods[0], periods.at(-1)].flatMap((period) => (period ? [printPeriod(period)] : []));
      return `${concept.replaceAll("_", " ")} for ${[...new Set(ends)].join(" to ")}`;
    });
  return `The statements show no ${[...parts].join(" and no ")}`;
}

/** Says what was computed, once every operand was read again from its page. */
export function answerComputation(
  book: Statements,
  asked: FigureQuestion,
  { computation: computed, document }: { computation: Computation; document: ClaimedDocument },
): FigureOutcome {
  const { question: named, computation } = giveGrowthInPoints({ question: asked, computation: computed });
  const subject = callBySign(named.subject, computation.expression, computation.value);
  const question = { ...named, subject };
  const notReadyReason = findNotReadyReason(book, question, computation);
  if (notReadyReason) return { answer: null, reason: notReadyReason };
  const claims = computation.operands.map((operand) => figureClaim(operand, document));
  const main = mainClaim(question, computation, claims, document);
  const all = main.claim ? [main.claim, ...claims] : claims;
  const { text, spans } = phrase(question, computation, { main, claims });
  return {
    answer: {
      text,
      kind: "figure",
      claims: dropDuplicates(all),
      spans,
      pages: [...new Set(computation.operands.map(({ page }) => page))],
      confidence: Math.min(...computation.operands.map(({ certainty }) => certainty)),
      figure: { value: main.value, unit: main.unit },
    },
  };
}

/** What forbids the answer although a number came out. */
function findNotReadyReason(
  book: Statements,
  { wanted, result }: FigureQuestion,
  { operands, expression }: Computation,
): string | null {
  if (result === "money" && expression.kind === "figure" && operands.some(({ unit }) => unit === "percent"))
    return "The report gives this as a percentage";
  const units = new Set(operands.map(({ unit }) => unit));
  if (units.has("percent") && units.size > 1) return "Only some of the figures are percentages";
  // A dash in a table may say that something is given elsewhere: no rate is computed with it.
  const dash =
    isRatio(expression) &&
    operands.find(({ concept, printed }) => !findConcept(concept) && !/\d/.test(printed));
  if (dash) return `The report shows only a dash for ${dash.label} (page ${dash.page})`;
  const currencies = new Set(operands.filter(({ unit }) => unit === "money").map(({ currency }) => currency));
  if (currencies.size > 1) return "The figures are in different currencies";
  const [currency] = currencies;
  if (wanted.currency && currency && wanted.currency !== currency)
    return `The report is in ${currency}, not in ${wanted.currency}`;
  for (const operand of operands) {
    const page = book.page(operand.page);
    if (!page || !rereads(page, operand.box, operand.printedValue))
      return `The figure for ${operand.label} could not be read again (page ${operand.page})`;
  }
  return null;
}

interface MainNumber {
  /** Null when the number is itself one of the figures of the report. */
  claim: Claim | null;
  printed: string;
  value: number;
  unit: string | null;
}

function mainClaim(
  question: FigureQuestion,
  computation: Computation,
  claims: readonly Claim[],
  document: ClaimedDocument,
): MainNumber {
  const number = present(question, computation);
  const [only] = computation.operands;
  const direct = computation.expression.kind === "figure" && only && number.scale === only.scale;
  if (direct) return { ...number, claim: null };
  const expression = printExpression(computation.expression, ({ concept, period }) => {
    const operand = computation.operands.find(
      (one) => one.concept === concept && one.period.year === period.year,
    );
    return operand ? `[${operand.label}, ${operand.period.year}]` : concept;
  });
  const computed_from = claims.map(({ claim_id }) => claim_id);
  const claim: Claim = {
    claim_id: claimId(document, [expression, computed_from, number.value]),
    verdict: "computed",
    label: question.subject,
    value: number.value,
    unit: number.unit,
    scale: scaleName(number.scale),
    period: printPeriods(question) || null,
    page: null,
    box: null,
    quote: null,
    document_sha256: document.sha256,
    expression,
    computed_from,
    link: null,
  };
  return { ...number, claim };
}

interface PresentedNumber {
  value: number;
  unit: string | null;
  printed: string;
  scale: Scale;
}

/** The number in the unit and with the decimals asked for. */
function present(question: FigureQuestion, computation: Computation): PresentedNumber {
  const { result, wanted } = question;
  const { value, operands } = computation;
  const [first] = operands;
  // A dash is nothing, and not the figure 0, which is not on the page.
  const nil = first && operands.length === 1 && !/\d/.test(first.printed);
  if (nil) return { value: 0, unit: first.currency, printed: "nil", scale: first.scale };
  switch (result) {
    case "percent":
      return presentPercent(question, computation);
    case "ratio": {
      const ratio = roundHalfUp(value, wanted.decimals ?? 2);
      return { value: ratio, unit: null, printed: printNumber(ratio, wanted.decimals ?? 2), scale: 1 };
    }
    case "count":
      return presentCount(question, computation);
    case "shares": {
      const scale = wanted.scale ?? first?.scale ?? 1;
      return { value: value / scale, unit: "shares", printed: printMoney(value, null, scale), scale };
    }
    case "money":
    case "per_share":
      return presentMoney(question, computation);
  }
}

function presentCount({ wanted }: FigureQuestion, computation: Computation): PresentedNumber {
  const { value, operands, expression } = computation;
  const [first] = operands;
  const scale = first?.scale ?? 1;
  const direct = expression.kind === "figure" && first;
  const count = direct ? value / scale : roundHalfUp(value / scale, wanted.decimals ?? 2);
  const inFull = direct ? first.printed : printNumber(count, null);
  const printed = scale === 1 ? inFull : printMoney(count * scale, null, scale);
  return { value: count, unit: null, printed, scale };
}

function presentPercent(
  { wanted }: FigureQuestion,
  { value, operands, expression }: Computation,
): PresentedNumber {
  const [first] = operands;
  if (first?.unit === "percent" && expression.kind === "figure")
    return { value, unit: "%", printed: first.printed, scale: 1 };
  // Percentages added up or averaged are percentages already; divided by each other they are a ratio again.
  if (first?.unit === "percent" && !isRatio(expression)) {
    const points = roundHalfUp(value, wanted.decimals ?? 2);
    const isChange = expression.kind === "operation" && expression.operator === "-";
    const unit = isChange ? pointsWord(points) : "%";
    return { value: points, unit: "%", printed: `${printNumber(points, null)}${unit}`, scale: 1 };
  }
  const percent = roundHalfUp(value * 100, wanted.decimals ?? 1);
  const unit = isDifference(expression) ? pointsWord(percent) : "%";
  return {
    value: percent,
    unit: "%",
    printed: `${printNumber(percent, wanted.decimals ?? 1)}${unit}`,
    scale: 1,
  };
}

const pointsWord = (points: number) => (Math.abs(points) === 1 ? " percentage point" : " percentage points");

/** Of two ratios, and not a growth, which is a ratio less one. */
function isDifference(expression: Expression): boolean {
  if (expression.kind !== "operation" || expression.operator !== "-") return false;
  return isRatio(expression.left) && isRatio(expression.right);
}

function isRatio(expression: Expression): boolean {
  if (expression.kind !== "operation") return false;
  const { operator, left, right } = expression;
  if (operator === "/" && right.kind !== "number") return true;
  return isRatio(left) || isRatio(right);
}

function presentMoney({ result, wanted }: FigureQuestion, { value, operands }: Computation): PresentedNumber {
  const [first] = operands;
  const currency = first?.currency ?? null;
  const scale = result === "per_share" ? 1 : (wanted.scale ?? first?.scale ?? 1);
  const unit = result === "per_share" ? `${currency ?? ""}/share` : currency;
  const rounded = wanted.decimals === null ? value : roundHalfUp(value / scale, wanted.decimals) * scale;
  const printed = printMoney(rounded, currency, scale);
  return { value: Number((rounded / scale).toPrecision(12)), unit, printed, scale };
}

/** Empty where a table does not say when. */
function printPeriods({ period, from }: FigureQuestion): string {
  if (period.year === 0) return "";
  return from ? `${printPeriod(from)} to ${printPeriod(period)}` : printPeriod(period);
}

/** A quarter of a fiscal year that no head of the report calls so is named by its dates, which anyone can look up. */
function formatPeriod(question: FigureQuestion, operands: readonly FoundFigure[]): string {
  const { period, from } = question;
  const head = operands[0]?.head ?? "";
  const isNamed = operands.some((operand) => operand.head.includes(String(period.year)));
  return period.span === "year" || from !== null || isNamed || head === "" ? printPeriods(question) : head;
}

function phrase(
  question: FigureQuestion,
  { operands, expression, nil = [] }: Computation,
  { main, claims }: { main: MainNumber; claims: readonly Claim[] },
): ClaimedText {
  const subject = question.subject.charAt(0).toUpperCase() + question.subject.slice(1);
  const when = formatPeriod(question, operands);
  const isDirect = expression.kind === "figure";
  const text = new ClaimedText()
    .add(`${subject}${when === "" ? "" : `, ${when}`}: `)
    .addClaimed(main.printed, main.claim ?? claims[0])
    .add(isDirect ? ". Source: " : ". Computed from ");
  for (const [at, operand] of operands.entries())
    addOperand(text.add(at === 0 ? "" : "; "), operand, claims[at]);
  const without = nil.map((concept) => concept.replaceAll("_", " ")).join(" and no ");
  return text.add(isDirect || without === "" ? "." : `. The balance sheet shows no ${without}.`);
}

function addOperand(text: ClaimedText, operand: FoundFigure, claim: Claim | undefined): void {
  const { label, printed, head, page, scale, unit, currency, value } = operand;
  const amount = unit === "money" && /\d/.test(printed) ? printMoney(value, currency, scale) : printed;
  text
    .add(`${label || "the total"} `)
    .addClaimed(amount, claim)
    .add(` (${head ? `${head}, ` : ""}page ${page})`);
}
