import type { Database } from "../../../platform/db/index.ts";
import type { RecordStore } from "../../../platform/oauth/index.ts";
import {
  consumeRecord,
  deleteGrant,
  deleteRecord,
  findRecord,
  findRecordByUid,
  insertProof,
  saveRecord,
  touchClient,
} from "./store.ts";

/** Saving one of these means that a person authorises the client, or still does. */
const USE_MODELS = new Set(["Grant", "RefreshToken"]);

/** The authorization server's storage: a restart, a second node or a lost cache loses nothing. */
export function openRecords(db: Database, onGrantEnd: (grantId: string) => void): RecordStore {
  return {
    async save(record) {
      await saveRecord(db, record);
      if (USE_MODELS.has(record.model) && record.clientId !== null) await touchClient(db, record.clientId);
    },
    find: (model, id) => findRecord(db, model, id),
    findByUid: (model, uid) => findRecordByUid(db, model, uid),
    consume: (model, id, graceSeconds) => consumeRecord(db, { model, id, graceSeconds }),
    async remove(model, id) {
      await deleteRecord(db, model, id);
      if (model === "Grant") onGrantEnd(id);
    },
    async removeGrant(grantId) {
      await deleteGrant(db, grantId);
      onGrantEnd(grantId);
    },
    takeProof: (id, ttlSeconds) => insertProof(db, id, ttlSeconds),
  };
}
