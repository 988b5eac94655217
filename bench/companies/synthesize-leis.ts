import { synthesizeCompanies } from "./synthesize.ts";

const HEADER = [
  "LEI",
  "Entity.LegalName",
  "Entity.OtherEntityNames.OtherEntityName.1",
  "Entity.OtherEntityNames.OtherEntityName.1.type",
  "Entity.LegalAddress.Country",
  "Entity.EntityCategory",
  "Entity.EntityStatus",
  "Registration.RegistrationStatus",
];

/** Columns of addresses and registrations that the real file carries and are not read here: they cost reading time. */
const PADDING = 120;

/** Made-up lines of a golden copy, of the width of a real one. */
export function* synthesizeLeiCsv(count: number): Generator<string> {
  yield `${[...HEADER, ...Array.from({ length: PADDING }, (_, at) => `Entity.Padding.${at}`)].join(",")}\n`;
  const padding = ',"",""'.repeat(PADDING / 2);
  let index = 0;
  for (const { name, country } of synthesizeCompanies(count)) {
    const other = index % 7 === 0 ? `"${name} Old",PREVIOUS_LEGAL_NAME` : ",";
    yield `"${makeLei(index++)}","${name}",${other},${country},GENERAL,ACTIVE,ISSUED${padding}\n`;
  }
}

/** Eighteen signs and the two check digits of ISO 7064. */
export function makeLei(index: number): string {
  const body = `5299${index.toString(36).toUpperCase().padStart(14, "0")}`;
  const digits = [...`${body}00`].map((sign) => Number.parseInt(sign, 36)).join("");
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return `${body}${String(98 - remainder).padStart(2, "0")}`;
}
