import { findExchange } from "../../reference/index.ts";
import type { SourcedRecord } from "./rank-records.ts";

const stateOf = ({ record }: SourcedRecord) => record.status?.state ?? "active";

/**
 * The status of a company: a closed register entry counts most, then a delisting, then a suspension, even if another
 * source calls the company active. A listing that ended while the company is listed elsewhere does not change its status.
 */
export function preferEnded(
  ranked: readonly SourcedRecord[],
  records: readonly SourcedRecord[],
  isTrustedMore: (one: SourcedRecord, other: SourcedRecord) => boolean,
): SourcedRecord[] {
  const isStillListed = (cancelled: SourcedRecord) =>
    records.some(
      (other) => isListed(other) && (isElsewhere(other, cancelled) || isTrustedMore(other, cancelled)),
    );
  const counting = ranked.filter((reported) => !isHalted(reported) || !isStillListed(reported));
  const known = counting.find((reported) => !isHalted(reported));
  const isEnded = known !== undefined && stateOf(known) !== "active";
  const find = (state: string) => counting.find((reported) => stateOf(reported) === state);
  const chosen = isEnded ? known : (find("delisted") ?? find("suspended") ?? known);
  return chosen ? [chosen, ...counting.filter((reported) => reported !== chosen)] : [];
}

const isListed = (reported: SourcedRecord) => Boolean(reported.record.exchange) && !isHalted(reported);

const isHalted = (reported: SourcedRecord) => ["delisted", "suspended"].includes(stateOf(reported));

/** On another line of the same list, or in a list of another country: each knows its own markets. */
function isElsewhere(other: SourcedRecord, cancelled: SourcedRecord): boolean {
  return other.source === cancelled.source || countryOf(other) !== countryOf(cancelled);
}

function countryOf({ record }: SourcedRecord): string | null {
  return record.country || findExchange(record.exchange ?? "")?.country || null;
}
