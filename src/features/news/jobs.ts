import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import { forgetArticles } from "./clusters/forget-articles.ts";
import { pollDueFeeds } from "./feeds/poll-due.ts";
import type { PollTools } from "./feeds/poll-feed.ts";

/** `newsDays`: null keeps articles for ever. */
export const newsJobs = (tools: PollTools, { newsDays }: { newsDays: number | null }) => [
  defineJob({
    name: "news.forget-articles",
    payload: z.object({}),
    schedule: "10 4 * * *",
    attemptsMax: 3,
    timeoutSeconds: 3_600,
    // Safe to repeat: what is deleted is not found again.
    async run(_payload, signal) {
      if (newsDays !== null) await forgetArticles(tools.db, newsDays, signal);
    },
  }),
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
