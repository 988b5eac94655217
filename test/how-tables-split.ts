/**
 * How the tables and statements that do not name their account would be split over several databases. A list for the
 * test next to it: whatever is not here has its account in its key, or names an account.
 */

/** The same everywhere: copied to every database. */
export const REPLICATED = [
  ...["company", "company_conflict", "company_key", "company_name", "company_past", "company_record"],
  ...["company_revision", "company_source", "name_word", "security", "market", "suspended_index"],
  ...["price_series", "price_bar", "price_bar_past", "corporate_action", "share_count", "share_count_past"],
  ...["currency_rate", "currency_rate_past", "fact", "fact_concept", "figure_series"],
  ...["article", "news_cluster", "news_count", "news_feed", "news_week", "unsearched_article"],
  ...["ingest_load", "ingest_rejection", "ingest_run", "ingest_schedule"],
];

/** A few rows about the service itself: on one database. */
export const OF_THE_SERVICE = [
  ...["schema_migration", "service_address", "service_secret", "readiness_probe", "report_revision"],
  ...["language_model_health", "language_model_tokens", "oauth_signing_key", "sign_in_attempts"],
];

const BY_REPORT =
  "goes with its report, whose account is its own or, for public reports, a reserved one: a copy of account_id in the key is missing.";
const BY_PERSON =
  "is looked up by a credential before the account is known: a small table on one database, or copied to all.";
const BY_ID =
  "has account_id, but a key of its random id alone, which others refer to: key and references need account_id added.";

/** Tables of accounts without the account in their key: how each would be split. */
export const NOT_BY_ACCOUNT: Record<string, string> = {
  report: `Public reports have no account (null): a reserved account is needed. It ${BY_ID}`,
  report_chunk: `It ${BY_REPORT}`,
  report_statements: `It ${BY_REPORT}`,
  report_upload: `It ${BY_REPORT}`,
  passage: `It ${BY_REPORT}`,
  passage_report: `It ${BY_REPORT}`,
  passage_word: `It ${BY_REPORT}`,
  passage_section: `It ${BY_REPORT}`,
  claim: `It ${BY_REPORT} A link names the claim alone and would ask every database.`,
  financial_figure: `It has account_id (null for public reports) and ${BY_REPORT}`,
  agent_artifact:
    "It goes with its builder and names the account, but its public link is looked up before the account is known and would ask every database.",
  chat_thread:
    "It has account_id, but what an export shows of its messages follows references that name the thread alone: both change together.",
  chat_message: "It goes with its thread: account_id in the key is missing.",
  chat_message_report:
    "It goes with its message, and is left out of exports because it has no account: it gets one together with the thread.",
  credit_key_budget:
    "It goes with its API key, whose row a charge locks without the account: account_id in the key is missing.",
  api_key: `It ${BY_PERSON}`,
  table_link: `It ${BY_PERSON}`,
  member: `It ${BY_PERSON}`,
  member_identity: `It ${BY_PERSON}`,
  member_link: `It ${BY_PERSON}`,
  member_passkey: `It ${BY_PERSON}`,
  member_recovery_code: `It ${BY_PERSON}`,
  member_session: `It ${BY_PERSON}`,
  passkey_challenge: `It ${BY_PERSON}`,
  sign_in_ticket: `It ${BY_PERSON}`,
  oauth_record: `It ${BY_PERSON}`,
  oauth_proof: `It ${BY_PERSON}`,
};

/** Functions with statements on tables with an account that name none, by the reason why. */
export const STATEMENTS_WITHOUT_ACCOUNT: Record<string, readonly string[]> = {
  "A sweep over all accounts: each database does its own part.": [
    ...["deleteExpiredAnswers", "deleteOldExports", "deleteExpiredLinks", "listUnfinishedRuns"],
    ...["listUnfinishedParseJobs", "listUnsettledUploads", "hasMembers"],
  ],
  "People and credentials, before or apart from an account: where those tables are.": [
    ...[
      "touchKeys",
      "forgetPerson",
      "findPasswordHash",
      "findPasskey",
      "findTotp",
      "startTotp",
      "takeTotpStep",
    ],
    ...["confirmTotp", "dropTotp"],
  ],
  "By the random id of a row that the caller was already allowed to see: asks every database until the account is added.":
    [
      ...[
        "findAnyBuilder",
        "endsWith",
        "findAnyRun",
        "beginRun",
        "recordPlan",
        "recordProgress",
        "finishRun",
      ],
      ...["failRun", "postponeRun", "updateWebhook", "recordHealth", "disableWebhook", "rotateSecret"],
      ...["beginAttempt", "markDone", "markFailed", "findParseJob", "updateParseJob", "recordParseFile"],
      ...["cancelParseJob", "finishParseJob", "replaceDelivery", "updateSearch", "insertMessage"],
      ...[
        "updateWatchlist",
        "touch",
        "listReportFigures",
        "deleteWatched",
        "findAnyArtifact",
        "revokeArtifact",
      ],
      ...["listSubscriptions", "updateSubscription", "setNextDue", "recordAttempt"],
    ],
  "By the member who leaves: asks every database until the account is added.": [
    ...["deactivatePrivateBuilders", "deletePrivateThreads", "deletePrivateWatchlists"],
  ],
  "By the command that moves one account, from tables of its own transaction.": ["insertTable"],
  "By the call, which is of one account: asks every database until the account is added.": [
    ...["isCallPaid", "isCallHeld"],
  ],
};
