import { z } from "zod";
import { AsOf, readAsOf } from "../../../kernel/as-of.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Table } from "../../../kernel/table.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listCompaniesByIds } from "../../companies/index.ts";
import { parseCondition, printCondition } from "../measures/expression.ts";
import { screen } from "./screen.ts";

const Evidence = z
  .object({
    expression: z.string(),
    value: z.number(),
    unit: z.enum(["money", "per_share", "shares", "number"]),
    currency: z.string().nullable(),
    claim_ids: z.array(z.string()),
    confidence: z.number(),
  })
  .meta({ id: "ScreenEvidence" });

const ScreenAnswer = z.object({
  where: z.string().describe("The condition as it was understood"),
  companies: z.array(
    z
      .object({
        svc_entity_id: z.string(),
        name: z.string().nullable(),
        fiscal_year: z.int(),
        evidence: z.array(Evidence),
      })
      .meta({ id: "ScreenedCompany" }),
  ),
  examined: z.int().describe("Companies looked at"),
  incomplete: z.int().describe("Of these, companies that lack a figure of the condition"),
  next: z.string().nullable().describe("Send it as `after` to look at more companies; null at the end"),
});

export const screenFinancials = ({ db }: { db: Database }) =>
  defineOperation({
    id: "financials.screen",
    summary: "Find companies by their figures, ratios and growth",
    guide: "Companies by condition: where `revenue_growth_3y > 0.1 and net_debt / ebitda < 2`.",
    scope: "reports:read",
    effect: "read",
    price: 5,
    perSecond: 2,
    rest: { method: "POST", path: "/v1/financial/screen", alsoGet: true },
    mcp: { tool: "financials" },
    input: z.strictObject({
      where: z.string().min(1).max(1_000),
      fiscal_year: z.int().min(1900).max(2200).optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "expected an ISO 4217 code such as EUR")
        .optional()
        .describe("Convert amounts"),
      as_of: AsOf.describe("As published then"),
      limit: z.int().min(1).max(200).default(50),
      after: z.string().max(60).default(""),
    }),
    output: ScreenAnswer,
    examples: [{ title: "Profitable companies", input: { where: "net_margin > 0.05" } }],
    asTable: screenRows,
    async run({ caller }, input) {
      const asOf = readAsOf(input.as_of);
      const condition = parseCondition(input.where);
      const found = await screen(db, viewerOf(caller), {
        condition,
        currency: input.currency ?? null,
        year: input.fiscal_year ?? null,
        newestYear: (asOf === null ? new Date() : new Date(asOf)).getUTCFullYear() + 1,
        after: input.after,
        limit: input.limit,
        asOf,
      });
      const names = await listCompaniesByIds(
        db,
        found.companies.map(({ svc_entity_id }) => svc_entity_id),
      );
      return {
        where: printCondition(condition),
        ...found,
        companies: found.companies.map((company) => ({
          ...company,
          name: names.get(company.svc_entity_id)?.name ?? null,
        })),
      };
    },
  });

/** One row per value that decided. */
function screenRows({ companies }: z.output<typeof ScreenAnswer>): Table {
  return {
    columns: [
      ...["svc_entity_id", "name"].map((name) => ({ name, type: "text" as const })),
      { name: "fiscal_year", type: "whole" },
      { name: "expression", type: "text" },
      { name: "value", type: "number" },
      ...["unit", "currency", "claim_ids"].map((name) => ({ name, type: "text" as const })),
      { name: "confidence", type: "number" },
    ],
    rows: companies.flatMap(({ evidence, ...company }) =>
      evidence.map((one) => ({ ...company, ...one, claim_ids: one.claim_ids.join(" ") })),
    ),
  };
}
