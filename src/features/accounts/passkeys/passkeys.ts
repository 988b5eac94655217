import type { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import {
  askForNewPasskey,
  askForPasskey,
  challengeOf,
  type NewPasskeyResponse,
  type PasskeyResponse,
  type PasskeySite,
  verifyNewPasskey,
  verifyPasskey,
} from "../../../platform/passkeys/index.ts";
import type { Member } from "../members/store.ts";
import { hashSecret } from "../secret.ts";
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  recordPasskeyUse,
  takeChallenge,
} from "./store.ts";

const CHALLENGE_SECONDS = 300;
export const PASSKEYS_MAX = 20;

/** The options for creating a passkey in the member's browser. */
export async function beginPasskey(db: Database, site: PasskeySite, member: Member) {
  const known = await listPasskeys(db, member.id, PASSKEYS_MAX);
  if (known.length >= PASSKEYS_MAX)
    throw new Failure("invalid_input", { detail: `at most ${PASSKEYS_MAX} passkeys` });
  const options = await askForNewPasskey(site, { ...member, passkeyIds: known.map(({ id }) => id) });
  await saveChallenge(db, options.challenge, member.id);
  return options;
}

export async function addPasskey(
  db: Database,
  site: PasskeySite,
  input: { memberId: string; name: string; answer: z.output<typeof NewPasskeyResponse> },
): Promise<string> {
  const { memberId, name, answer } = input;
  const challenge = await answeredChallenge(db, answer, memberId);
  const passkey = challenge && (await verifyNewPasskey(site, challenge, answer));
  if (!passkey || !(await insertPasskey(db, { ...passkey, memberId, name })))
    throw new Failure("invalid_input", { detail: "the passkey could not be verified" });
  return passkey.id;
}

/** The options for signing in with a passkey; the response identifies its owner. */
export async function beginPasskeySignIn(db: Database, site: PasskeySite) {
  const options = await askForPasskey(site);
  await saveChallenge(db, options.challenge, null);
  return options;
}

/**
 * The member whose passkey responded. A passkey already requires a finger, face or PIN, so no code is needed.
 */
export async function signInWithPasskey(
  db: Database,
  site: PasskeySite,
  answer: z.output<typeof PasskeyResponse>,
): Promise<string> {
  const challenge = await answeredChallenge(db, answer, null);
  const found = await findPasskey(db, answer.id);
  if (!challenge || !found) throw new Failure("sign_in_refused");
  const { public_key, counter, transports, member_id } = found;
  const passkey = { id: answer.id, publicKey: new Uint8Array(public_key), counter, transports };
  const newCounter = await verifyPasskey(site, challenge, passkey, answer);
  if (newCounter === null || !(await recordPasskeyUse(db, answer.id, newCounter)))
    throw new Failure("sign_in_refused");
  return member_id;
}

function saveChallenge(db: Database, challenge: string, memberId: string | null): Promise<void> {
  return insertChallenge(db, { hash: hashSecret(challenge), memberId, ttlSeconds: CHALLENGE_SECONDS });
}

async function answeredChallenge(
  db: Database,
  answer: { response: { clientDataJSON: string } },
  memberId: string | null,
): Promise<string | null> {
  const challenge = challengeOf(answer);
  if (challenge === null || !(await takeChallenge(db, hashSecret(challenge), memberId))) return null;
  return challenge;
}
