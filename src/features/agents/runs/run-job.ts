import { z } from "zod";

/** What callers need to queue a run; the job itself is in `agentJobs`. */
export const runJob = { name: "agents.run", payload: z.object({ run_id: z.string() }) } as const;
