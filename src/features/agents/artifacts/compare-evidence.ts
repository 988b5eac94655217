import type { Database } from "../../../platform/db/index.ts";
import { type Claim, listTagVerdicts } from "../../answers/index.ts";
import type { Evidence, TaggedEvidence } from "./artifact.ts";

type ReadClaim = Parameters<typeof listTagVerdicts>[2][number] & { report_id: string };

/**
 * Checks every number read from a page against the company's XBRL tags. Computed on read: tags arrive later
 * than artifacts, and an artifact stays as it was created.
 */
export async function compareEvidence(
  db: Database,
  evidence: readonly Evidence[],
  { claims, companyOf }: { claims: readonly ReadClaim[]; companyOf: ReadonlyMap<string, string | null> },
): Promise<TaggedEvidence[]> {
  const verdicts = new Map<string, Claim["tagged"]>();
  for (const [reportId, own] of Map.groupBy(claims, ({ report_id }) => report_id))
    for (const [claimId, verdict] of await listTagVerdicts(db, companyOf.get(reportId) ?? null, own))
      verdicts.set(claimId, verdict);
  return evidence.map((one) => {
    const tagged = isPrintedNumber(one) ? verdicts.get(one.claim_ids[0] ?? "") : undefined;
    return tagged === undefined ? one : { ...one, tagged };
  });
}

/** A number as printed on a page; a value computed from several has no tag. */
export function isPrintedNumber({ verdict, value }: Pick<Evidence, "verdict" | "value">): boolean {
  return verdict === "found" && typeof value === "number";
}
