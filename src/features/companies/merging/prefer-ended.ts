import { findExchange } from "../../reference/index.ts";
import type { SourcedRecord } from "./rank-records.ts";

const stateOf = ({ record }: SourcedRecord) => record.status?.state ?? "active";

/**
 * What became of a company: that a register has closed it counts most, then that it was delisted, whoever else calls the
 * company itself active. A listing that ended while the company is listed elsewhere says nothing of the company.
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
  const counting = ranked.filter((reported) => stateOf(reported) !== "delisted" || !isStillListed(reported));
  const known = counting.find((reported) => stateOf(reported) !== "delisted");
  const isEnded = known !== undefined && stateOf(known) !== "active";
  const chosen = isEnded ? known : (counting.find((reported) => stateOf(reported) === "delisted") ?? known);
  return chosen ? [chosen, ...counting.filter((reported) => reported !== chosen)] : [];
}

const isListed = (reported: SourcedRecord) =>
  Boolean(reported.record.exchange) && stateOf(reported) !== "delisted";

/** In another line of the same list, or in a list of another country: each knows its own markets. */
function isElsewhere(other: SourcedRecord, cancelled: SourcedRecord): boolean {
  return other.source === cancelled.source || countryOf(other) !== countryOf(cancelled);
}

function countryOf({ record }: SourcedRecord): string | null {
  return record.country || findExchange(record.exchange ?? "")?.country || null;
}
