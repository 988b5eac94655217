import type { Database } from "../../platform/db/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import { deleteAnswersOfPerson, endKeysOf } from "../access/index.ts";
import { queueFileRemoval, removeMember } from "../accounts/index.ts";
import { deactivatePrivateBuilders } from "../agents/index.ts";
import { deactivatePrivateWebhooks } from "../events/index.ts";
import { deleteParseJobs } from "../reports/index.ts";
import { deactivatePrivateSearches } from "../search/index.ts";
import { deletePrivateThreads } from "../threads/index.ts";
import { deletePrivateWatchlists } from "../watchlists/index.ts";

export interface RightsTools {
  db: Database;
  jobs: Jobs;
}

export interface EndedWithMember {
  keys_ended: number;
  builders_ended: number;
  webhooks_ended: number;
  searches_ended: number;
  threads_deleted: number;
  watchlists_deleted: number;
}

/** Removes a person from an account, with everything that acts for them; all of it or nothing. */
export async function removePerson(
  { db, jobs }: RightsTools,
  { accountId, memberId }: { accountId: string; memberId: string },
): Promise<EndedWithMember> {
  return removeMember(db, { accountId, memberId }, async (sql, person) => {
    await deleteAnswersOfPerson(sql, person);
    await queueFileRemoval(jobs, sql, await deleteParseJobs(sql, { accountId, requestedBy: memberId }));
    return {
      keys_ended: await endKeysOf(sql, accountId, memberId),
      builders_ended: await deactivatePrivateBuilders(sql, memberId),
      webhooks_ended: await deactivatePrivateWebhooks(sql, memberId),
      searches_ended: await deactivatePrivateSearches(sql, memberId),
      threads_deleted: await deletePrivateThreads(sql, memberId),
      watchlists_deleted: await deletePrivateWatchlists(sql, memberId),
    };
  });
}
