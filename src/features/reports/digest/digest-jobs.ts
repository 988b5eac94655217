import { z } from "zod";

const Payload = z.object({
  report_id: z.string(),
  priority: z.enum(["interactive", "background"]).default("background"),
});

/** What callers need to queue the steps of a digest; the jobs themselves are in `reportJobs`. */
export const digestJob = { name: "reports.digest", payload: Payload } as const;
export const embedJob = { name: "reports.embed", payload: Payload } as const;
export const renditionJob = { name: "reports.rendition", payload: Payload } as const;
/** Refunds an upload that could not be read but had not settled yet when that was found. */
export const refundJob = {
  name: "reports.refund-upload",
  payload: z.object({ report_id: z.string() }),
} as const;
