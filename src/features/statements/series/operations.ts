import { z } from "zod";
import { AsOf, readAsOf } from "../../../kernel/as-of.ts";
import { checkRange, Day } from "../../../kernel/day.ts";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Table } from "../../../kernel/table.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { MEASURES, requireNamedMeasure } from "../measures/measure.ts";
import { findSeries } from "./find-series.ts";
import { seriesWorkbook } from "./series-workbook.ts";

const COMPANIES_MAX = 200;
const FIGURES_MAX = 30;
const PERIODS_MAX = 30;
const VALUES_MAX = 20_000;
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2200-12-31";

const Rate = z.object({ rate: z.number(), source: z.string(), date: z.iso.date() });

const Series = z
  .object({
    svc_entity_id: z.string(),
    figure: z.string(),
    unit: z.enum(["money", "per_share", "shares", "number"]),
    currency: z.string().nullable(),
    values: z.array(z.number().nullable()).describe("One for each of `periods`; null with a reason"),
    period_ends: z.array(z.string().nullable()),
    confidence: z.array(z.number().nullable()),
    claim_ids: z
      .array(z.array(z.string()))
      .describe("What each value was read or computed from: /c/{claim_id}"),
    restated_from: z.array(z.number().nullable()).describe("What the report before gave, where it differs"),
    split_factors: z
      .array(z.number())
      .nullable()
      .describe(
        "For splits after their report, values per share were divided by these and shares multiplied",
      ),
    rates: z.array(Rate.nullable()).nullable().describe("How each value was converted; null when none was"),
    reasons: z.array(z.string().nullable()).describe("Why a value is missing"),
  })
  .meta({ id: "FinancialSeries" });

const SeriesAnswer = z.object({
  frequency: z.enum(["annual", "interim"]),
  align: z.enum(["fiscal", "calendar"]),
  periods: z.array(z.string()).describe("Years, or last day and months (`2024-06-30 6M`), the oldest first"),
  series: z.array(Series),
});

export const showSeries = ({ db }: { db: Database }) =>
  defineOperation({
    id: "financials.series",
    summary: "Figures and ratios of companies over the years",
    guide: "Figures, ratios, growth over years: svc_entity_ids, figures (net_margin, revenue_growth_3y, …).",
    scope: "reports:read",
    effect: "read",
    price: 3,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/financial/series", alsoGet: true },
    mcp: { tool: "financials" },
    input: z.strictObject({
      svc_entity_ids: z.array(z.string().min(1).max(60)).min(1).max(COMPANIES_MAX),
      figures: z.array(z.string().min(1).max(60)).min(1).max(FIGURES_MAX),
      frequency: z.enum(["annual", "interim"]).default("annual"),
      align: z.enum(["fiscal", "calendar"]).default("fiscal"),
      from: Day.optional(),
      to: Day.optional(),
      periods: z.int().min(1).max(PERIODS_MAX).default(10),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "expected an ISO 4217 code such as EUR")
        .optional()
        .describe("Convert amounts"),
      as_of: AsOf.describe("As published then"),
    }),
    output: SeriesAnswer,
    errors: ["company_not_found"],
    examples: [
      {
        title: "Revenue and margin of a demo company",
        input: { svc_entity_ids: ["ent_qpi4neyotut5"], figures: ["revenue", "net_margin"] },
      },
    ],
    asTable: seriesRows,
    asWorkbook: seriesWorkbook,
    async run({ caller }, input) {
      checkRange(input);
      const ids = [...new Set(input.svc_entity_ids)];
      const measures = [...new Set(input.figures)].map(requireNamedMeasure);
      if (ids.length * measures.length * input.periods > VALUES_MAX)
        throw new Failure("invalid_input", {
          detail: `Ask for at most ${VALUES_MAX} values: companies × figures × periods.`,
        });
      const known = await listCompaniesByIds(db, ids);
      const missing = ids.find((id) => !known.has(id));
      if (missing !== undefined)
        throw new Failure("company_not_found", {
          detail: `No company has the svc_entity_id ${JSON.stringify(missing.slice(0, 40))}.`,
        });
      const found = await findSeries(db, viewerOf(caller), {
        svcEntityIds: ids,
        measures,
        frequency: input.frequency,
        alignment: input.align,
        from: input.from ?? FIRST_DAY,
        to: input.to ?? LAST_DAY,
        periodsMax: input.periods,
        currency: input.currency ?? null,
        asOf: readAsOf(input.as_of),
      });
      return { frequency: input.frequency, align: input.align, ...found };
    },
  });

/** One row per value. */
function seriesRows({ periods, series }: z.output<typeof SeriesAnswer>): Table {
  const text = (name: string) => ({ name, type: "text" as const });
  const number = (name: string) => ({ name, type: "number" as const });
  return {
    columns: [
      text("svc_entity_id"),
      text("figure"),
      text("period"),
      { name: "period_end", type: "date" },
      number("value"),
      text("unit"),
      text("currency"),
      number("rate"),
      text("rate_source"),
      { name: "rate_date", type: "date" },
      number("split_factor"),
      number("confidence"),
      number("restated_from"),
      text("claim_ids"),
      text("reason"),
    ],
    rows: series.flatMap((one) =>
      periods.map((period, index) => ({
        svc_entity_id: one.svc_entity_id,
        figure: one.figure,
        period,
        period_end: one.period_ends[index],
        value: one.values[index],
        unit: one.unit,
        currency: one.currency,
        rate: one.rates?.[index]?.rate,
        rate_source: one.rates?.[index]?.source,
        rate_date: one.rates?.[index]?.date,
        split_factor: one.split_factors?.[index],
        confidence: one.confidence[index],
        restated_from: one.restated_from[index],
        claim_ids: one.claim_ids[index]?.join(" "),
        reason: one.reasons[index],
      })),
    ),
  };
}

export const listFigures = () =>
  defineOperation({
    id: "financials.figures",
    summary: "List financial figures and ratios",
    guide:
      "Figures and ratios of series, screens and statements, with sign and formula; growth: revenue_growth_3y.",
    scope: "reference:read",
    effect: "read",
    price: 0,
    perSecond: 50,
    rest: { method: "GET", path: "/v1/constant/financial_figures", cache: "etag" },
    mcp: false,
    input: z.strictObject({}),
    output: z.object({
      financial_figures: z.array(
        z
          .object({
            id: z.string(),
            label: z.string(),
            kind: z.enum(["flow", "stock", "per_share", "shares", "ratio"]),
            unit: z.enum(["money", "per_share", "shares", "number"]),
            statement: z.enum(["income", "balance", "cash_flow"]).nullable(),
            sign: z
              .enum(["natural", "cost"])
              .describe("`cost`: positive when it reduces profit or cash, however it is printed"),
            formula: z.string().nullable().describe("For ratios, over other ids"),
          })
          .meta({ id: "FinancialFigure" }),
      ),
    }),
    examples: [{ title: "The whole list", input: {} }],
    run: async () => ({
      financial_figures: [...MEASURES.values()].map(({ id, name, kind, unit, statement, sign, formula }) => ({
        id,
        label: name,
        kind,
        unit,
        statement,
        sign,
        formula: formula?.text ?? null,
      })),
    }),
  });
