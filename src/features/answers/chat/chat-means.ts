import type { AnyOperation } from "../../../kernel/operation.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import type { LanguageModel } from "../../../platform/models/index.ts";
import type { NamingTools } from "./naming/recognise-companies.ts";
import type { ClaimTools } from "./stored-figures.ts";

/** The operations that the general chat uses. */
export interface ChatOperations {
  searchCompany: AnyOperation;
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
export interface ChatMeans extends ChatOperations, NamingTools, ClaimTools {
  /** Null when none is configured: then the built-in planner answers alone. */
  languageModel: LanguageModel | null;
  /** What the model may call. */
  toolOperations: readonly AnyOperation[];
}

/** The scopes of the operations that the general chat runs, or of some of them. */
export function listChatScopes(means: ChatMeans, operationIds?: ReadonlySet<string>): Scope[] {
  const operations = [
    means.searchCompany,
    means.screenCompanies,
    means.searchReports,
    means.chatWithReport,
    means.searchNews,
    means.chatWithNews,
    means.eodPrice,
    means.marketCap,
    means.showSeries,
    means.screenFinancials,
    ...means.toolOperations,
  ];
  const meant = operations.filter(({ id }) => operationIds?.has(id) ?? true);
  return [...new Set(meant.map(({ scope }) => scope))];
}
