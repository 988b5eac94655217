import { OperatorError } from "../../../kernel/operator-error.ts";
import type { Database } from "../../../platform/db/index.ts";
import { isLanguage } from "../text/languages.ts";
import { insertFeed } from "./store.ts";

export interface FeedInput {
  url: string;
  /** For items without one; null detects it from the text. */
  language: string | null;
  licence: string;
  pollMinutes: number;
}

const POLL_MINUTES = { least: 5, most: 10_080 };

/** False when the feed already exists. */
export async function addFeed(
  db: Database,
  { url, language, licence, pollMinutes }: FeedInput,
): Promise<boolean> {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== "")
    throw new OperatorError("A feed needs an http or https URL without a password.");
  if (language !== null && !isLanguage(language))
    throw new OperatorError(`${JSON.stringify(language)} is not an ISO 639-1 code.`);
  if (!Number.isInteger(pollMinutes) || pollMinutes < POLL_MINUTES.least || pollMinutes > POLL_MINUTES.most)
    throw new OperatorError(`Poll every ${POLL_MINUTES.least} to ${POLL_MINUTES.most} minutes.`);
  return insertFeed(db, {
    url: address.href,
    host: address.host,
    language,
    licence,
    poll_minutes: pollMinutes,
  });
}
