import { randomInt } from "node:crypto";
import { Failure } from "../../../kernel/errors.ts";
import { type Database, inTransaction } from "../../../platform/db/index.ts";
import { findTotpStep, makeTotpSecret, toBase32, totpUri } from "../../../platform/totp/index.ts";
import type { Member } from "../members/store.ts";
import { hashSecret } from "../secret.ts";
import { attemptCode } from "../sign-in/attempts.ts";
import {
  confirmTotp,
  dropTotp,
  findTotp,
  replaceRecoveryCodes,
  startTotp,
  takeRecoveryCode,
  takeTotpStep,
} from "./store.ts";

const RECOVERY_CODES = 10;
/** Without characters that are easily confused. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const RECOVERY_LENGTH = 12;

/** Gives the member a secret for an authenticator app; it takes effect when a code from it is confirmed. */
export async function beginTotp(db: Database, member: Member): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret();
  if (!(await startTotp(db, member.id, secret)))
    throw new Failure("invalid_input", { detail: "one-time codes are already enabled: disable them first" });
  return { secret: toBase32(secret), uri: totpUri(secret, { issuer: "Florin", label: member.email }) };
}

/** Enables one-time codes; returns the recovery codes, which are shown only once. */
export async function finishTotp(db: Database, memberId: string, code: string): Promise<string[]> {
  const { confirmed } = await findTotp(db, memberId);
  if (confirmed) throw new Failure("invalid_input", { detail: "one-time codes are already enabled" });
  await attemptCode(db, memberId, () => requireTotp(db, memberId, normaliseCode(code)));
  const codes = makeRecoveryCodes();
  await inTransaction(db, async (sql) => {
    await confirmTotp(sql, memberId);
    await replaceRecoveryCodes(sql, memberId, codes.map(hashSecret));
  });
  return codes;
}

/** Disables one-time codes; needs a valid code. */
export async function endTotp(db: Database, memberId: string, code: string): Promise<void> {
  await takeSecondFactor(db, memberId, code);
  await inTransaction(db, (sql) => dropTotp(sql, memberId));
}

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(db: Database, memberId: string, code: string): Promise<string[]> {
  await takeSecondFactor(db, memberId, code);
  const codes = makeRecoveryCodes();
  await inTransaction(db, (sql) => replaceRecoveryCodes(sql, memberId, codes.map(hashSecret)));
  return codes;
}

/** Accepts a code from the app or a recovery code, each once; returns which it was. */
export function takeSecondFactor(db: Database, memberId: string, code: string): Promise<"otp" | "recovery"> {
  return attemptCode(db, memberId, async () => {
    const given = normaliseCode(code);
    if (given.length === RECOVERY_LENGTH) {
      if (!(await takeRecoveryCode(db, memberId, hashSecret(given)))) throw new Failure("sign_in_refused");
      return "recovery";
    }
    const { confirmed } = await findTotp(db, memberId);
    if (!confirmed) throw new Failure("sign_in_refused");
    await requireTotp(db, memberId, given);
    return "otp";
  });
}

/** Apps show codes in two groups, and people type them that way. */
const normaliseCode = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

async function requireTotp(db: Database, memberId: string, code: string): Promise<void> {
  const { secret } = await findTotp(db, memberId);
  const step = secret && findTotpStep(secret, code, new Date());
  if (step === null || !(await takeTotpStep(db, memberId, step))) throw new Failure("sign_in_refused");
}

function makeRecoveryCodes(): string[] {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)] ?? "";
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, letter).join(""),
  );
}
