import { createHash } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Twelve base32 characters from the SHA-256 of a name, so that an identifier never changes and never has to be looked up. */
function shortHash(name: string): string {
  const bytes = createHash("sha256").update(name).digest();
  let bits = 0n;
  for (const byte of bytes.subarray(0, 8)) bits = (bits << 8n) | BigInt(byte);
  let text = "";
  for (let shift = 59n; text.length < 12; shift -= 5n) text += ALPHABET.charAt(Number((bits >> shift) & 31n));
  return text;
}

export const entityId = (companySlug: string) => `ent_${shortHash(`fictional:${companySlug}`)}`;
export const reportId = (reportSlug: string) => `rep_${shortHash(`fictional:${reportSlug}`)}`;
export const articleId = (articleKey: string) => `art_${shortHash(`fictional:${articleKey}`)}`;

/** The last digit of an ISIN (ISO 6166): letters become two digits, then every second digit from the right is doubled. */
export function isinCheckDigit(firstEleven: string): number {
  const digits = [...firstEleven].map((character) => Number.parseInt(character, 36)).join("");
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}
