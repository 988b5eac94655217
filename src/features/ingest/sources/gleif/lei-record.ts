import { isDay } from "../../../../kernel/day.ts";
import type { RecordName, RecordStatus, SourceRecord } from "../../../companies/index.ts";
import { findCountry } from "../../../reference/index.ts";

/** A name in GLEIF data, with its kind. */
export interface LeiName {
  name: string;
  type: string;
}

/** The relevant facts of one LEI, in whatever format they came. */
export interface LeiFacts {
  lei: string;
  legalName: string;
  otherNames: readonly LeiName[];
  country: string;
  category: string;
  status: string;
  expirationDate: string;
  expirationReason: string;
  successorLei: string;
  registrationStatus: string;
}

/** Funds, branches and people are not companies; a duplicate or annulled LEI identifies no one. */
const NOT_COMPANIES = new Set(["FUND", "BRANCH", "SOLE_PROPRIETOR", "INTERNATIONAL_ORGANIZATION"]);
const NOT_VALID = new Set(["DUPLICATE", "ANNULLED", "PENDING_TRANSFER_ANNULLED"]);

/** A record to merge, or null when the LEI is not of a company. */
export function toRecord(facts: LeiFacts): SourceRecord | null {
  if (NOT_COMPANIES.has(facts.category) || NOT_VALID.has(facts.registrationStatus)) return null;
  const names = facts.otherNames
    .filter(({ name }) => name !== "" && name !== facts.legalName)
    .map(({ name, type }): RecordName => ({ name, kind: kindOf(type, name) }));
  return {
    key: facts.lei,
    lei: facts.lei,
    name: facts.legalName,
    ...(findCountry(facts.country) ? { domicile: facts.country } : {}),
    ...(names.length > 0 ? { other_names: names } : {}),
    status: statusOf(facts),
  };
}

function kindOf(type: string, name: string): RecordName["kind"] {
  if (type === "PREVIOUS_LEGAL_NAME") return "former";
  return /\p{Script=Latin}/u.test(name) ? "alias" : "local";
}

function statusOf({ status, expirationDate, expirationReason, successorLei }: LeiFacts): RecordStatus {
  if (status !== "INACTIVE") return { state: "active" };
  const merged = successorLei !== "" || /MERG|ACQUI/.test(expirationReason);
  const date = expirationDate.slice(0, 10);
  return {
    state: merged ? "merged" : "inactive",
    ...(isDay(date) ? { date } : {}),
    ...(successorLei ? { successor_lei: successorLei } : {}),
  };
}
