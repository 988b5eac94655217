import { z } from "zod";

/** What `recordEvent` needs to queue a delivery; the job itself is in `eventJobs`. */
export const deliverJob = { name: "events.deliver", payload: z.object({}) } as const;
