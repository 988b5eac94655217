import { z } from "zod";

/** A company as builders and artifacts reference it. */
export const CompanyReference = z.object({ svc_entity_id: z.string(), name: z.string() });
export type CompanyReference = z.infer<typeof CompanyReference>;
