import { z } from "zod";

export { type ClaimedDocument, claimId } from "../../claims/index.ts";

/** A number of an answer, with its source or what it was computed from. */
export const Claim = z
  .object({
    claim_id: z.string(),
    verdict: z
      .enum(["found", "computed", "not_found"])
      .describe("`found`: verified on the page; `computed`: from verified claims"),
    label: z.string().describe("What the number is, in the words of the report or the question"),
    value: z.number().nullable(),
    unit: z.string().nullable().describe("Currency, currency/share, %, shares, or null for a plain ratio"),
    scale: z.enum(["one", "thousand", "million", "billion"]),
    period: z.string().nullable(),
    page: z.int().nullable(),
    box: z.array(z.number()).length(4).nullable().describe("Left, top, right, bottom in points"),
    quote: z.string().nullable().describe("The text around the number, as printed"),
    document_sha256: z.string(),
    expression: z.string().nullable().describe("How it was computed, over `computed_from`"),
    computed_from: z.array(z.string()),
    tagged: z
      .enum(["match", "differs", "not_tagged"])
      .optional()
      .describe("Whether the company's XBRL tags agree with it, if it has any; never that it is wrong"),
    link: z.string().nullable().describe("A web page: the report's page with the number marked"),
  })
  .meta({ id: "Claim" });

export type Claim = z.infer<typeof Claim>;

/** Each claim once, however many parts of an answer use it. */
export function dropDuplicates(claims: readonly Claim[]): Claim[] {
  return [...new Map(claims.map((claim) => [claim.claim_id, claim])).values()];
}
