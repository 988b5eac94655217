import { batchLoader, type Sql } from "../../platform/db/index.ts";
import { readRevision } from "./screening/store.ts";

/** The number of changes to companies so far. Calls of the same moment share one statement. */
export type CurrentRevision = () => Promise<number>;

export function watchRevision(sql: Sql): CurrentRevision {
  const read = batchLoader(async () => new Map([["revision", await readRevision(sql)]]));
  return async () => {
    const revision = await read("revision");
    if (revision === undefined) throw new Error("company_revision has no row");
    return revision;
  };
}
