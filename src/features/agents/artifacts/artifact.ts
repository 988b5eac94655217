import { z } from "zod";
import { FieldMapping } from "../builders/field-mapping.ts";
import { CompanyReference } from "../company-reference.ts";
import { ModelAnswer } from "../extraction/model-answer.ts";

/** What a field can hold once read: a number, a text, a list of texts, rows of a table, or nothing. */
export const Value = z
  .union([
    z.number(),
    z.string(),
    z.boolean(),
    z.array(z.string()),
    z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
    z.null(),
  ])
  .describe("In the field's type; null when it was not found or could not be verified");
export type Value = z.infer<typeof Value>;

/** Group, then field, then value: the builder's structure. */
export const ExtractJson = z.record(z.string(), z.record(z.string(), Value));
export type ExtractJson = z.infer<typeof ExtractJson>;

/** The source of a field's value, or why there is none. */
export const Evidence = z
  .object({
    group: z.string(),
    field: z.string(),
    value: Value,
    verdict: z
      .enum(["found", "computed", "quoted", "not_found", "not_verified"])
      .describe("`found`: verified on the page; `computed`: from verified figures; `quoted`: verbatim text"),
    reason: z.string().nullable().describe("Why the value is null"),
    confidence: z.number().min(0).max(1),
    unit: z.string().nullable(),
    period: z.string().nullable(),
    report_id: z.string().nullable(),
    page: z.int().nullable(),
    box: z.array(z.number()).length(4).nullable().describe("Left, top, right, bottom in points"),
    quote: z.string().nullable(),
    claim_ids: z
      .array(z.string())
      .describe("Each opens at /c/{claim_id}; more than one for a computed value"),
    expression: z.string().nullable().describe("How a computed value was computed"),
    operands: z
      .array(
        z.object({
          claim_id: z.string(),
          label: z.string(),
          value: z.number(),
          page: z.int().nullable(),
          box: z.array(z.number()).length(4).nullable(),
          quote: z.string().nullable(),
        }),
      )
      .describe("For a computed value: the figures it was computed from, in single units"),
    engine: z.string().optional().describe("The language model that found it, if any"),
  })
  .meta({ id: "AgentBuilderEvidence" });
export type Evidence = z.infer<typeof Evidence>;

/** As API callers see it. */
export const TaggedEvidence = Evidence.extend({
  tagged: z
    .enum(["match", "differs", "not_tagged"])
    .optional()
    .describe(
      "For a number read from a page: whether the company's XBRL tags agree with it today, if it has any; " +
        "never that it is wrong",
    ),
});
export type TaggedEvidence = z.infer<typeof TaggedEvidence>;

export const LinkedEvidence = TaggedEvidence.extend({
  link: z.string().nullable().describe("A web page with the source; null when there is none"),
});

export const Difference = z
  .object({ group: z.string(), field: z.string(), old: Value, new: Value })
  .meta({ id: "AgentBuilderDifference" });
export type Difference = z.infer<typeof Difference>;

/** Everything needed to reproduce the artifact. */
export const Provenance = z.object({
  engine: z.string(),
  engine_versions: z.record(z.string(), z.string()),
  builder_name: z.string(),
  field_mapping: FieldMapping,
  documents: z.array(
    z.object({
      report_id: z.string(),
      svc_entity_id: z.string().nullable(),
      title: z.string(),
      publish_date: z.string().nullable(),
      fiscal_year: z.int().nullable(),
      fiscal_period: z.string().nullable(),
      file_sha256: z.string(),
      extract_sha256: z.string(),
    }),
  ),
  company_list: z.array(CompanyReference),
  language_model: z
    .array(ModelAnswer)
    .optional()
    .describe("The language model's answers, so that it need not be asked again"),
  made_at: z.string(),
});
export type Provenance = z.infer<typeof Provenance>;
