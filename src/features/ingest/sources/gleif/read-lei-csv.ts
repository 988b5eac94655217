import type { SourceRecord } from "../../../companies/index.ts";
import { type LineReader, requireColumns } from "../../reading/csv-entries.ts";
import { type LeiName, toRecord } from "./lei-record.ts";

const NEEDED = [
  "LEI",
  "Entity.LegalName",
  "Entity.LegalAddress.Country",
  "Entity.EntityCategory",
  "Entity.EntityStatus",
  "Registration.RegistrationStatus",
] as const;

/** The golden copy as CSV: hundreds of columns, of which a few matter. */
export function readLeiCsv(header: readonly string[]): LineReader<SourceRecord> {
  const at = requireColumns("gleif", header, NEEDED);
  const optional = (name: RegExp) => header.findIndex((column) => name.test(column));
  const expirationDate = optional(/^Entity\.EntityExpirationDate$/);
  const expirationReason = optional(/^Entity\.EntityExpirationReason$/);
  const successor = optional(/^Entity\.SuccessorEntity(\.SuccessorEntity)?(\.1)?\.SuccessorLEI$/);
  const names = listNameColumns(header);
  return (cells) => {
    const cell = (index: number) => (index < 0 ? "" : (cells[index]?.trim() ?? ""));
    return toRecord({
      lei: cell(at.LEI),
      legalName: cell(at["Entity.LegalName"]),
      otherNames: names.map(({ name, type }): LeiName => ({ name: cell(name), type: cell(type) })),
      country: cell(at["Entity.LegalAddress.Country"]),
      category: cell(at["Entity.EntityCategory"]),
      status: cell(at["Entity.EntityStatus"]),
      expirationDate: cell(expirationDate),
      expirationReason: cell(expirationReason),
      successorLei: cell(successor),
      registrationStatus: cell(at["Registration.RegistrationStatus"]),
    });
  };
}

/** `Entity.OtherEntityNames.OtherEntityName.1` with its `….1.type`, as many as there are. */
function listNameColumns(header: readonly string[]): { name: number; type: number }[] {
  return header.flatMap((column, index) =>
    /^Entity\.(Transliterated)?OtherEntityNames\.(Transliterated)?OtherEntityName\.\d+$/.test(column)
      ? [{ name: index, type: header.indexOf(`${column}.type`) }]
      : [],
  );
}
