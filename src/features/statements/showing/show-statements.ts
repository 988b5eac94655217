import { Failure } from "../../../kernel/errors.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { FIGURES } from "../../reference/index.ts";
import type { ReportMetadata, Statement, StatementKind } from "../statement.ts";
import { type Frequency, isCredible } from "../storing/periods.ts";
import type { FigureRow } from "../storing/store.ts";
import { type ShowTools, showAsReported } from "./as-reported.ts";
import { type CallYear, callYearsOf, renameColumns, renameFigures } from "./call-years.ts";
import { chooseReports } from "./choose-reports.ts";
import {
  type ChosenColumns,
  chooseColumns,
  type FindTools,
  isWithin,
  type PeriodicReport,
  type PeriodRange,
  requireStatements,
} from "./find-statements.ts";
import { figurePeriod, groupBy } from "./restatements.ts";
import { listPeriods, showStandard } from "./standard.ts";
import type { ReportFacts, StatementTable } from "./statement-answer.ts";
import { listCalledYears, listCompanyFigures, listReportFigures, type StatementsRow } from "./store.ts";

export interface ShowRequest {
  viewer: Viewer;
  /** Null when the report names no company. */
  svcEntityId: string | null;
  kinds: readonly StatementKind[];
  view: "as_reported" | "standard";
  frequency: "annual" | "interim";
  range: PeriodRange;
  asOf: string | null;
  linkOf: ShowTools["linkOf"];
}

interface Shown {
  statements: StatementTable[];
  notes: string[];
}

const CONCEPTS = FIGURES.map(({ id }) => id);

/** One report, with all of its columns in the range. */
export async function showReport(
  tools: FindTools,
  report: PeriodicReport,
  request: ShowRequest,
): Promise<Shown & { document: ReportFacts | null }> {
  const stored = await requireStatements(tools, [report.report_id]);
  const own = stored.get(report.report_id);
  if (!own) throw new Failure("report_not_ready", { detail: "Its statements are not read yet." });
  const document = own.metadata && describeDocument(own.metadata);
  const notes = describeFailures(stored);
  const unscaled = listUnscaled(own.statements ?? [], request);
  notes.push(
    ...unscaled.map((kind) => `The report does not say the scale of its ${NAMES[kind]}: ${AS_PRINTED}`),
  );
  const figures = await listReportFigures(tools.db, [report.report_id]);
  notes.push(...describeDifferences(figures));
  if (request.view === "standard") {
    const shown = showFigures(figures, request, unscaled);
    return { ...shown, document, notes: [...notes, ...shown.notes] };
  }
  const known = await listKnown(tools, request, report.frequency);
  const show = showTools(figures, known, request);
  const statements = (own.statements ?? [])
    .filter(({ kind }) => request.kinds.includes(kind))
    .map((statement) => ({
      statement,
      columns: withinRange(statement, request.range),
    }))
    .filter(({ columns }) => columns.length > 0);
  const uncertain = statements.some(({ statement, columns }) =>
    columns.some((at) => {
      const period = statement.columns[at]?.period;
      return period && !isCredible(period, report.frequency);
    }),
  );
  return {
    document,
    statements: statements.map((one) => showAsReported(show, report, one)),
    notes: [...notes, ...(uncertain ? [PERIOD_UNKNOWN] : []), ...missing(statements, request)],
  };
}

function describeDocument(metadata: ReportMetadata): ReportFacts {
  const { company, fiscalYear, fiscalPeriod, periodEnd, publishDate, currency, scale } = metadata;
  return {
    company,
    fiscal_year: fiscalYear,
    fiscal_period: fiscalPeriod,
    period_end: periodEnd,
    publish_date: publishDate,
    currency,
    scale,
  };
}

/** The columns of the newest periods of a statement; the components of equity are all of one period. */
function withinRange({ columns, kind }: Statement, range: PeriodRange): number[] {
  const within = columns.flatMap(({ period }, column) => (isWithin(period.end, range) ? [column] : []));
  return kind === "equity" ? within : within.slice(0, range.count);
}

const PERIOD_UNKNOWN =
  "The length of the periods in this interim report was not recognised; its columns are given by their heads alone.";

const AS_PRINTED = "its numbers are given as printed, without a value, and no figures are taken from it.";

/** Statements whose numbers have no value. */
function listUnscaled(statements: readonly Statement[], { kinds }: ShowRequest): StatementKind[] {
  const unscaled = statements.filter(({ columns }) => columns.every(({ scale }) => scale === null));
  return kinds.filter((kind) => unscaled.some((statement) => statement.kind === kind));
}

/** A company over the years. */
export async function showCompany(
  tools: FindTools,
  reports: readonly PeriodicReport[],
  request: ShowRequest,
): Promise<Shown> {
  const known = await listKnown(tools, request, request.frequency);
  const { looked, notes: cut } = chooseReports(reports, request);
  const stored = await requireStatements(
    tools,
    looked.map(({ report_id }) => report_id),
  );
  const notes = [...describeFailures(stored), ...describeUnread(looked, stored)];
  if (request.view === "standard") {
    const shown = showFigures(known.figures, request);
    return { ...shown, notes: [...notes, ...shown.notes] };
  }
  const renamed = renameColumns(looked, stored, known.callYear);
  const chosen = request.kinds.flatMap((kind) =>
    chooseColumns(looked, renamed, { kind, frequency: request.frequency, range: request.range }),
  );
  const ids = [...new Set(chosen.map(({ report }) => report.report_id))];
  const show = showTools(await listReportFigures(tools.db, ids), known, request);
  const statements = chosen.map((one) => showAsReported(show, one.report, one));
  const isWhole = countPeriods(chosen) >= request.range.count;
  return { statements, notes: [...notes, ...(isWhole ? [] : cut), ...missing(chosen, request)] };
}

/** What all reports say of a company. */
interface KnownFigures {
  /** Of the range, with their years as the company calls them. */
  figures: FigureRow[];
  callYear: CallYear;
}

/** A year has one name, whatever the range: that of the latest report, which may be of later years. */
async function listKnown(
  { db }: FindTools,
  { viewer, svcEntityId, asOf, range }: ShowRequest,
  frequency: Frequency,
): Promise<KnownFigures> {
  if (svcEntityId === null || frequency === "other") return { figures: [], callYear: callYearsOf([]) };
  const { from, to } = range;
  const query = { svcEntityId, concepts: CONCEPTS, asOf };
  const [figures, years] = await Promise.all([
    listCompanyFigures(db, viewer, { ...query, frequency, from, to }),
    listCalledYears(db, viewer, query),
  ]);
  const callYear = callYearsOf(years);
  return { figures: renameFigures(figures, callYear), callYear };
}

function showTools(figures: readonly FigureRow[], known: KnownFigures, { linkOf }: ShowRequest): ShowTools {
  const byFigure = groupBy(known.figures, (one) => `${one.concept} ${figurePeriod(one)}`);
  const renamed = renameFigures(figures, known.callYear);
  return {
    linkOf,
    figures: new Map(renamed.flatMap((figure) => figure.claim_ids.map((id) => [id, figure]))),
    versionsOf: (figure) => byFigure.get(`${figure.concept} ${figurePeriod(figure)}`) ?? [],
  };
}

/** What was found without figures, such as a statement without a scale, is not missed. */
function showFigures(
  all: readonly FigureRow[],
  { kinds, range, linkOf }: ShowRequest,
  found: readonly StatementKind[] = [],
): Shown {
  const figures = all.filter(({ period_end }) => isWithin(period_end, range));
  const primary = kinds.filter((kind) => kind !== "equity" && kind !== "segments");
  if (primary.length === 0) return { statements: [], notes: [ONLY_AS_REPORTED] };
  const statements = primary.flatMap((kind) => {
    const ids = new Set(FIGURES.filter(({ statement }) => statement === kind).map(({ id }) => id));
    const own = figures.filter(({ concept }) => ids.has(concept));
    const periods = listPeriods(own).slice(0, range.count);
    return periods.length > 0 ? [showStandard(own, { kind, periods, linkOf })] : [];
  });
  const known = [...statements.map(({ statement }) => statement), ...found];
  return {
    statements,
    notes: missing(
      known.map((kind) => ({ statement: { kind } })),
      { kinds },
    ),
  };
}

const ONLY_AS_REPORTED = "Changes in equity and segments are given as reported only: ask for that view.";

function describeFailures(stored: ReadonlyMap<string, StatementsRow>): string[] {
  return [...stored.values()]
    .filter(({ failure }) => failure !== null)
    .map(({ report_id }) => `The statements of ${report_id} could not be read.`);
}

function describeUnread(
  reports: readonly PeriodicReport[],
  stored: ReadonlyMap<string, StatementsRow>,
): string[] {
  const count = reports.filter(({ report_id }) => !stored.has(report_id)).length;
  return count === 0 ? [] : [`The statements of ${count} reports are not read yet; ask again later.`];
}

/** Of the statement that has the fewest. */
function countPeriods(chosen: readonly ChosenColumns[]): number {
  const byKind = Map.groupBy(chosen, ({ statement }) => statement.kind);
  const counts = [...byKind.values()].map((all) => {
    const ends = all.flatMap(({ statement, columns }) =>
      columns.map((at) => statement.columns[at]?.period.end),
    );
    return new Set(ends).size;
  });
  return Math.min(...counts, chosen.length);
}

const DIFFERENCES_MAX = 20;

/** Where tables and tags of a report contradict each other, one of them was read or written wrongly. */
function describeDifferences(figures: readonly FigureRow[]): string[] {
  return figures
    .filter(({ tagged }) => tagged === "differs")
    .slice(0, DIFFERENCES_MAX)
    .map(
      ({ concept, period_end, value, tag, tagged_value }) =>
        `${concept} for the period to ${period_end} is ${value} in the table and ${tagged_value} in the XBRL tag ${tag}.`,
    );
}

const NAMES: Readonly<Record<StatementKind, string>> = {
  income: "income statement",
  balance: "balance sheet",
  cash_flow: "cash flow statement",
  equity: "statement of changes in equity",
  segments: "segment table",
};

/** Not every report has segments or can prove its equity: what was not asked for by name is not missed. */
function missing(
  found: readonly { statement: { kind: StatementKind } }[],
  { kinds }: Pick<ShowRequest, "kinds">,
): string[] {
  return kinds
    .filter((kind) => kinds.length === 1 || (kind !== "equity" && kind !== "segments"))
    .filter((kind) => !found.some(({ statement }) => statement.kind === kind))
    .map((kind) => `No ${NAMES[kind]} was found for these periods.`);
}
