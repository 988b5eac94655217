import type { Tenant } from "./clients.ts";

/** A call that costs credits, as a careful client sends it. */
export interface PaidCall {
  operation: string;
  path: string;
  body: string;
  /** What an answer says or implies that it cost. */
  creditsOf: (answer: string) => number;
}

/** Charged at once, held first, and held first with a price that depends on the answer. */
const SEARCH: PaidCall = {
  operation: "companies.search",
  path: "/v1/company_report/company_search",
  body: '{"isin":"US0000000000"}',
  creditsOf: () => 1,
};
const SCREEN: PaidCall = {
  operation: "companies.search_batch",
  path: "/v1/company_report/company_search_batch",
  body: '{"limit":5}',
  creditsOf: () => 2,
};
const files = (reports: readonly string[]): PaidCall => ({
  operation: "reports.file_list",
  path: "/v1/company_report/file_list",
  // A call for a report that does not exist is not charged: its hold is returned.
  body: JSON.stringify({ report_id: [...reports, "rep_000000000000"], option: ["pdf", "extract"] }),
  creditsOf: (answer) => Number(JSON.parse(answer).data.billing_info.total_charge),
});
const ask = (reportId: string | undefined): PaidCall => ({
  operation: "answers.chat_report",
  path: "/v1/chat/chat_report",
  body: JSON.stringify({ report_id: reportId, question: "What was revenue?" }),
  // One credit where the report has no answer.
  creditsOf: (answer) => (JSON.parse(answer).data.reference.length > 0 ? 3 : 1),
});

/** Mostly the cheapest one, so that many calls are under way whenever something fails. */
export function chooseCall({ reports }: Tenant, number: number): PaidCall {
  const own = [...reports];
  if (own.length === 0) return SEARCH;
  if (number % 25 === 24) return ask(own[number % own.length]);
  if (number % 5 === 4) return files(own.slice(0, 2));
  return number % 5 === 2 ? SCREEN : SEARCH;
}
