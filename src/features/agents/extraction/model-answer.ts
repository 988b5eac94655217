import { z } from "zod";

/** A language model's answer for one field, or one item of a list: not trusted until the page confirms it. */
export const Proposal = z.object({
  group: z.string(),
  field: z.string(),
  page: z.int(),
  quote: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});
export type Proposal = z.infer<typeof Proposal>;

/**
 * A language model's answer about one report, stored so that an artifact can be reproduced without asking
 * again.
 */
export const ModelAnswer = z.object({
  report_id: z.string(),
  engine: z.string(),
  fallback: z.string().nullable().describe("Why only the built-in reader answered, or where the answer ends"),
  proposals: z.array(Proposal),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;
