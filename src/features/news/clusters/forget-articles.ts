import { type Database, inTransaction } from "../../../platform/db/index.ts";
import { deleteArticles, findOldArticles, lockClusters, renewClusters } from "./store.ts";

const ROWS_PER_TRANSACTION = 1_000;

/** Deletes articles that are older than the operator keeps them; stories keep their younger copies. */
export async function forgetArticles(db: Database, days: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await forgetSome(db, days)) === ROWS_PER_TRANSACTION);
}

async function forgetSome(db: Database, days: number): Promise<number> {
  return inTransaction(db, async (sql) => {
    await lockClusters(sql);
    const old = await findOldArticles(sql, days, ROWS_PER_TRANSACTION);
    const articleNos = old.map(({ article_no }) => article_no);
    const clusterNos = [...new Set(old.map(({ cluster_no }) => cluster_no))];
    await deleteArticles(sql, { articleNos, clusterNos });
    await renewClusters(sql, clusterNos);
    return old.length;
  });
}
