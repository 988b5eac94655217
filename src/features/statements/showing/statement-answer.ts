import { z } from "zod";

export const STATEMENT_KINDS = ["income", "balance", "cash_flow", "equity", "segments"] as const;

const ClaimReference = z.object({
  claim_id: z.string(),
  link: z.string().describe("The report's page with the number marked"),
});

const RestatedFrom = z
  .object({
    value: z.number(),
    currency: z.string().nullable(),
    report_id: z.string(),
    published: z.iso.date(),
    claim_ids: z.array(z.string()),
  })
  .meta({ id: "RestatedFigure" });

const Tagged = z
  .object({ verdict: z.enum(["match", "differs"]), tag: z.string(), value: z.number() })
  .meta({ id: "FigureTag" });

const Cell = z
  .object({
    column: z.int().describe("Position in `columns`"),
    value: z.number().nullable().describe("In single units; null when the report does not say its scale"),
    text: z.string().describe("As printed"),
    unit: z.enum(["money", "per_share", "shares", "percent"]),
    currency: z.string().nullable(),
    scale: z.number().nullable().describe("Single units per printed unit; null when not known"),
    page: z.int(),
    box: z.array(z.number()).describe("Left, top, right, bottom in points"),
    claims: z.array(ClaimReference).describe("More than one where rows were added up"),
    proof: z.enum(["proven", "failed", "none"]).describe("Whether it is part of a sum that holds"),
    confidence: z.number().nullable().describe("Of a figure of the dictionary; null for other rows"),
    restated_from: z.array(RestatedFrom).describe("What earlier reports gave for the same figure and period"),
    tagged: Tagged.nullable(),
  })
  .meta({ id: "StatementCell" });

const Column = z
  .object({
    head: z.string(),
    member: z.string().nullable().describe("Component of equity; null in other statements"),
    period_start: z.iso.date().nullable().describe("Null for a balance sheet"),
    period_end: z.iso.date().nullable().describe("Null when the report does not say which period it is"),
    fiscal_year: z.int().nullable(),
    report_id: z.string(),
    restated: z.boolean().describe("The report itself marks the column as restated"),
    sums_proven: z.int(),
    sums_failed: z.int(),
  })
  .meta({ id: "StatementColumn" });

const Row = z
  .object({
    label: z.string(),
    path: z.array(z.string()).describe("The headings above it, outermost first"),
    level: z.int(),
    role: z.enum(["item", "total"]),
    figure: z.string().nullable().describe("The figure of the dictionary it is, or is part of"),
    cells: z.array(Cell),
  })
  .meta({ id: "StatementRow" });

export const StatementTable = z
  .object({
    statement: z.enum(STATEMENT_KINDS),
    title: z.string(),
    report_id: z.string().nullable().describe("Null in the standard view, whose columns have their own"),
    scope: z.enum(["group", "company", "unknown"]).describe("`company`: the parent company alone"),
    columns: z.array(Column),
    rows: z.array(Row),
  })
  .meta({ id: "FinancialStatement" });

const ReportFacts = z
  .object({
    company: z.string().nullable().describe("As printed, also where it is not in the list of companies"),
    fiscal_year: z.int().nullable(),
    fiscal_period: z.enum(["FY", "H1", "Q1", "Q2", "Q3", "Q4"]).nullable(),
    period_end: z.iso.date().nullable(),
    publish_date: z.iso.date().nullable(),
    currency: z.string().nullable(),
    scale: z.number().nullable().describe("Single units per printed unit"),
  })
  .meta({ id: "ReportFacts" });

export const StatementsAnswer = z.object({
  svc_entity_id: z.string().nullable(),
  name: z.string().nullable(),
  document: ReportFacts.nullable().describe(
    "What the report says of itself; null where a company was asked for",
  ),
  view: z.enum(["as_reported", "standard"]),
  statements: z.array(StatementTable),
  notes: z.array(z.string()).describe("What is missing, and why"),
});

export type ReportFacts = z.input<typeof ReportFacts>;
export type StatementsAnswer = z.input<typeof StatementsAnswer>;
export type StatementTable = z.input<typeof StatementTable>;
export type TableCell = z.input<typeof Cell>;
export type TableColumn = z.input<typeof Column>;
export type TableRow = z.input<typeof Row>;
export type RestatedFrom = z.input<typeof RestatedFrom>;
