/**
 * Credits that a button names before the call: the fixed price, or what the usual call costs. A test compares them with
 * the price list of the service.
 */
export const PRICES = {
  "answers.chat_report": 3,
  "exports.create": 20,
  "financials.statements": 3,
  "news.chat": 5,
  "parser.result": 10,
  "reports.upload": 5,
  "search.passages": 2,
} as const;

/** Answers of a thread cost what their steps cost: at least one report is asked. */
export const THREAD_CREDITS_MIN: number = PRICES["answers.chat_report"];
