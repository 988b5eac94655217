import { type AnyJob, defineJob } from "../../kernel/job.ts";
import { deliverJob } from "./webhooks/deliver-job.ts";
import { DeliveryPump, type DeliveryTools } from "./webhooks/delivery-pump.ts";

export const eventJobs = (tools: DeliveryTools): readonly AnyJob[] => {
  const pump = new DeliveryPump(tools);
  return [
    defineJob({
      ...deliverJob,
      // New events send a job of their own; this finds deliveries that are due again.
      schedule: "* * * * *",
      attemptsMax: 3,
      timeoutSeconds: 300,
      // One delivers, the other is free to say that there is more.
      atOnce: 2,
      // Safe to repeat: a delivery is taken by one node at a time.
      run: (_payload, signal) => pump.run(signal),
    }),
  ];
};
