/** Whether this node can work: answer, charge, accept files. */
import { type Database, probeWrite } from "./platform/db/index.ts";
import { probeFolder } from "./platform/storage/index.ts";

/** Anyone may query it at any rate; the disk is checked at most this often. */
const CACHE_MILLISECONDS = 1_000;

/** Null when the node is ready, else why it is not, in a sentence an operator can act on. */
export type FindNotReadyReason = () => Promise<string | null>;

export function watchReadiness(db: Database, uploadFolder: string): FindNotReadyReason {
  let answer: Promise<string | null> | null = null;
  let until = 0;
  return () => {
    if (answer !== null && performance.now() < until) return answer;
    until = Number.POSITIVE_INFINITY;
    answer = probe(db, uploadFolder).finally(() => {
      until = performance.now() + CACHE_MILLISECONDS;
    });
    return answer;
  };
}

async function probe(db: Database, uploadFolder: string): Promise<string | null> {
  try {
    await probeWrite(db);
  } catch {
    return "the database cannot be reached or does not accept new rows";
  }
  try {
    await probeFolder(uploadFolder);
    return null;
  } catch {
    return "the data folder cannot be written";
  }
}
