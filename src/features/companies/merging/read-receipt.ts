import type { SourceRecord } from "./source-record.ts";

/**
 * What lists write after the name of a company when a line is a receipt or a certificate for its shares. Exchanges
 * write the short forms in capitals; in ordinary spelling "ads" is a word.
 */
const RECEIPT_SIGNS = [
  /[\s,(-]+(?:american |global |international |swedish |chess )?deposit[ao]ry (?:shares?|receipts?|interests?)\b.*$/i,
  /[\s.,(-]+(?:level \d+ )?(?:(?:UN|un)?(?:SP|sp|Sp)(?:ONS|ons)?(?:ORED|ored)?\.? ?)?(?:ADR|ADS|GDR|GDS|BDR|CDR|NVDR|CDI|CEDEAR)S?(?![A-Za-z]).*$/,
  /[\s,(-]+(?:participation|investment|share|equity|trust)? ?certificates?$/i,
];

/**
 * A depositary receipt or a certificate is a listing of the company whose shares it represents. Returns the record
 * under that company's name, and says that its home is elsewhere unless the list says that it is not.
 */
export function readReceipt(record: SourceRecord): SourceRecord {
  const issuer = RECEIPT_SIGNS.reduce((name, sign) => name.replace(sign, ""), record.name).trim();
  if (issuer === record.name || issuer.length < 2) return record;
  const isForeign = !record.domicile || record.domicile !== record.country;
  return { ...record, name: issuer, ...(isForeign ? { foreign: true } : {}) };
}
