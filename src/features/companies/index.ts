/**
 * Companies: who they are, and how they are found and screened. Owns `company`, `security`, `company_name`,
 * `company_source`, `suspended_index`, `company_revision`, `company_key`, `name_word`, `company_record`, `company_conflict` and
 * `company_past`.
 */
import { companySources } from "./merging/operations.ts";
import { type CompanyTools, screenCompanies, searchCompany } from "./operations.ts";

export type { CompanyRecord, FactSource } from "./company-record.ts";
export { demoCompaniesVersion, loadDemoCompanies } from "./demo-companies.ts";
export { companyTable } from "./exporting/company-table.ts";
export { restoreIndexes } from "./filling/fill-tables.ts";
export { findListing } from "./find-listing.ts";
export { isIsin, isLei, normaliseCik, normaliseIsin } from "./identifiers.ts";
export { type IdentifiedCompany, listCompaniesIdentified } from "./list-identified.ts";
export { LISTING_STATUSES, type ListingStatus } from "./listing-status.ts";
export { type LoadResult, loadCompanies } from "./load-companies.ts";
export { type Lookup, makeLookup } from "./lookup.ts";
export { type MergeSource, prepareRecord } from "./merging/merge-records.ts";
export { type Merger, openMerger } from "./merging/open-merging.ts";
export type { RecordName, RecordSecurity, RecordStatus, SourceRecord } from "./merging/source-record.ts";
export { renderMonogramPng } from "./monogram.ts";
export {
  listCompaniesNamed,
  listLegalForms,
  type NamedCompany,
  nameKey,
  pickCompany,
} from "./names/find-whole-names.ts";
export type { CompanyTools } from "./operations.ts";
export { type CompanyFacts, findCompany, listCompaniesByIds, requireCompany } from "./require-company.ts";

export const companyOperations = (tools: CompanyTools) =>
  [searchCompany(tools), screenCompanies(tools), companySources(tools)] as const;
