import type { Viewer } from "../../../kernel/viewer.ts";
import type { Sql } from "../../../platform/db/index.ts";
import { isKnown, type Known } from "../measures/evaluate.ts";
import { type Condition, type Expression, printExpression } from "../measures/expression.ts";
import type { Convert } from "../series/convert.ts";
import { openBooks } from "../series/open-books.ts";
import { fiscalYears, type SeriesBook } from "../series/series-book.ts";
import { listCompaniesWithFigures } from "../series/store.ts";
import { checkCondition, checkUnits } from "./check-condition.ts";
import { compare, judge } from "./judge.ts";

const COMPANIES_PER_STEP = 500;
const COMPANIES_MAX = 5_000;
/** A company whose newest year is older than this is not compared with the others. */
const YEARS_OLD_MAX = 5;

export interface ScreenRequest {
  condition: Condition;
  /** For conditions that compare an amount with a number. */
  currency: string | null;
  year: number | null;
  newestYear: number;
  after: string;
  limit: number;
  asOf: string | null;
}

export interface Evidence {
  expression: string;
  value: number;
  unit: Known["unit"];
  currency: string | null;
  claim_ids: string[];
  confidence: number;
}

export interface Screened {
  svc_entity_id: string;
  fiscal_year: number;
  evidence: Evidence[];
}

export interface Screening {
  companies: Screened[];
  /** Companies looked at, and those that lacked a figure. */
  examined: number;
  incomplete: number;
  /** Where to go on; null when all were looked at. */
  next: string | null;
}

/** Looks through the companies by id until enough match or the limit of one call is reached. */
export async function screen(sql: Sql, viewer: Viewer, request: ScreenRequest): Promise<Screening> {
  const needs = checkCondition(request.condition, request.currency);
  const result: Screening = { companies: [], examined: 0, incomplete: 0, next: request.after };
  while (result.next !== null && result.examined < COMPANIES_MAX && result.companies.length < request.limit) {
    const ids = await listCompaniesWithFigures(sql, viewer, {
      after: result.next,
      limit: COMPANIES_PER_STEP,
    });
    result.next = ids.length < COMPANIES_PER_STEP ? null : (ids.at(-1) ?? null);
    await screenStep(sql, viewer, { ids, needs, request, result });
  }
  return result;
}

interface Step {
  ids: readonly string[];
  needs: ReturnType<typeof checkCondition>;
  request: ScreenRequest;
  result: Screening;
}

async function screenStep(sql: Sql, viewer: Viewer, { ids, needs, request, result }: Step): Promise<void> {
  const newest = request.year ?? request.newestYear;
  const { books, convert } = await openBooks(sql, viewer, {
    svcEntityIds: ids,
    concepts: needs.concepts,
    frequency: "annual",
    fromYear: newest - needs.yearsBefore - (request.year === null ? YEARS_OLD_MAX : 0),
    toYear: newest,
    labelPeriods: fiscalYears,
    currency: request.currency,
    asOf: request.asOf,
  });
  for (const [index, [id, book]] of [...books].entries()) {
    if (result.companies.length === request.limit) {
      result.next = ids[index - 1] ?? null;
      return;
    }
    result.examined++;
    const found = screenCompany(book, { ...request, convert });
    if (found === null) result.incomplete++;
    else if (found !== "no") result.companies.push({ svc_entity_id: id, ...found });
  }
}

type Judged = Omit<Screened, "svc_entity_id">;
type Judging = ScreenRequest & { convert: Convert | null };

/** Null when a figure is missing, so that the condition can be neither met nor failed. */
function screenCompany(book: SeriesBook, request: Judging): Judged | "no" | null {
  const year = request.year ?? Math.max(0, ...[...book.periods()].map(Number));
  const evidence = new Map<string, Evidence>();
  const read = (expression: Expression, inCurrency: boolean): Evidence | null => {
    const known = evaluateIn(book, { expression, year, inCurrency, request });
    if (known && expression.kind !== "number") evidence.set(known.expression, known);
    return known;
  };
  const verdict = judge(request.condition, (one) => {
    const { inCurrency } = checkUnits(one, request.currency);
    const left = read(one.left, inCurrency);
    const right = read(one.right, inCurrency);
    if (!left || !right || isMixed(left, right)) return null;
    return compare(left.value, one.operator, right.value);
  });
  if (verdict === null) return null;
  return verdict ? { fiscal_year: year, evidence: [...evidence.values()] } : "no";
}

/** Two amounts of one company need not be of one report, nor in one currency. */
const isMixed = (left: Evidence, right: Evidence) =>
  left.unit !== "number" && right.unit !== "number" && left.currency !== right.currency;

interface Evaluation {
  expression: Expression;
  year: number;
  inCurrency: boolean;
  request: Judging;
}

/** In the currency of the request where it is compared with a plain number; null without a rate. */
function evaluateIn(
  book: SeriesBook,
  { expression, year, inCurrency, request }: Evaluation,
): Evidence | null {
  const result = book.evaluate(expression, String(year));
  if (!isKnown(result)) return null;
  const { value, unit, currency, confidence, claimIds, end } = result;
  const evidence = {
    expression: printExpression(expression),
    value,
    unit,
    currency,
    confidence,
    claim_ids: [...claimIds],
  };
  if (!inCurrency || unit === "number") return evidence;
  const rate = currency !== null && end !== null ? request.convert?.(currency, end) : null;
  if (!rate) return null;
  return {
    ...evidence,
    value: Number((value * rate.rate).toPrecision(12)),
    currency: request.currency,
  };
}
