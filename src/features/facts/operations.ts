import { z } from "zod";
import { AsOf, readAsOf } from "../../kernel/as-of.ts";
import { Day } from "../../kernel/day.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Database } from "../../platform/db/index.ts";
import { requireCompany } from "../companies/index.ts";
import { checkFigure } from "./check-figure.ts";
import { listFacts } from "./store.ts";

const Fact = z
  .object({
    taxonomy: z.string(),
    concept: z.string(),
    label: z.string().nullable(),
    unit: z.string(),
    period_start: z.iso.date().nullable().describe("Null for a figure at a single date"),
    period_end: z.iso.date(),
    value: z.number(),
    fiscal_year: z.int().nullable(),
    fiscal_period: z.string().nullable(),
    form: z.string(),
    accession: z.string(),
    filed: z.iso.date(),
    source: z.string(),
  })
  .meta({ id: "Fact" });

const company = z.string().min(1).max(60).describe("Entity identifier of the company");
const as_of = AsOf.describe("Figures as of this time, by filing date: later restatements are left out");
const concept = z.string().min(1).max(200).optional().describe("As tagged, for example NetIncomeLoss");

export const listFactsOperation = ({ db }: { db: Database }) =>
  defineOperation({
    id: "facts.list",
    summary: "Figures as a company tagged them in its filings",
    guide:
      "Use for exact reported figures of companies that file with tags (XBRL): by concept, fiscal year or period. Newest " +
      "period and filing first; a figure repeated or restated by a later filing comes once for each.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    isPageRead: true,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/fact/list" },
    mcp: false,
    input: z.strictObject({
      svc_entity_id: company,
      concept,
      fiscal_year: z.int().min(1900).max(2200).optional(),
      period_end: Day.optional(),
      as_of,
      limit: z.int().min(1).max(1_000).default(100),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({ facts: z.array(Fact) }),
    errors: ["company_not_found"],
    examples: [{ title: "A demo company, which has none", input: { svc_entity_id: "ent_qpi4neyotut5" } }],
    asTable: ({ facts }) => ({
      columns: [
        ...["taxonomy", "concept", "label", "unit"].map((name) => ({ name, type: "text" as const })),
        { name: "period_start", type: "date" },
        { name: "period_end", type: "date" },
        { name: "value", type: "number" },
        { name: "fiscal_year", type: "whole" },
        ...["fiscal_period", "form", "accession"].map((name) => ({ name, type: "text" as const })),
        { name: "filed", type: "date" },
        { name: "source", type: "text" },
      ],
      rows: facts,
    }),
    async run(_context, { concept: query, ...input }) {
      await requireCompany(db, input.svc_entity_id);
      return {
        facts: await listFacts(db, {
          ...input,
          concepts: query === undefined ? undefined : [query],
          as_of: readAsOf(input.as_of),
        }),
      };
    },
  });

export const checkFigureOperation = ({ db }: { db: Database }) =>
  defineOperation({
    id: "facts.check",
    summary: "Compare a figure with the company's XBRL tags",
    guide:
      "Use to check a number of an answer or artifact against the company's tagged figures: match, differs or not_tagged. " +
      "`differs` is not a judgement: scope, restatement or rounding may be the reason; the tagged figures are included.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/fact/check" },
    mcp: false,
    input: z.strictObject({
      svc_entity_id: company,
      value: z.number().describe("As printed"),
      scale: z.enum(["one", "thousand", "million", "billion"]).default("one"),
      label: z.string().min(1).max(200).optional().describe("Its name, for example net income"),
      concept,
      unit: z.string().min(1).max(40).optional().describe("USD, shares, USD/shares"),
      fiscal_year: z.int().min(1900).max(2200).optional(),
      period_end: Day.optional(),
      as_of,
    }),
    output: z.object({ verdict: z.enum(["match", "differs", "not_tagged"]), facts: z.array(Fact) }),
    errors: ["company_not_found"],
    examples: [
      {
        title: "A demo company, which has none",
        input: { svc_entity_id: "ent_qpi4neyotut5", value: 2_000, scale: "million", label: "revenue" },
      },
    ],
    async run(_context, input) {
      await requireCompany(db, input.svc_entity_id);
      return checkFigure(db, { ...input, as_of: readAsOf(input.as_of) });
    },
  });
