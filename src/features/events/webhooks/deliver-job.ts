import { z } from "zod";

/** What `recordEvent` needs to queue a delivery; the work itself is among `eventJobs`. */
export const deliverJob = { name: "events.deliver", payload: z.object({}) } as const;
