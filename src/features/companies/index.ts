/**
 * Companies: who they are, how they are found and screened. Owns `company`, `security`, `company_name`,
 * `company_source`, `company_revision`, `company_key` and `name_word`.
 */
export type { CompanyRecord, FactSource } from "./company-record.ts";
export { isIsin, isLei } from "./identifiers.ts";
export { type LoadResult, loadCompanies } from "./load-companies.ts";
export { type CompanyTools, screenCompanies, searchCompany } from "./operations.ts";

import { type CompanyTools, screenCompanies, searchCompany } from "./operations.ts";

export const companyOperations = (tools: CompanyTools) =>
  [searchCompany(tools), screenCompanies(tools)] as const;
