import { findExchange } from "../../reference/index.ts";
import type { ToldRecord } from "./rank-records.ts";

const stateOf = ({ record }: ToldRecord) => record.status?.state ?? "active";

/**
 * What became of a company: that a register has closed it counts most, then that it was delisted, whoever else calls the
 * company itself active. A listing that ended while the company is listed elsewhere says nothing of the company.
 */
export function preferEnded(
  ranked: readonly ToldRecord[],
  records: readonly ToldRecord[],
  isTrustedMore: (one: ToldRecord, other: ToldRecord) => boolean,
): ToldRecord[] {
  const isStillListed = (gone: ToldRecord) =>
    records.some((other) => isListed(other) && (isElsewhere(other, gone) || isTrustedMore(other, gone)));
  const counting = ranked.filter((told) => stateOf(told) !== "delisted" || !isStillListed(told));
  const known = counting.find((told) => stateOf(told) !== "delisted");
  const isEnded = known !== undefined && stateOf(known) !== "active";
  const chosen = isEnded ? known : (counting.find((told) => stateOf(told) === "delisted") ?? known);
  return chosen ? [chosen, ...counting.filter((told) => told !== chosen)] : [];
}

const isListed = (told: ToldRecord) => Boolean(told.record.exchange) && stateOf(told) !== "delisted";

/** In another line of the same list, or in a list of another country: each knows its own markets. */
function isElsewhere(other: ToldRecord, gone: ToldRecord): boolean {
  return other.source === gone.source || countryOf(other) !== countryOf(gone);
}

function countryOf({ record }: ToldRecord): string | null {
  return record.country || findExchange(record.exchange ?? "")?.country || null;
}
