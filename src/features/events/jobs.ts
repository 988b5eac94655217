import { type AnyJob, defineJob } from "../../kernel/job.ts";
import { deliverJob } from "./webhooks/deliver-job.ts";
import { DeliveryPump, type DeliveryTools } from "./webhooks/delivery-pump.ts";

export const eventJobs = (tools: DeliveryTools): readonly AnyJob[] => {
  const pump = new DeliveryPump(tools);
  return [
    defineJob({
      ...deliverJob,
      // New events queue their own job; this finds deliveries that are due again.
      schedule: "* * * * *",
      attemptsMax: 3,
      timeoutSeconds: 300,
      // One delivers, the other can report that there is more.
      concurrency: 2,
      // Safe to repeat: a delivery is processed by one node at a time.
      run: (_payload, signal) => pump.run(signal),
    }),
  ];
};
