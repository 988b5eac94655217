/** One-time codes from an authenticator app (RFC 6238): six digits, thirty seconds, SHA-1, as every app expects. */
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
/** A clock may be one step off, in either direction. */
const WINDOW = 1;

export function makeTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes);
}

export function toBase32(secret: Buffer): string {
  return read(secret).base32;
}

/** The URI for the app's QR code, which names the account. */
export function totpUri(secret: Buffer, about: { issuer: string; label: string }): string {
  return new TOTP({ secret: read(secret), period: PERIOD_SECONDS, ...about }).toString();
}

/** The time step of a code, null when it is wrong. The caller stores the step: a code is valid once. */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const drift = new TOTP({ secret: read(secret), period: PERIOD_SECONDS }).validate({
    token: code,
    window: WINDOW,
    timestamp,
  });
  return drift === null ? null : Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + drift;
}

function read(secret: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
