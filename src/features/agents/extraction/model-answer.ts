import { z } from "zod";

/** What a language model says of one field, or of one item of a list: not believed before the page agrees. */
export const Proposal = z.object({
  group: z.string(),
  field: z.string(),
  page: z.int(),
  quote: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});
export type Proposal = z.infer<typeof Proposal>;

/** A language model's answer about one report, kept so that an artifact can be made again without asking anew. */
export const ModelAnswer = z.object({
  report_id: z.string(),
  engine: z.string(),
  fallback: z.string().nullable().describe("Why the built-in reader stands alone, or where the answer ends"),
  proposals: z.array(Proposal),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;
