import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import { pollDueFeeds } from "./feeds/poll-due.ts";
import type { PollTools } from "./feeds/poll-feed.ts";

export const newsJobs = (tools: PollTools) => [
  defineJob({
    name: "news.poll-feeds",
    payload: z.object({}),
    schedule: "* * * * *",
    attemptsMax: 1,
    timeoutSeconds: 600,
    // Safe to repeat: a feed is claimed by moving its next poll, and a known article is not added again.
    run: async (_payload, signal) => {
      await pollDueFeeds(tools, signal);
    },
  }),
];
