import type { PageRecord } from "../reports/index.ts";
import { alignPeriods } from "./columns/align-periods.ts";
import { findBalanceDays } from "./columns/balance-days.ts";
import { daysBetween } from "./columns/calendar.ts";
import { findDay } from "./columns/dates.ts";
import { openNamedDays } from "./columns/named-days.ts";
import { findYearEnd } from "./columns/year-ends.ts";
import type { Candidate } from "./find/candidates.ts";
import { type ChosenStatements, chooseStatements } from "./find/choose.ts";
import type { StatementPeriod } from "./statement.ts";
import { buildTable, type StatementTable } from "./table.ts";

export interface BuiltTables {
  chosen: ChosenStatements;
  /** The statements that belong together, then those of the same entity for other lengths of time. */
  tables: StatementTable[];
  /** Those after the chosen ones, which no other statement confirms. */
  further: ReadonlySet<StatementTable>;
  isInterim: boolean;
}

const CHOICES_MAX = 4;

/** Chooses the statements that belong together and reads their tables; one without a known period gives way to the next. */
export function buildTables(all: readonly Candidate[], pages: readonly PageRecord[]): BuiltTables {
  let candidates = withoutParent(all);
  for (let choice = 1; ; choice++) {
    const chosen = chooseStatements(candidates);
    const built = buildChosen(chosen, pages);
    const empty = built.tables
      .filter(({ columns }) => columns.length === 0)
      .map(({ candidate }) => candidate);
    const others = candidates.filter((one) => !empty.includes(one));
    const hasOther = empty.some(({ kind }) => others.some((one) => one.kind === kind));
    if (hasOther && choice < CHOICES_MAX) {
      candidates = others;
      continue;
    }
    const further = findFurther(built, candidates);
    return {
      chosen,
      tables: [...built.tables, ...further],
      further: new Set(further),
      isInterim: built.isInterim,
    };
  }
}

/** Where the group's statements were found, one that only the parent company's was found of is not given. */
function withoutParent(all: readonly Candidate[]): readonly Candidate[] {
  const { income, balance, cash_flow } = chooseStatements(all);
  const isGroups = [income, balance, cash_flow].some((one) => one?.caption.scope === "group");
  return isGroups ? all.filter(({ caption }) => caption.scope !== "company") : all;
}

interface ChosenTables {
  tables: StatementTable[];
  isInterim: boolean;
  context: Parameters<typeof buildTable>[1];
}

/** The balance sheet first: its days say which periods the other statements are of. */
function buildChosen(chosen: ChosenStatements, pages: readonly PageRecord[]): ChosenTables {
  const candidates = [chosen.income, chosen.balance, chosen.cash_flow].filter((one) => one !== undefined);
  const heads = candidates.map(({ caption, segments }) =>
    [caption.text, ...(segments[0]?.headLines ?? [])].join(" "),
  );
  const yearEnd = heads.map(findDay).find((day) => day !== null) ?? findYearEnd(pages);
  const sheet = chosen.balance;
  const findNamedDay = openNamedDays(pages);
  const first = sheet && buildTable(sheet, { yearEnd, balance: null, findNamedDay });
  const balance = first ? findBalanceDays(first.columns.map(({ period }) => period)) : null;
  const context = { yearEnd, balance, findNamedDay };
  const tables = candidates.map((candidate) =>
    candidate === sheet && first ? first : buildTable(candidate, context),
  );
  return {
    tables: alignPeriods(tables),
    isInterim: balance !== null && balance.lastYearEnd !== null,
    context,
  };
}

const PAGES_APART_MAX = 1;
const SAME_LABELS_SHARE_MIN = 0.7;

/** A release often prints the quarter and the year to date one below the other: the same statement for another length. */
function findFurther({ tables, context }: ChosenTables, candidates: readonly Candidate[]): StatementTable[] {
  return tables.flatMap((own) => {
    if (own.kind === "balance" || own.columns.length === 0) return [];
    const alike = candidates.filter((one) => isAlike(own.candidate, one));
    const built = alignPeriods([
      ...tables.filter(({ kind }) => kind === "balance"),
      ...alike.map((one) => buildTable(one, context)),
    ]);
    return built.filter((table) => table.kind === own.kind && isOfOtherLength(own, table)).slice(0, 1);
  });
}

function isAlike(own: Candidate, other: Candidate): boolean {
  if (other === own || other.kind !== own.kind || other.caption.kind !== own.caption.kind) return false;
  if (other.caption.scope !== own.caption.scope) return false;
  const [page, otherPage] = [own, other].map(({ segments }) => segments[0]?.page.page ?? 0) as [
    number,
    number,
  ];
  if (Math.abs(page - otherPage) > PAGES_APART_MAX) return false;
  const labels = new Set(own.keys);
  const same = other.keys.filter((key) => labels.has(key)).length;
  return same >= Math.max(own.keys.length, other.keys.length) * SAME_LABELS_SHARE_MIN;
}

/** Another entity's statement is of the same periods; only one of another length that ends on the same days is the same. */
function isOfOtherLength(own: StatementTable, other: StatementTable): boolean {
  const ends = new Set(own.columns.map(({ period }) => period.end));
  const lengths = new Set(own.columns.map(({ period }) => monthsOf(period)));
  return (
    other.columns.length > 0 &&
    other.columns.every(
      ({ period }) => !period.isAssumed && ends.has(period.end) && !lengths.has(monthsOf(period)),
    )
  );
}

const MONTH_DAYS = 30.44;

function monthsOf({ start, end }: StatementPeriod): number | null {
  return start === null ? null : Math.round(daysBetween(start, end) / MONTH_DAYS);
}
