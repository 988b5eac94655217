import { hash } from "node:crypto";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type AttemptRule, clearAttempts, countAttempt, returnAttempt } from "./store.ts";

const QUARTER_HOUR_SECONDS = 900;

/**
 * Three limits. The first stops guessing from one address without locking the person out elsewhere; the
 * second stops one address that tries many people; the third stops many addresses that try one person.
 */
function passwordRules(email: string, address: string): Record<"pair" | "address" | "email", AttemptRule> {
  const emailHash = hash("sha256", email, "hex").slice(0, 32);
  const window = { windowSeconds: QUARTER_HOUR_SECONDS, lockSeconds: QUARTER_HOUR_SECONDS };
  return {
    pair: { subject: `pair:${emailHash}:${address}`, attemptsMax: 5, ...window },
    address: { subject: `address:${address}`, attemptsMax: 50, ...window },
    email: { subject: `email:${emailHash}`, attemptsMax: 100, ...window },
  };
}

/** Rate-limits password attempts: a correct one is not counted, a wrong one is. */
export async function attemptPassword<T>(
  db: Database,
  emailHash: { email: string; address: string },
  guess: () => Promise<T>,
): Promise<T> {
  const { pair, address, email } = passwordRules(emailHash.email, emailHash.address);
  for (const rule of [pair, address, email]) await requireAttempt(db, rule);
  const result = await guess();
  await clearAttempts(db, [pair.subject, email.subject]);
  // A correct password must not reset the count of what the same address tried on others.
  await returnAttempt(db, address.subject);
  return result;
}

/** The same for codes: six digits are quickly exhausted. */
export async function attemptCode<T>(db: Database, memberId: string, guess: () => Promise<T>): Promise<T> {
  const subject = `code:${memberId}`;
  await requireAttempt(db, {
    subject,
    attemptsMax: 6,
    windowSeconds: 3_600,
    lockSeconds: QUARTER_HOUR_SECONDS,
  });
  const result = await guess();
  await clearAttempts(db, [subject]);
  return result;
}

/** Limits how often links are sent to one address, whoever requests them. */
export async function limitMail(db: Database, email: string, address: string): Promise<boolean> {
  const emailHash = hash("sha256", email, "hex").slice(0, 32);
  const rules = [
    { subject: `mail:${emailHash}`, attemptsMax: 3, windowSeconds: 3_600, lockSeconds: 3_600 },
    { subject: `mail-from:${address}`, attemptsMax: 10, windowSeconds: 3_600, lockSeconds: 3_600 },
  ];
  for (const rule of rules) if ((await countAttempt(db, rule)) > 0) return false;
  return true;
}

/**
 * Anyone may register a client, but not any number of them. Returns the seconds to wait, 0 when there is
 * room.
 */
export function limitRegistrations(db: Database, address: string, factor: number): Promise<number> {
  const attemptsMax = Math.ceil(20 * factor);
  return countAttempt(db, {
    subject: `register:${address}`,
    attemptsMax,
    windowSeconds: 3_600,
    lockSeconds: 3_600,
  });
}

async function requireAttempt(db: Database, rule: AttemptRule): Promise<void> {
  const waitSeconds = await countAttempt(db, rule);
  if (waitSeconds > 0) throw new Failure("sign_in_locked", { retryAfterSeconds: waitSeconds });
}
