import type { Database } from "../../platform/db/index.ts";
import { type AuditEntry, insertAudit, touchKeys } from "./store.ts";

const FLUSH_MILLISECONDS = 100;
const BATCH_MAX = 1_000;
const WAITING_MAX = 50_000;

export interface CallLog {
  record: (entry: AuditEntry) => void;
  /** Whether there is room; if not, calls are refused rather than left unrecorded. */
  hasRoom: () => boolean;
  /** Writes everything pending; afterwards, nothing recorded before is unwritten. */
  flush: () => Promise<void>;
}

/**
 * Writes the audit trail and the last use of keys after the calls, many rows per statement. A crash loses at
 * most the last tenth of a second of the trail; the charges themselves are in the ledger with call, key and
 * operation.
 */
export function startCallLog(db: Database, onError: (error: unknown) => void): CallLog {
  let waiting: AuditEntry[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      try {
        await insertAudit(db, batch);
        waiting = waiting.slice(batch.length);
        await touchKeys(db, lastUses(batch));
      } catch (error) {
        onError(error);
        schedule(10 * FLUSH_MILLISECONDS);
        return;
      }
    }
  }

  function schedule(delay: number): void {
    timer ??= setTimeout(() => void writeNext(), delay).unref();
  }

  /** After the previous one: two at the same time would write the same entries, and lose those that came later. */
  function writeNext(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  return {
    record(entry) {
      waiting.push(entry);
      schedule(FLUSH_MILLISECONDS);
    },
    hasRoom: () => waiting.length < WAITING_MAX,
    flush: writeNext,
  };
}

function lastUses(entries: readonly AuditEntry[]): Map<string, Date> {
  const uses = new Map<string, Date>();
  for (const { key_id, at } of entries) if (key_id) uses.set(key_id, at);
  return uses;
}
