import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import { deleteGrant, isGrantOf, listGrantIds } from "./store.ts";

/** Ends what people allowed applications to do. */
export interface Grants {
  /** Disconnects an application: its tokens are rejected and cannot be refreshed. */
  end: (memberId: string, grantId: string) => Promise<void>;
  /** Disconnects every application a person authorised; returns how many. */
  endAll: (memberId: string) => Promise<number>;
  /** Called for every grant that ends, however it ended, so that no cache of this process keeps trusting it. */
  announceEnd: (grantId: string) => void;
  onEnd: (listener: (grantId: string) => void) => void;
}

export function openGrants(db: Database): Grants {
  const listeners: ((grantId: string) => void)[] = [];
  const announceEnd = (grantId: string) => {
    for (const listener of listeners) listener(grantId);
  };
  const remove = async (grantId: string) => {
    await deleteGrant(db, grantId);
    announceEnd(grantId);
  };
  return {
    async end(memberId, grantId) {
      if (!(await isGrantOf(db, memberId, grantId))) throw new Failure("grant_not_found");
      await remove(grantId);
    },
    async endAll(memberId) {
      const grantIds = await listGrantIds(db, memberId);
      for (const grantId of grantIds) await remove(grantId);
      return grantIds.length;
    },
    announceEnd,
    onEnd: (listener) => void listeners.push(listener),
  };
}
