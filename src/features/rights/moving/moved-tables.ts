/** Whose rows a move takes along, parents first. `$account` is the id of the account. */
export interface MovedTable {
  name: string;
  condition: string;
  /** Where the order of rows says something. */
  order?: string;
}

const OWN = "account_id = $account";
const within = (column: string, parent: string, key: string = column) =>
  `${column} in (select ${key} from ${parent} where ${OWN})`;
const ofReport = within("report_id", "report");
const ofBuilder = within("builder_id", "agent_builder");
const ofThread = within("thread_id", "chat_thread");
const ofMember = within("member_id", "member", "id");

export const MOVED_TABLES: readonly MovedTable[] = [
  { name: "account", condition: "id = $account" },
  { name: "credit_balance", condition: OWN },
  { name: "credit_archive", condition: OWN },
  { name: "credit_entry", condition: OWN },
  { name: "call_audit", condition: OWN, order: "id" },
  { name: "member", condition: OWN },
  { name: "member_identity", condition: ofMember },
  { name: "member_passkey", condition: ofMember },
  { name: "member_recovery_code", condition: ofMember },
  { name: "api_key", condition: OWN },
  { name: "credit_key_budget", condition: within("key_id", "api_key", "id") },
  { name: "table_link", condition: OWN },
  { name: "idempotent_call", condition: OWN },
  { name: "report", condition: OWN },
  { name: "report_upload", condition: ofReport },
  { name: "report_chunk", condition: ofReport },
  { name: "report_statements", condition: ofReport },
  { name: "financial_figure", condition: ofReport },
  { name: "claim", condition: ofReport },
  { name: "passage_report", condition: ofReport },
  { name: "passage", condition: ofReport },
  { name: "parse_job", condition: OWN },
  { name: "export", condition: OWN },
  { name: "agent_builder", condition: OWN },
  { name: "agent_builder_company", condition: ofBuilder },
  { name: "agent_subscription", condition: ofBuilder },
  { name: "agent_run", condition: OWN },
  { name: "agent_artifact", condition: ofBuilder },
  { name: "chat_thread", condition: OWN },
  { name: "chat_message", condition: ofThread },
  { name: "chat_message_report", condition: ofThread },
  { name: "watchlist", condition: OWN },
  { name: "watchlist_company", condition: within("watchlist_id", "watchlist") },
  { name: "saved_search", condition: OWN },
  { name: "webhook", condition: OWN },
  { name: "event", condition: OWN, order: "event_no" },
  { name: "webhook_delivery", condition: within("webhook_id", "webhook") },
];

/** Rows of accounts and people that stay behind, each with its reason. */
export const STAYS: Record<string, string> = {
  credit_hold: "A move waits until nothing is held.",
  passage_word: "Made again from the passages.",
  passage_section: "Made again from the passages.",
  kept_answer: "Prepared answers live for a minute.",
  member_session: "People sign in again: cookies belong to an address.",
  member_link: "Invitations and resets name the address they were made for.",
  passkey_challenge: "Lives for minutes.",
  sign_in_ticket: "Lives for minutes.",
  oauth_record: "Connected programs hold tokens that the other installation did not sign.",
};
