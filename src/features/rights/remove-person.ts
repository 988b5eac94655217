import type { Database } from "../../platform/db/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { endKeysOf } from "../access/index.ts";
import { removeMember, removeUnusedFiles } from "../accounts/index.ts";
import { deactivatePrivateBuilders } from "../agents/index.ts";
import { deactivatePrivateWebhooks } from "../events/index.ts";
import { deleteParseJobs } from "../reports/index.ts";
import { deactivatePrivateSearches } from "../search/index.ts";
import { deletePrivateThreads } from "../threads/index.ts";
import { deletePrivateWatchlists } from "../watchlists/index.ts";

export interface RightsTools {
  db: Database;
  storage: Storage;
}

interface EndedWithMember {
  keys_ended: number;
  builders_ended: number;
  webhooks_ended: number;
  searches_ended: number;
  threads_deleted: number;
  watchlists_deleted: number;
}

/** Removes a person from an account, with everything that acts for them; all of it or nothing. */
export async function removePerson(
  { db, storage }: RightsTools,
  { accountId, memberId }: { accountId: string; memberId: string },
): Promise<EndedWithMember> {
  const { files, ...ended } = await removeMember(db, { accountId, memberId }, async (sql) => ({
    files: await deleteParseJobs(sql, { accountId, requestedBy: memberId }),
    keys_ended: await endKeysOf(sql, memberId),
    builders_ended: await deactivatePrivateBuilders(sql, memberId),
    webhooks_ended: await deactivatePrivateWebhooks(sql, memberId),
    searches_ended: await deactivatePrivateSearches(sql, memberId),
    threads_deleted: await deletePrivateThreads(sql, memberId),
    watchlists_deleted: await deletePrivateWatchlists(sql, memberId),
  }));
  await removeUnusedFiles({ db, storage }, files);
  return ended;
}
