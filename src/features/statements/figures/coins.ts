const word = (words: readonly string[]) => `(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})`;

const HUNDREDTHS = word([
  "(?:euro|hk)?cents?",
  "pence",
  "centimes?",
  "c[eéê]ntimos?",
  "centavos?",
  "centesimi",
  "[öø]re",
  "sen",
  "kobo",
  "pais[ae]",
  "agorot",
  "kuru[sş]",
  "grosz[ey]?",
  "halalas?",
  "pesewas?",
  "piast(?:res|ers)",
]);
const OF_HUNDRED = new RegExp(`${HUNDREDTHS}|[¢₵]|[港美]仙|(?:人民[币幣]|[欧歐美])分`, "iu");
const OF_THOUSAND = new RegExp(word(["bai[sz]as?", "millimes?"]), "iu");
/** A hundredth of a dirham, and a thousandth of most dinars. */
const FILS = new RegExp(word(["fils"]), "iu");
/** "Rupees and paise" are rupees with two decimals; "euros and cents per share" are not. */
const WITH_DECIMALS = new RegExp(
  String.raw`(?:dollars?|euros?|yen|円|rupees?|rs\.?|ringgit|naira)\s*(?:and|&)\s*${HUNDREDTHS}(?!\s+per\b)`,
  "giu",
);

/**
 * The coin that a text names, by how many units of its currency it is: 0.01 for pence; null where the same name means
 * several. Null where it names none.
 */
export function findCoin(text: string, currency: string | null): { factor: number | null } | null {
  const own = text.replaceAll(WITH_DECIMALS, " ");
  if (OF_THOUSAND.test(own)) return { factor: 0.001 };
  if (FILS.test(own)) return { factor: currency === "AED" ? 0.01 : null };
  return OF_HUNDRED.test(own) ? { factor: 0.01 } : null;
}
