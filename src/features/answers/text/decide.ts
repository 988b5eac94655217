import type { DraftAnswer } from "../answer.ts";
import { type DecisionRule, RULES } from "../data/decision-rules.ts";
import type { FigureAnswer } from "../figures/answer-figure.ts";
import { changeSubject } from "./change-subject.ts";
import { decideLimit } from "./decide-limit.ts";
import { Draft } from "./draft.ts";
import { isStrange, type RequestTerm, readTextRequest, type TextRequest } from "./request.ts";
import { rootOf } from "./roots.ts";
import type { TextContext } from "./text-context.ts";

/** A figure that the question names, with its value for one period. */
export interface NamedFigure {
  id: string;
  year: number;
  answer: FigureAnswer;
}

/** No rule of thumb is surer than that. */
const RULE_CONFIDENCE_MAX = 0.7;

/** A verdict on computed figures, with the figures and the rule behind it; null where figures do not decide. */
export function decideFromFigures(question: string, context: TextContext): DraftAnswer | null {
  const request = readTextRequest(question, context.isName, context.presentYear);
  const { operation, years, terms } = request;
  if (LATER.test(question)) return null;
  const isVerdict = operation === "verdict";
  const limit = isVerdict ? decideLimit(question, newestOf(years), context) : null;
  if (limit) return verdict(limit.isSo, [limit.figure], context);
  const moved = isVerdict ? decideComputed(question, context) : null;
  // A name that this report does not use: the figures may be another company's, unless it is what a figure is called.
  const isOther = (term: RequestTerm) => isStrange(term) && !context.computed?.text.includes(term.word);
  if (moved || terms.some(isOther)) return moved;
  const extreme = decideExtreme(question, context);
  if (extreme || !isVerdict) return extreme;
  return (
    decideMovement(question, newestOf(years), context) ??
    decideNamed(request, context) ??
    decideComputed(question, context, ROW_MOVEMENT)
  );
}

const newestOf = (years: readonly number[]) => (years.length === 0 ? null : Math.max(...years));

/** What is expected is in no statement yet. */
const LATER = /\b(?:will|expect|plan|could|may|might|would|forecast)/i;
const ROSE = /\b(?:increase|grow|growth|rise|improve|improvement|expand|go up)(?:d|s)?\b/i;
const FELL = /\b(?:decrease|fall|decline|drop|shrink|worsen|contract|reduce|reduction|go down)(?:d|s)?\b/i;

/** The answer says a movement. */
const MOVEMENT = /^[^,:]*\b(?:change|growth),/i;
/** The same of a row by its own name. */
const ROW_MOVEMENT = /^growth\b/i;

/** Whether the computed movement is the asked one. */
function decideComputed(question: string, context: TextContext, movement = MOVEMENT): DraftAnswer | null {
  const { computed } = context;
  const rose = asksForRise(question);
  if (rose === null || !computed?.figure || computed.figure.value === 0 || !movement.test(computed.text))
    return null;
  return verdict(computed.figure.value > 0 === rose, [computed], context);
}

/** Whether something rose or fell. */
function decideMovement(question: string, year: number | null, context: TextContext): DraftAnswer | null {
  const rose = asksForRise(question);
  const subject = rose === null ? null : changeSubject(question);
  // "Did Acme grow?" names no figure.
  if (subject === null || subject.split(" ").every((word) => context.isName(word) === "known")) return null;
  const growth = context.growthOf(subject, year, TWO_PERIODS.exec(question)?.[0] ?? null);
  if (!growth?.figure || growth.figure.value === 0) return null;
  return verdict(growth.figure.value > 0 === rose, [growth], context);
}

const TWO_PERIODS = /\b(?:between\b[^?]*\d[^?]*\band|from\b[^?]*\d[^?]*\bto)\b[^?]*\d/i;

function asksForRise(question: string): boolean | null {
  const [rose, fell] = [ROSE.test(question), FELL.test(question)];
  return rose === fell ? null : rose;
}

const POSITIVE = /\b(?:positive|above zero)\b/i;
const NEGATIVE = /\b(?:negative|below zero)\b/i;
const PAID = /\b(?:paid|pay|pays|declared?|distributed?|return(?:ed)?|repurchased?|bought back|buy back)\b/i;
const PAYMENTS = ["dividends_paid", "share_repurchases"];

/** Words that leave the figure as it is. */
const SAID_BESIDE = new RegExp(
  "^(?:positive|negative|above|below|zero|based|data|any|cash|common|ordinary" +
    "|(?:share|stock)holders?|shares?|stock|dividends?|pa(?:y|id)|declared?|distributed?|returned" +
    "|repurchased?|buy|bought|back|company|consistent|stable|steady|constant|historical(?:ly)?" +
    String.raw`|fluctuat\w+|roughly|each|results?|margins?|business|financials?|high|fast|strong|growth` +
    "|growing|capital|assets?|intensive|heavy|healthy|good|sound|adequate|sufficient" +
    "|reasonabl[ey]|enough|liquid(?:ity)?|(?:un)?profitable|loss|making|loss[- ]making|position)$",
  "i",
);

/** The sign of a figure, whether something was paid, or a rule of thumb for a quality. */
function decideNamed({ question, terms }: TextRequest, context: TextContext): DraftAnswer | null {
  const figures = context.named();
  const [first] = figures;
  if (!first) return null;
  // "Did the subsidiary pay its parent a dividend?" and "Is the cloud segment profitable?" are about others.
  const named = new Set(first.id.split("_").map(rootOf));
  const isBeside = ({ word, own, aside }: RequestTerm) =>
    own || aside || word.split(" ").every((one) => SAID_BESIDE.test(one) || named.has(rootOf(one)));
  if (!terms.every(isBeside)) return null;
  const rule = RULES.find(({ asked }) => asked.test(question));
  if (rule) return applyRule(rule, figures, context);
  if (figures.some(({ id }) => id !== first.id)) return null;
  if (STEADY.test(question)) return decideSteady(question, first, context);
  const value = first.answer.figure?.value ?? 0;
  if (POSITIVE.test(question) !== NEGATIVE.test(question) && value !== 0)
    return verdict(value > 0 === POSITIVE.test(question), [first.answer], context);
  if (PAID.test(question) && PAYMENTS.includes(first.id) && figures.length === 1)
    return verdict(value !== 0, [first.answer], context);
  return null;
}

function applyRule(
  { decide, says }: DecisionRule,
  figures: readonly NamedFigure[],
  context: TextContext,
): DraftAnswer | null {
  const newest = Math.max(...figures.map(({ year }) => year));
  const present = figures.filter(({ year }) => year === newest);
  const value = (id: string) => present.find((figure) => figure.id === id)?.answer.figure?.value ?? null;
  const growth = context.growthOf("revenue", newest);
  const yes = decide(value, growth?.figure?.value ?? null);
  if (yes === null) return null;
  const used = [...(says.includes("grew") && growth ? [growth] : []), ...present.map(({ answer }) => answer)];
  const decided = verdict(yes, used, context, `The rule: ${says}. `);
  return { ...decided, confidence: Math.min(RULE_CONFIDENCE_MAX, decided.confidence) };
}

const STEADY = /\b(?:consistent|stable|steady|constant|fluctuat\w+)\b/i;
/** So many points a year are no fluctuation, unless the question says how many. */
const STEADY_POINTS = 2;
const YEARS_COMPARED = 3;

/** Whether a percentage moved by no more than some points from year to year. */
function decideSteady(question: string, { id, year }: NamedFigure, context: TextContext): DraftAnswer | null {
  const name = id.replaceAll("_", " ");
  const yearly = Array.from({ length: YEARS_COMPARED }, (_, back) => context.figureOf(name, year - back));
  const known = yearly.slice(0, yearly.indexOf(null) < 0 ? YEARS_COMPARED : yearly.indexOf(null));
  const answers = known.flatMap((answer) => (answer?.figure?.unit === "%" ? [answer] : []));
  if (answers.length < 2) return null;
  const values = answers.map(({ figure }) => figure?.value ?? 0);
  const asked = /(\d+(?:\.\d+)?)\s?(?:%|percent|points)/i.exec(question)?.[1];
  const most = asked === undefined ? STEADY_POINTS : Number(asked);
  const isSteady = values.slice(1).every((value, at) => Math.abs(value - (values[at] ?? value)) <= most);
  const limit = asked === undefined ? "two points" : `${asked} points`;
  return verdict(isSteady, answers, context, `The rule: it moved by no more than ${limit} a year. `);
}

/** The figures are what to choose from: "among A, B and C, which …", "which is higher, A or B". */
const OFFERED =
  /\b(?:among|between|out of)\b.*\bwhich\b|\bwhich (?:of|one)\b|\bwhich (?:is|was|are|were)\b[^?]*\bor\b/i;
const OTHERS_OFFERED =
  /\bwhich (?:of (?:the|these|those|its|their) )?(?:\p{L}+ )?(?:years?|quarters?|months?|periods?|compan\w+|peers?|competitors?|customers?|suppliers?|countr\w+)\b/iu;
const HIGHEST = /\b(?:most|highest|largest|biggest|higher|larger|bigger|more|greater)\b/i;
const LOWEST = /\b(?:least|lowest|smallest|lower|smaller|less)\b/i;

/** Which of several named figures is the largest or smallest. */
function decideExtreme(question: string, context: TextContext): DraftAnswer | null {
  const [high, low] = [HIGHEST.exec(question), LOWEST.exec(question)];
  if (!OFFERED.test(question) || OTHERS_OFFERED.test(question) || !(high || low)) return null;
  const figures = context.named();
  const units = new Set(figures.map(({ answer }) => answer.figure?.unit));
  const years = new Set(figures.map(({ year }) => year));
  const isOneEach = new Set(figures.map(({ id }) => id)).size === figures.length;
  if (figures.length < 2 || units.size > 1 || years.size > 1 || !isOneEach) return null;
  // "The most (or lost the least)": what is named first is asked for.
  const isHigh = (high?.index ?? Infinity) < (low?.index ?? Infinity);
  const ordered = figures
    .map(({ answer }) => answer)
    .sort((a, b) => ((b.figure?.value ?? 0) - (a.figure?.value ?? 0)) * (isHigh ? 1 : -1));
  const draft = new Draft(context.report, context.dollar);
  for (const answer of ordered) draft.addFigures(answer);
  return draft.finish(Math.min(...ordered.map(({ confidence }) => confidence)));
}

function verdict(
  yes: boolean,
  figures: readonly FigureAnswer[],
  context: TextContext,
  rule = "",
): DraftAnswer {
  const draft = new Draft(context.report, context.dollar).add(yes ? "Yes. " : "No. ");
  for (const figure of figures) draft.addFigures(figure);
  return draft.add(rule).finish(Math.min(...figures.map(({ confidence }) => confidence)));
}
