/** The public identifiers of companies and securities: their formats and check digits. */

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;
const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** ISO 6166: letters become two digits, then the digits must pass the Luhn test. */
export function isIsin(text: string): boolean {
  if (!ISIN.test(text)) return false;
  const digits = [...text].map((character) => Number.parseInt(character, 36)).join("");
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** ISO 17442: the number formed by all characters, modulo 97, is 1. */
export function isLei(text: string): boolean {
  if (!LEI.test(text)) return false;
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** As pasted by a person: any case, with spaces or hyphens between the groups. */
export function normaliseIsin(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** Ten digits, with or without leading zeros; null when it is not a CIK. */
export function normaliseCik(text: string): string | null {
  const digits = /^(?:CIK)?\s*(\d{1,10})$/i.exec(text.trim())?.[1];
  return digits ? digits.padStart(10, "0") : null;
}

/**
 * The form in which tickers are compared: upper case, one separator between ticker and share class (BRK.A, BRK/A and
 * BRK A are equal), no leading zeros in numbers (0005 and 5 are equal in Hong Kong).
 */
export function normaliseTicker(text: string): string {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[\s./_]+/g, "-");
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, "") : plain;
}
