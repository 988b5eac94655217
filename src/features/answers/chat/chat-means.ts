import type { AnyOperation } from "../../../kernel/operation.ts";
import type { NamingTools } from "./naming/recognise-companies.ts";
import type { ClaimTools } from "./stored-figures.ts";

/** The operations that the general chat uses. */
export interface ChatOperations {
  screenCompanies: AnyOperation;
  searchReports: AnyOperation;
  chatWithReport: AnyOperation;
  searchNews: AnyOperation;
  chatWithNews: AnyOperation;
  eodPrice: AnyOperation;
  marketCap: AnyOperation;
  showSeries: AnyOperation;
  screenFinancials: AnyOperation;
}

/** What the chat works with: operations, which are charged, and its own look-ups of names and claims, which are not. */
export interface ChatMeans extends ChatOperations, NamingTools, ClaimTools {}
