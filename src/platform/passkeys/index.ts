/** Passkeys (WebAuthn): the options for a browser's authenticator, and the verification of its response. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

/** Loaded with the first passkey: 30 MB that most processes never need. */
const loadLibrary = () => import("@simplewebauthn/server");

/** The site a passkey is bound to: its host name, and the origin whose pages may ask for it. */
export interface PasskeySite {
  id: string;
  origin: string;
  name: string;
}

export interface StoredPasskey {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

const Base64Url = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/)
  .max(8_192);
const credential = { id: Base64Url, rawId: Base64Url, type: z.literal("public-key") };
const loose = { authenticatorAttachment: z.string().max(40).nullish(), clientExtensionResults: z.object({}) };

/** What a browser sends after creating a passkey, and after using one. */
export const NewPasskeyResponse = z.object({
  ...credential,
  ...loose,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
});
export const PasskeyResponse = z.object({
  ...credential,
  ...loose,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
});

export async function askForNewPasskey(
  site: PasskeySite,
  person: { id: string; email: string; name: string; passkeyIds: readonly string[] },
) {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: site.name,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: "none",
    excludeCredentials: person.passkeyIds.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export async function askForPasskey(site: PasskeySite) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({ rpID: site.id, userVerification: "required" });
}

/** The challenge that a response claims to answer; valid only if we issued it and it is still unused. */
export function challengeOf(answer: { response: { clientDataJSON: string } }): string | null {
  try {
    const data = JSON.parse(Buffer.from(answer.response.clientDataJSON, "base64url").toString("utf8"));
    return z.object({ challenge: Base64Url }).parse(data).challenge;
  } catch {
    return null;
  }
}

/** The new passkey, or null when the response is invalid. */
export async function verifyNewPasskey(
  site: PasskeySite,
  challenge: string,
  answer: z.output<typeof NewPasskeyResponse>,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const checked = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON, // checked above, field by field
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified || !checked.registrationInfo) return null;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { id, publicKey, counter, transports: answer.response.transports };
}

/** The authenticator's new counter, or null when the response is invalid. */
export async function verifyPasskey(
  site: PasskeySite,
  challenge: string,
  passkey: StoredPasskey,
  answer: z.output<typeof PasskeyResponse>,
): Promise<number | null> {
  const { id, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const checked = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON, // checked above, field by field
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: { id, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}
