import { z } from "zod";
import { defineJob } from "../../kernel/job.ts";
import type { Database } from "../../platform/db/index.ts";
import { deleteExpiredAnswers } from "./answers/kept-answer-store.ts";
import { deleteOldClaims } from "./answers/store.ts";
import { deleteStaleProofs, deleteStaleRecords, deleteUnusedClients } from "./oauth/store.ts";
import { forgetAudit } from "./store.ts";

/** Long enough for any client that retries; documented with the header. */
const IDEMPOTENCY_HOURS = 24;
/**
 * A client that registered but was never authorised is most likely noise; one that was gets time to come
 * back.
 */
const CLIENT_AGES = { neverUsedHours: 24, idleDays: 90 };
const ROWS_PER_STATEMENT = 1_000;

/** `auditDays`: null keeps the audit trail for ever. */
export const accessJobs = (db: Database, { auditDays }: { auditDays: number | null }) => [
  defineJob({
    name: "access.forget-idempotency-keys",
    payload: z.object({}),
    schedule: "17 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 300,
    async run(_payload, signal) {
      while (!signal.aborted) {
        if ((await deleteOldClaims(db, IDEMPOTENCY_HOURS, ROWS_PER_STATEMENT)) < ROWS_PER_STATEMENT) return;
      }
    },
  }),
  defineJob({
    name: "access.forget-kept-answers",
    payload: z.object({}),
    schedule: "*/5 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 120,
    async run(_payload, signal) {
      while (!signal.aborted && (await deleteExpiredAnswers(db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
    },
  }),
  defineJob({
    name: "access.forget-oauth-records",
    payload: z.object({}),
    schedule: "29 * * * *",
    attemptsMax: 3,
    timeoutSeconds: 300,
    async run(_payload, signal) {
      await deleteStaleProofs(db);
      while (!signal.aborted && (await deleteStaleRecords(db, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
      const clients = { ...CLIENT_AGES, limit: ROWS_PER_STATEMENT };
      while (!signal.aborted && (await deleteUnusedClients(db, clients)) === ROWS_PER_STATEMENT);
    },
  }),
  defineJob({
    name: "access.forget-audit",
    payload: z.object({}),
    schedule: "50 3 * * *",
    attemptsMax: 3,
    timeoutSeconds: 3_600,
    // Safe to repeat: what is deleted is not found again.
    async run(_payload, signal) {
      if (auditDays === null) return;
      while (
        !signal.aborted &&
        (await forgetAudit(db, auditDays, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT
      );
    },
  }),
];
