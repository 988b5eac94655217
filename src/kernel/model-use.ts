import { z } from "zod";

/** What a language model was sent for an answer. */
export const ModelUse = z
  .object({
    name: z.string(),
    is_local: z.boolean(),
    pages_sent: z.array(z.int()),
    tokens: z.int(),
  })
  .meta({ id: "ModelUse" })
  .describe("The language model that was asked, and what it was sent");
export type ModelUse = z.infer<typeof ModelUse>;
