import { z } from "zod";

/** What callers need to queue a run; the work itself is among `agentJobs`. */
export const runJob = { name: "agents.run", payload: z.object({ run_id: z.string() }) } as const;
